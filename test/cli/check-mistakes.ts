import type { Mistake } from './mistake.ts';

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
  { mistake: 'no client to check', argv: 'check', says: ['the command line: no client is named', 'name its module'] },
  { mistake: 'no client to sweep', argv: 'sweep', says: ['the command line: no client is named', 'name its module'] },
  {
    mistake: 'a configuration of a check that does not exist',
    argv: 'check --config @/none.yaml',
    says: ['--config: there is no file'],
  },
  {
    mistake: 'a configured client to check that does not exist',
    argv: 'check --config @/lost.config.yaml',
    says: ['lost.config.yaml: there is no client', 'did you mean "client.mjs"?'],
  },
  {
    mistake: 'a way in that is none',
    argv: 'check @/client.mjs --transport socket',
    says: ['--transport: "socket" is not a way in', 'write sockets or fetch'],
  },
  ...['check', 'sweep'].map((command) => ({
    mistake: `a ${command} by fetch of a client that sends by something else`,
    argv: `${command} @/by-https.mjs --transport fetch`,
    says: ['--transport: the client sent nothing by the global fetch', 'leave it out'],
  })),
  {
    mistake: 'a client to check that does not exist',
    argv: 'check @/clint.mjs',
    says: ['the command line: there is no client', 'did you mean "client.mjs"?'],
  },
  ...['0', '-1', '1.5', 'many'].map((runs) => ({
    mistake: `${runs} for a number of scenarios`,
    argv: `check @/client.mjs --runs=${runs}`,
    says: [`--runs: "${runs}" is not a number`, 'a whole number from 1 on'],
  })),
  { mistake: 'a time that is none', argv: 'check @/client.mjs --time 30', says: ['--time: "30" is not a length'] },
  {
    mistake: 'counterexamples to be saved in a file',
    argv: 'check @/client.mjs --regressions @/a.yaml',
    says: ['--regressions: counterexamples cannot be saved in ', 'a.yaml: EEXIST', 'name a folder'],
  },
  { mistake: 'no time', argv: 'check @/client.mjs --time 0s', says: ['--time: "0s" is not a length of time'] },
  { mistake: 'a mode that is none', argv: 'check @/client.mjs --mode all', says: ['--mode: "all" is not a mode'] },
  { mistake: 'no workers', argv: 'check @/client.mjs --workers 0', says: ['--workers: "0" is not a number'] },
  { mistake: 'a thousand workers', argv: 'check @/client.mjs --workers 1000', says: ['--workers: 1000 are too many'] },
  { mistake: 'a part of a check that is none', argv: 'check @/client.mjs --shard 3/2', says: ['"3/2" is not a part'] },
  {
    mistake: 'a seed of a check that is none',
    argv: 'check @/client.mjs --seed x',
    says: ['--seed: "x" is not a seed'],
  },
  {
    mistake: 'a report of scenarios on a check',
    argv: 'check @/client.mjs -r tap',
    says: ['--reporter: tap is a report on scenarios', 'json=path/to/file'],
  },
  { mistake: 'rules of a check that are none', argv: 'check @/client.mjs --rules most', says: ['no choice of rules'] },
  ...['check @/client.mjs', 'sweep @/client.mjs', 'run @/a.yaml -c @/client.mjs', 'verify @/notes.txt'].map((argv) => ({
    mistake: `a level from which on to fail that is none, of ${argv}`,
    argv: `${argv} --fail-on warning`,
    says: ['--fail-on: "warning" is no level', 'write "must" or "should"'],
  })),
  {
    mistake: 'an assumption of a check that is none',
    argv: 'check @/client.mjs --assume x',
    says: ['chooses nothing'],
  },
  { mistake: 'a report that is not there', argv: 'merge-reports @/r.json', says: ['r.json: it cannot be read'] },
  {
    mistake: 'a report of no part',
    argv: 'merge-reports @/part-0.json',
    says: ['part-0.json: it is no report of a check'],
  },
  { mistake: 'a report of something else', argv: 'merge-reports @/notes.txt', says: ['it is no report of a check'] },
  {
    mistake: 'a part that is missing',
    argv: 'merge-reports @/part-1.json @/part-2.json',
    says: ['merge-reports: part 3/3 is missing'],
  },
  {
    mistake: 'a part twice',
    argv: 'merge-reports @/part-1.json @/part-1.json',
    says: ['is part 1/3, too', 'name each part once'],
  },
  {
    mistake: 'parts of two checks',
    argv: 'merge-reports @/part-1.json @/seed-9.json',
    says: ['it is of another check than', 'part-1.json'],
  },
  { mistake: 'a budget that is none', argv: 'sweep @/client.mjs --pairs x', says: ['--pairs: "x" is not a number'] },
  {
    mistake: 'a matrix to nowhere',
    argv: 'sweep @/client.mjs --json @/a.yaml/x.json',
    says: ['--json: ', 'cannot be written'],
  },
  {
    mistake: 'a matrix and a page for one file',
    argv: 'sweep @/client.mjs --json @/x --report @/./x',
    says: ['--json: two reports would go to ', 'give each a file of its own'],
  },
  {
    mistake: 'a matrix in the place of the scenario that is swept',
    argv: 'sweep @/client.mjs --scenario @/a.yaml --json @/a.yaml',
    says: ['--json: ', 'a.yaml, which is read'],
  },
  {
    mistake: 'a scenario to sweep that is several',
    argv: 'sweep @/client.mjs --scenario @/folder-of-two',
    says: ['--scenario: ', 'folder-of-two holds 2 scenarios', 'name a file that holds one'],
  },
  {
    mistake: 'a scenario to sweep that does not exist',
    argv: 'sweep @/client.mjs --scenario @/b.yaml',
    says: ['b.yaml: there is no such file or folder'],
  },
  {
    mistake: 'differences to nowhere',
    argv: 'diff @/client.mjs @/client.mjs --json @/a.yaml/x.json',
    says: ['--json: ', 'cannot be written'],
  },
  { mistake: 'one client to compare', argv: 'diff @/client.mjs', says: ["missing required argument 'client-b'"] },
];
