import { client, keptScenario } from './begin.ts';
import { checkMistakes, reportFiles } from './check-mistakes.ts';
import type { Mistake } from './mistake.ts';

/** What lies in the folder of each test. */
export const files = {
  'a.yaml': keptScenario,
  'wrong.yaml': 'name: [unclosed',
  'windows.yaml': `client: ..\\elsewhere.mjs\n${keptScenario}`,
  'windows.config.yaml': 'client: .\\elsewhere.mjs\nscenarios: s\\a.yaml\n',
  'lost.yaml': `client: ./elsewhere.mjs\n${keptScenario}`,
  'own.yaml': `client: ./client.mjs\n${keptScenario}`,
  'nothing.yaml': '',
  'twin.config.yaml': 'seed: 1\n',
  'twins.config.yaml': 'reporters: [json=x.out, tap=./x.out]\n',
  'client.mjs': client,
  'empty/.keep': '',
  'folder/client.mjs/.keep': '',
  'named.mjs': 'export const client = () => 1;\n',
  'text.mjs': 'export default "client";\n',
  'thrower.mjs': '\nthrow new Error("no database");\n',
  'syntax.mjs': 'export default = 1;\n',
  'none.ts': 'export default [];\n',
  'seven.ts': 'export default 7;\n',
  'half.ts': 'export default [{ name: "half" }];\n',
  'strict.ts': 'throw new Error("not today");\n',
  'wrong.config.yaml': 'scenaros: .\n',
  'notes.txt': 'name: a',
  ...reportFiles,
};

