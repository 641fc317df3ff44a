import { type Mistake, mistakesIn } from './mistake.ts';

const part = (index: number, seed = 0): string =>
  JSON.stringify({
    version: 1,
    kind: 'check',
    order: { client: 'client.mjs', seed, runs: 9 },
    shard: { index, of: 3 },
    runs: 3,
    replayed: 0,
    real: 1,
    recommendations: [],
    failures: [],
    unheard: [],
  });

/** Reports of parts of a check, and what else they are about. */
export const reportFiles = {
  'part-0.json': part(0),
  'part-1.json': part(1),
  'part-2.json': part(2),
  'seed-9.json': part(2, 9),
  'lost.config.yaml': 'client: clint.mjs\n',
  'folder-of-two/a.yaml': 'name: a\n',
  'folder-of-two/b.yaml': 'name: b\n',
  'by-https.mjs': `import { request } from 'node:https';
export default (env) => new Promise((resolve, reject) => {
  request(env.tokenUrl, { method: 'POST' }, resolve).on('error', reject).end();
});
`,
};

/** What can be mistyped behind the commands that look for faults. */
export const checkMistakes: readonly Mistake[] = [
  ...mistakesIn(`
    no client to check | check | the command line: no client is named | name its module
    no client to sweep | sweep | the command line: no client is named | name its module
    a client that is named as for run, and is not there | check --client @/clint.mjs | there is no client | did you mean "client.mjs"?
    the same of a sweep | sweep -c @/clint.mjs | did you mean "client.mjs"?
    a configuration of a check that does not exist | check --config @/none.yaml | --config: there is no file
    a configured client to check that does not exist | check --config @/lost.config.yaml | lost.config.yaml: there is no client | did you mean "client.mjs"?
    a way in that is none | check @/client.mjs --transport socket | --transport: "socket" is not a way in | write sockets or fetch
  `),
  ...['check', 'sweep'].map((command) => ({
    mistake: `a ${command} by fetch of a client that sends by something else`,
    argv: `${command} @/by-https.mjs --transport fetch`,
    says: ['--transport: the client sent nothing by the global fetch', 'leave it out'],
  })),
  ...mistakesIn(`
    a client to check that does not exist | check @/clint.mjs | the command line: there is no client | did you mean "client.mjs"?
  `),
  ...['0', '-1', '1.5', 'many'].map((runs) => ({
    mistake: `${runs} for a number of scenarios`,
    argv: `check @/client.mjs --runs=${runs}`,
    says: [`--runs: "${runs}" is not a number`, 'a whole number from 1 on'],
  })),
  ...mistakesIn(`
    a time that is none | check @/client.mjs --time 30 | --time: "30" is not a length
    counterexamples to be saved in a file | check @/client.mjs --regressions @/a.yaml | --regressions: counterexamples cannot be saved in | a.yaml: EEXIST | name a folder
    no time | check @/client.mjs --time 0s | --time: "0s" is not a length of time
    a mode that is none | check @/client.mjs --mode all | --mode: "all" is not a mode
    no workers | check @/client.mjs --workers 0 | --workers: "0" is not a number
    a thousand workers | check @/client.mjs --workers 1000 | --workers: 1000 are too many
    a part of a check that is none | check @/client.mjs --shard 3/2 | "3/2" is not a part
    a seed of a check that is none | check @/client.mjs --seed x | --seed: "x" is not a seed
    a report of scenarios on a check | check @/client.mjs -r tap | --reporter: tap is a report on scenarios | json=path/to/file
    rules of a check that are none | check @/client.mjs --rules most | no choice of rules
  `),
  ...['check @/client.mjs', 'sweep @/client.mjs', 'run @/a.yaml -c @/client.mjs', 'verify @/notes.txt'].map((argv) => ({
    mistake: `a level from which on to fail that is none, of ${argv}`,
    argv: `${argv} --fail-on warning`,
    says: ['--fail-on: "warning" is no level', 'write "must" or "should"'],
  })),
  ...mistakesIn(`
    an assumption of a check that is none | check @/client.mjs --assume x | chooses nothing
    a report that is not there | merge-reports @/r.json | r.json: it cannot be read
    a report of no part | merge-reports @/part-0.json | part-0.json: it is no report of a check
    a report of something else | merge-reports @/notes.txt | it is no report of a check
    a part that is missing | merge-reports @/part-1.json @/part-2.json | merge-reports: part 3/3 is missing
    a part twice | merge-reports @/part-1.json @/part-1.json | is part 1/3, too | name each part once
    parts of two checks | merge-reports @/part-1.json @/seed-9.json | it is of another check than | part-1.json
    a budget that is none | sweep @/client.mjs --pairs x | --pairs: "x" is not a number
    a matrix to nowhere | sweep @/client.mjs --json @/a.yaml/x.json | --json: | cannot be written
    a matrix and a page for one file | sweep @/client.mjs --json @/x --report @/./x | --json: two reports would go to | give each a file of its own
    a matrix in the place of the scenario that is swept | sweep @/client.mjs --scenario @/a.yaml --json @/a.yaml | --json: | a.yaml, which is read
    a scenario to sweep that is several | sweep @/client.mjs --scenario @/folder-of-two | --scenario: | folder-of-two holds 2 scenarios | name a file that holds one
    a scenario to sweep that does not exist | sweep @/client.mjs --scenario @/b.yaml | b.yaml: there is no such file or folder
    differences to nowhere | diff @/client.mjs @/client.mjs --json @/a.yaml/x.json | --json: | cannot be written
    one client to compare | diff @/client.mjs | missing required argument 'client-b'
  `),
];
