import { client, keptScenario } from './begin.ts';
import { checkMistakes, reportFiles } from './check-mistakes.ts';
import { type Mistake, mistakesIn } from './mistake.ts';

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
  ...mistakesIn(`
    no command |  | Usage: stunt-double
    an unknown command | runn @ | unknown command 'runn' | Did you mean run?
    an unknown option | run @ --sed 3 | unknown option '--sed' | Did you mean --seed?
    no path | run | no scenarios are named | stunt-double init
    an option without its value | run @ --seed | argument missing
    a path that does not exist | run @/b.yaml | b.yaml: there is no such file or folder
    a folder without scenarios | run @/empty | the folder holds no scenario
    a scenario that is not YAML | run @/wrong.yaml | wrong.yaml:1 | SCENARIO_INVALID
    no client at all | run @/a.yaml | a.yaml: no client is named | --client <module>
    a client that does not exist | run @/a.yaml --client @/clint.mjs | --client: there is no client | did you mean "client.mjs"? | CLIENT_INVALID
    a client that does not exist here | run @/a.yaml --client nowhere-to-be-found.xyz | --client: there is no client | it was looked for in ${process.cwd()}
    a scenario's client that does not exist | run @/lost.yaml | lost.yaml: there is no client | elsewhere.mjs | it was looked for in
    a scenario's client, written for Windows | run @/windows.yaml | windows.yaml: there is no client | write "/" between its parts
    a configuration's client, written for Windows | run @/a.yaml --config @/windows.config.yaml | windows.config.yaml: there is no client | write "/" between its parts
    a configuration's scenarios, written for Windows | run --config @/windows.config.yaml | there is no such file or folder | write "/" between its parts
    a client that is a folder | run @/a.yaml --client @/folder/client.mjs | is no regular file | name the module itself
    a client without a default export | run @/a.yaml --client @/named.mjs | named.mjs: the module has no function as its default export | export default
    a default export that is not a function | run @/a.yaml --client @/text.mjs | text.mjs: the module has no function as its default export
    a client that throws while it loads | run @/a.yaml --client @/thrower.mjs | thrower.mjs:2:7: the module cannot be loaded: no database ( | CLIENT_INVALID
    a client with an error of syntax | run @/a.yaml --client @/syntax.mjs | syntax.mjs | the module cannot be loaded
  `),
  ...['-1', '1.5', '9007199254740992', '1e3', '0x1', 'seven'].map((seed) => ({
    mistake: `${seed} for a seed`,
    argv: `run @/a.yaml --client @/client.mjs --seed ${seed}`,
    says: [`--seed: "${seed}" is not a seed`, 'a whole number from 0 to 9007199254740991'],
  })),
  ...mistakesIn(`
    a part that is none | run @/a.yaml --shard 0/3 | --shard: "0/3" is not a part | write 1/3
    a part beyond the last | run @/a.yaml --shard 4/3 | --shard: "4/3" is not a part
    a part without a number | run @/a.yaml --shard 2 | --shard: "2" is not a part
    a part in words | run @/a.yaml --shard one/two | --shard: "one/two" is not a part
    an assumption that is none | run @/a.yaml -c @/client.mjs --assume cache.boundry=alive | --assume: "cache.boundry" is not an assumption | did you mean "cache.boundary"?
    a variant that is none | run @/a.yaml -c @/client.mjs --assume limits.retryAfter=second | limits.retryAfter cannot be "second" | "seconds" | stunt-double explain limits.retryAfter
    a length that is none | run @/a.yaml -c @/client.mjs --assume token.lifetime=0s | token.lifetime cannot be "0s" | a duration from 1s to 365d
    an assumption without a variant | run @/a.yaml -c @/client.mjs --assume limits.retryAfter | "limits.retryAfter" chooses nothing | write id=variant
    a profile that is none | run @/a.yaml -c @/client.mjs --profile 2024-02-92 | --profile: "2024-02-92" is not a profile | did you mean "2024-02-29"?
    rules that are none | run @/a.yaml -c @/client.mjs --rules most | --rules: "most" is no choice of rules | write "all", "must", "none" or "C14=off,C8=must"
    a rule that is none | run @/a.yaml -c @/client.mjs --rules C99=off | --rules: there is no rule "C99"
    a level that is none | run @/a.yaml -c @/client.mjs --rules C1=maybe | C1 cannot be "maybe" | "off", "should" or "must"
    a report that is none | run @/a.yaml --reporter junt | --reporter: "junt" is not a report | did you mean "junit"?
    a report to nowhere | run @/a.yaml --reporter junit= | names no file | junit=path/to/file
    a report in the place of a folder | run @/a.yaml -c @/client.mjs --reporter junit=@/a.yaml/report.xml | --reporter: | cannot be written
    two documents for standard output | run @/a.yaml --reporter json --reporter tap | json and tap would both go to standard output | json=path/to/file
    two reports for one file | run @/a.yaml --reporter json=@/x --reporter tap=@/x | two reports would go to
    two reports for one file, in two spellings | run @/a.yaml --reporter json=@/x --reporter tap=@/empty/../x | --reporter: two reports would go to | give each a file of its own
    a report and a page for one file | run @/a.yaml --reporter json=@/x --report @/./x | --report: two reports would go to
    a configuration with two reports for one file | run @/a.yaml --config @/twins.config.yaml | two reports would go to "x.out", also as "./x.out"
    a report in the place of a scenario's own client | run @/own.yaml --report @/client.mjs | --report: | client.mjs, which is read | name another file to write to
    a report in the place of the configuration | run @/own.yaml --config @/twin.config.yaml -r json=@/twin.config.yaml | --reporter: | twin.config.yaml, which is read
    no recording | verify | missing required argument 'files'
    a recording that is not there | verify @/none.har | none.har: it cannot be read
    one to judge who is none | verify @/notes.txt --judge us | --judge: "us" is judged by no rule
    a rule that is none, of a recording | verify @/notes.txt --rules S99=off | there is no rule "S99"
    a report on scenarios, of a recording | verify @/notes.txt -r tap | --reporter: tap is a report on scenarios
    an assumption without a variant, of a recording | verify @/notes.txt --assume x | --assume: "x" chooses nothing
    hosts of a recording in a file that is empty | verify @/notes.txt --hosts @/nothing.yaml | nothing.yaml:1:1: the file is empty (write lines such as "token: https://auth.example.com")
    a page in the place of the hosts of a recording | verify @/notes.txt --hosts @/a.yaml --report @/./a.yaml | --report: | a.yaml, which is read
    text that no scenario has in its name | run @/a.yaml -c @/client.mjs --only nowhere | --only: no scenario matches "nowhere"
    a name that is nearly one | run @/a.yaml -c @/client.mjs --only a_query_is_crated | no scenario matches | did you mean "a query is created"?
    an expression that is none | run @/a.yaml -c @/client.mjs --only /(/ | --only: /(/ is not a regular expression
    a pattern that nothing matches | run @/*.yml | *.yml: no scenario matches this pattern
    a file that is no scenario | run @/notes.txt | notes.txt: not a scenario file
    a module without scenarios | run @/none.ts | none.ts: the module exports an empty list
    a module of something else | run @/seven.ts | seven.ts: its default export is no scenario | .build()
    a client in the place of scenarios | run @/client.mjs | client.mjs: its default export is no scenario | a client is named by --client
    a list of something else | run @/half.ts | half.ts: number 1 of its default export is no scenario
    scenarios that throw | run @/strict.ts | strict.ts | cannot be loaded: not today | SCENARIO_INVALID
    a configuration that does not exist | run --config @/none.yaml | --config: there is no file
    a configuration with a field that is none | run --config @/wrong.config.yaml | wrong.config.yaml:1:1: "scenaros" is not a field of the configuration | did you mean "scenarios"?
    a configuration that is a folder | run --config @/folder | --config: | folder is no regular file
    nothing to explain | explain | missing required argument 'words' | --help says what there is
    a word that is none | explain xyzzyplugh | "xyzzyplugh" is no word | stunt-double list
    no kind to list | list | list: no kind is named (known: scenarios, errors,
    no form to export | export @/none.jsonl | --as: no form is named (known: perfetto,
    a kind that is none | list eror | list: "eror" cannot be listed | did you mean "errors"?
    scenarios that are nowhere | list scenarios @/none | none: there is no such file or folder
    no token | replay | missing required argument 'token'
    a token that is none | replay sd1_x --client @/client.mjs | the replay token: it is damaged
    words that are none | explain one-word two-words | are no words
    a trace folder that is a file | run @/a.yaml --client @/client.mjs --trace @/a.yaml | --trace: traces cannot be written to
  `),
  ...checkMistakes,
];
