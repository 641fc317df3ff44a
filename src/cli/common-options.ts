import { levels } from '../rules/rule.ts';

/* Options that several commands have, as commander takes them: written once, so that they read the same everywhere. */

/** Of an option that may be given several times: all that was given. */
export const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

export const assumeOption = [
  '-a, --assume <id=variant>',
  'decide a point that the interfaces leave open; repeatable',
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
