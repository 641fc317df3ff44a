import { levels } from '../rules/rule.ts';

/* Options that several commands have, as commander takes them: written once, so that they read the same everywhere. */

/** By what runs are judged, as it is typed behind these options. */
export interface JudgedBy {
  readonly profile?: string;
  readonly assume?: readonly string[];
  readonly rules?: string;
  readonly failOn?: string;
}

/** Of an option that may be given several times: all that was given. */
export const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

export const clientOption = [
  '-c, --client <module>',
  'module of the client under test, relative to the current folder',
] as const;
export const assumeOption = [
  '-a, --assume <id=variant>',
  'decide a point that the interfaces leave open; repeatable',
  collect,
] as const;
/** Of commands that play scenarios; what a scenario says of it counts no more. */
export const seedOption = [
  '-s, --seed <n>',
  "whole number that everything random is drawn from, instead of the scenarios' own",
] as const;
export const returnsOption = [
  '--returns <what>',
  'nothing: of a client whose result says nothing by design; result is the default',
] as const;
export const traceOption = [
  '-t, --trace <dir>',
  'write the trace of each scenario into this folder, as JSON lines',
] as const;

/** Of commands that tell of something that is no run of scenarios. */
export const textOrJsonOption = [
  '-r, --reporter <name[=file]>',
  'report as terminal or json; repeatable',
  collect,
] as const;

export const profileOption = ['-p, --profile <name>', 'the dated state of the interfaces to go by'] as const;
export const rulesOption = [
  '--rules <choice>',
  'which rules break a run: all, must, none, or levels such as C14=off,C8=must',
] as const;
export const configOption = [
  '--config <file>',
  'the configuration, instead of stunt-double.config.* in the current folder',
] as const;

/** Of commands that judge. */
export const failOnOption = [
  '--fail-on <level>',
  `the level from which on a broken rule fails: ${levels.join(' (the default) or ')}, with which recommendations do, too`,
] as const;

/** Of commands whose runs can be looked at while they run. */
export const uiOption = ['--ui', 'look at the runs in the live panel, in a browser: pause, step, act'] as const;

/** Of commands that can write a page for a browser. */
export const pageOption = [
  '--report <file>',
  'write a page for a browser into this file, besides: a viewer of each run',
] as const;

export const trendOption = [
  '--report-trend <path>',
  'earlier reports that the page shows a trend of: JSON, or a folder of it; repeatable',
  collect,
] as const;
