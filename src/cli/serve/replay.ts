import type { ScenarioReport } from '../../play/run-scenario.ts';
import { shellCommand, shellWord } from '../replay-line.ts';
import type { ServeArguments } from './arguments.ts';

/** The command that runs one scenario again: with all that makes it another run. */
export const describeServe = (args: ServeArguments, { scenario, seed }: ScenarioReport): string => {
  const { paths, command, clock, world, notify, profile, rules, failOn, tls, portPerHost, control, assume } = args;
  const options = { seed, clock, world, notify, profile, rules, failOn, tls, portPerHost, control, assume };
  const line = shellCommand(['serve', ...(paths.length === 0 ? [] : [scenario.source])], options);
  return command.length === 0 ? line : `${line} -- ${command.map(shellWord).join(' ')}`;
};