export const mistakes: readonly Mistake[] = [
  { mistake: 'no command', argv: '', says: ['Usage: stunt-double'] },
  { mistake: 'an unknown command', argv: 'runn @', says: ["unknown command 'runn'", 'Did you mean run?'] },
  { mistake: 'an unknown option', argv: 'run @ --sed 3', says: ["unknown option '--sed'", 'Did you mean --seed?'] },
  { mistake: 'no path', argv: 'run', says: ['no scenarios are named', 'stunt-double init'] },
  { mistake: 'an option without its value', argv: 'run @ --seed', says: ['argument missing'] },
  { mistake: 'a path that does not exist', argv: 'run @/b.yaml', says: ['b.yaml: there is no such file or folder'] },
  { mistake: 'a folder without scenarios', argv: 'run @/empty', says: ['the folder holds no scenario'] },
  { mistake: 'a scenario that is not YAML', argv: 'run @/wrong.yaml', says: ['wrong.yaml:1', 'SCENARIO_INVALID'] },
  { mistake: 'no client at all', argv: 'run @/a.yaml', says: ['a.yaml: no client is named', '--client <module>'] },
  {
    mistake: 'a client that does not exist',
    argv: 'run @/a.yaml --client @/clint.mjs',
    says: ['--client: there is no client', 'did you mean "client.mjs"?', 'CLIENT_INVALID'],
  },
  {
    mistake: 'a client that does not exist here',
    argv: 'run @/a.yaml --client nowhere-to-be-found.xyz',
    says: ['--client: there is no client', `it was looked for in ${process.cwd()}`],
  },
  {
    mistake: "a scenario's client that does not exist",
    argv: 'run @/lost.yaml',
    says: ['lost.yaml: there is no client', 'elsewhere.mjs', 'it was looked for in'],
  },
  {
    mistake: "a scenario's client, written for Windows",
    argv: 'run @/windows.yaml',
    says: ['windows.yaml: there is no client', 'write "/" between its parts'],
  },
  {
    mistake: "a configuration's client, written for Windows",
    argv: 'run @/a.yaml --config @/windows.config.yaml',
    says: ['windows.config.yaml: there is no client', 'write "/" between its parts'],
  },
  {
    mistake: "a configuration's scenarios, written for Windows",
    argv: 'run --config @/windows.config.yaml',
    says: ['there is no such file or folder', 'write "/" between its parts'],
  },
  {
    mistake: 'a client that is a folder',
    argv: 'run @/a.yaml --client @/folder/client.mjs',
    says: ['is no regular file', 'name the module itself'],
  },
  {
    mistake: 'a client without a default export',
    argv: 'run @/a.yaml --client @/named.mjs',
    says: ['named.mjs: the module has no function as its default export', 'export default'],
  },
  {
    mistake: 'a default export that is not a function',
    argv: 'run @/a.yaml --client @/text.mjs',
    says: ['text.mjs: the module has no function as its default export'],
  },
  {
    mistake: 'a client that throws while it loads',
    argv: 'run @/a.yaml --client @/thrower.mjs',
    says: ['thrower.mjs', 'the module cannot be loaded: no database', 'CLIENT_INVALID'],
  },
  {
    mistake: 'a client with an error of syntax',
    argv: 'run @/a.yaml --client @/syntax.mjs',
    says: ['syntax.mjs', 'the module cannot be loaded'],
  },
  ...['-1', '1.5', '9007199254740992', '1e3', '0x1', 'seven'].map((seed) => ({
    mistake: `${seed} for a seed`,
    argv: `run @/a.yaml --client @/client.mjs --seed ${seed}`,
    says: [`--seed: "${seed}" is not a seed`, 'a whole number from 0 to 9007199254740991'],
  })),
  {
    mistake: 'a part that is none',
    argv: 'run @/a.yaml --shard 0/3',
    says: ['--shard: "0/3" is not a part', 'write 1/3'],
  },
  { mistake: 'a part beyond the last', argv: 'run @/a.yaml --shard 4/3', says: ['--shard: "4/3" is not a part'] },
  { mistake: 'a part without a number', argv: 'run @/a.yaml --shard 2', says: ['--shard: "2" is not a part'] },
  { mistake: 'a part in words', argv: 'run @/a.yaml --shard one/two', says: ['--shard: "one/two" is not a part'] },
  {
    mistake: 'an assumption that is none',
    argv: 'run @/a.yaml -c @/client.mjs --assume cache.boundry=alive',
    says: ['--assume: "cache.boundry" is not an assumption', 'did you mean "cache.boundary"?'],
  },
  {
    mistake: 'a variant that is none',
    argv: 'run @/a.yaml -c @/client.mjs --assume limits.retryAfter=second',
    says: ['limits.retryAfter cannot be "second"', '"seconds"', 'stunt-double explain limits.retryAfter'],
  },
  {
    mistake: 'a length that is none',
    argv: 'run @/a.yaml -c @/client.mjs --assume token.lifetime=0s',
    says: ['token.lifetime cannot be "0s"', 'a duration from 1s to 365d'],
  },
  {
    mistake: 'an assumption without a variant',
    argv: 'run @/a.yaml -c @/client.mjs --assume limits.retryAfter',
    says: ['"limits.retryAfter" chooses nothing', 'write id=variant'],
  },
  {
    mistake: 'a profile that is none',
    argv: 'run @/a.yaml -c @/client.mjs --profile 2024-02-92',
    says: ['--profile: "2024-02-92" is not a profile', 'did you mean "2024-02-29"?'],
  },
  {
    mistake: 'rules that are none',
    argv: 'run @/a.yaml -c @/client.mjs --rules most',
    says: ['--rules: "most" is no choice of rules', 'write "all", "must", "none" or "C14=off,C8=must"'],
  },
  {
    mistake: 'a rule that is none',
    argv: 'run @/a.yaml -c @/client.mjs --rules C99=off',
    says: ['--rules: there is no rule "C99"'],
  },
  {
    mistake: 'a level that is none',
    argv: 'run @/a.yaml -c @/client.mjs --rules C1=maybe',
    says: ['C1 cannot be "maybe"', '"off", "should" or "must"'],
  },
  {
    mistake: 'a report that is none',
    argv: 'run @/a.yaml --reporter junt',
    says: ['--reporter: "junt" is not a report', 'did you mean "junit"?'],
  },
  {
    mistake: 'a report to nowhere',
    argv: 'run @/a.yaml --reporter junit=',
    says: ['names no file', 'junit=path/to/file'],
  },
  {
    mistake: 'two documents for standard output',
    argv: 'run @/a.yaml --reporter json --reporter tap',
    says: ['json and tap would both go to standard output', 'json=path/to/file'],
  },
  {
    mistake: 'two reports for one file',
    argv: 'run @/a.yaml --reporter json=@/x --reporter tap=@/x',
    says: ['two reports would go to'],
  },
  {
    mistake: 'two reports for one file, in two spellings',
    argv: 'run @/a.yaml --reporter json=@/x --reporter tap=@/empty/../x',
    says: ['--reporter: two reports would go to ', 'give each a file of its own'],
  },
  {
    mistake: 'a report and a page for one file',
    argv: 'run @/a.yaml --reporter json=@/x --report @/./x',
    says: ['--report: two reports would go to '],
  },
  {
    mistake: 'a configuration with two reports for one file',
    argv: 'run @/a.yaml --config @/twins.config.yaml',
    says: ['two reports would go to "x.out", also as "./x.out"'],
  },
  {
    mistake: "a report in the place of a scenario's own client",
    argv: 'run @/own.yaml --report @/client.mjs',
    says: ['--report: ', 'client.mjs, which is read', 'name another file to write to'],
  },
  {
    mistake: 'a report in the place of the configuration',
    argv: 'run @/own.yaml --config @/twin.config.yaml -r json=@/twin.config.yaml',
    says: ['--reporter: ', 'twin.config.yaml, which is read'],
  },
  {
    mistake: 'hosts of a recording in a file that is empty',
    argv: 'verify @/notes.txt --hosts @/nothing.yaml',
    says: ['nothing.yaml:1:1: the file is empty (write lines such as "token: https://auth.example.com")'],
  },
  {
    mistake: 'a page in the place of the hosts of a recording',
    argv: 'verify @/notes.txt --hosts @/a.yaml --report @/./a.yaml',
    says: ['--report: ', 'a.yaml, which is read'],
  },
  {
    mistake: 'text that no scenario has in its name',
    argv: 'run @/a.yaml -c @/client.mjs --only nowhere',
    says: ['--only: no scenario matches "nowhere"'],
  },
  {
    mistake: 'a name that is nearly one',
    argv: 'run @/a.yaml -c @/client.mjs --only a_query_is_crated',
    says: ['no scenario matches', 'did you mean "a query is created"?'],
  },
  {
    mistake: 'an expression that is none',
    argv: 'run @/a.yaml -c @/client.mjs --only /(/',
    says: ['--only: /(/ is not a regular expression'],
  },
  { mistake: 'a pattern that nothing matches', argv: 'run @/*.yml', says: ['*.yml: no scenario matches this pattern'] },
  { mistake: 'a file that is no scenario', argv: 'run @/notes.txt', says: ['notes.txt: not a scenario file'] },
  { mistake: 'a module without scenarios', argv: 'run @/none.ts', says: ['none.ts: the module exports an empty list'] },
  {
    mistake: 'a module of something else',
    argv: 'run @/seven.ts',
    says: ['seven.ts: its default export is no scenario', '.build()'],
  },
  {
    mistake: 'a list of something else',
    argv: 'run @/half.ts',
    says: ['half.ts: number 1 of its default export is no scenario'],
  },
  {
    mistake: 'scenarios that throw',
    argv: 'run @/strict.ts',
    says: ['strict.ts', 'cannot be loaded: not today', 'SCENARIO_INVALID'],
  },
  {
    mistake: 'a configuration that does not exist',
    argv: 'run --config @/none.yaml',
    says: ['--config: there is no file'],
  },
  {
    mistake: 'a configuration with a field that is none',
    argv: 'run --config @/wrong.config.yaml',
    says: ['wrong.config.yaml:1:1: "scenaros" is not a field of the configuration', 'did you mean "scenarios"?'],
  },
  {
    mistake: 'a configuration that is a folder',
    argv: 'run --config @/folder',
    says: ['--config: ', 'folder is no regular file'],
  },
  {
    mistake: 'nothing to explain',
    argv: 'explain',
    says: ["missing required argument 'words'", '--help says what there is'],
  },
  {
    mistake: 'a word that is none',
    argv: 'explain xyzzyplugh',
    says: ['"xyzzyplugh" is no word', 'stunt-double list'],
  },
  { mistake: 'no kind to list', argv: 'list', says: ['list: no kind is named (known: scenarios, errors, '] },
  { mistake: 'no form to export', argv: 'export @/none.jsonl', says: ['--as: no form is named (known: perfetto, '] },
  {
    mistake: 'a kind that is none',
    argv: 'list eror',
    says: ['list: "eror" cannot be listed', 'did you mean "errors"?'],
  },
  {
    mistake: 'scenarios that are nowhere',
    argv: 'list scenarios @/none',
    says: ['none: there is no such file or folder'],
  },
  { mistake: 'no token', argv: 'replay', says: ["missing required argument 'token'"] },
  {
    mistake: 'a token that is none',
    argv: 'replay sd1_x --client @/client.mjs',
    says: ['the replay token: it is damaged'],
  },
  { mistake: 'words that are none', argv: 'explain one-word two-words', says: ['are no words'] },
  {
    mistake: 'a trace folder that is a file',
    argv: 'run @/a.yaml --client @/client.mjs --trace @/a.yaml',
    says: ['--trace: traces cannot be written to'],
  },
  ...checkMistakes,
];
