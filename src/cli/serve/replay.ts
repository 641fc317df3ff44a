import type { ScenarioReport } from '../../play/run-scenario.ts';
import { shellWord } from '../replay-line.ts';
import type { ServeArguments } from './arguments.ts';

/** Options that make it another run, with a value or without. */
const kept = ['clock', 'world', 'notify', 'profile', 'rules', 'failOn'] as const;
const flags = ['tls', 'portPerHost', 'control'] as const;

/** The command that runs one scenario again. */
export const describeServe = (args: ServeArguments, { scenario, seed }: ScenarioReport): string =>
  [
    'npx stunt-double serve',
    ...(args.paths.length === 0 ? [] : [shellWord(scenario.source)]),
    `--seed ${seed}`,
    ...kept.flatMap((name) => (args[name] === undefined ? [] : [dashed(name), shellWord(args[name])])),
    ...flags.flatMap((name) => (args[name] === true ? [dashed(name)] : [])),
    ...(args.assume ?? []).flatMap((one) => ['--assume', shellWord(one)]),
    ...(args.command.length === 0 ? [] : ['--', ...args.command.map(shellWord)]),
  ].join(' ');

const dashed = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
