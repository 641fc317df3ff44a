import { overrideSettings } from '../../language/settings.ts';
import type { Scenario } from '../../language/ast.ts';
import { refuse } from '../../misuse.ts';
import type { Terminal } from '../../print/terminal.ts';
import type { ServerOptions } from '../../simulation/open-transport.ts';
import { loadConfig } from '../config.ts';
import { gatherScenarios } from '../gather-scenarios.ts';
import { keepApart } from '../keep-apart.ts';
import { type Outlets, openOutlets, readReporters } from '../outlets.ts';
import { decide, readChoices } from '../prepare-runs.ts';
import { usualReporters } from '../run.ts';
import { chooseNames, openTraceFolder, type TraceFolder } from '../trace-folder.ts';
import type { ServeArguments } from './arguments.ts';
import { readClock, requireMovable, type ServedClock } from './clock.ts';
import { readWorld } from './read-world.ts';

/** All that is served, read and opened before anything is. */
export interface ServePlan {
  readonly scenarios: readonly Scenario[];
  readonly server: ServerOptions;
  readonly clock: ServedClock;
  readonly control: { readonly port?: number } | undefined;
  readonly outlets: Outlets;
  readonly traces: TraceFolder | undefined;
}

/** Throws Misuse BAD_OPTION, SCENARIO_INVALID. */
export const prepareServe = async (args: ServeArguments, terminal: Terminal): Promise<ServePlan> => {
  const clock = readClock(args.clock);
  const server = readServer(args);
  const control = readControl(args);
  const config = await loadConfig(args.config);
  const reporter = args.reporter ?? config?.reporters ?? usualReporters(terminal);
  const choices = readReporters(reporter);
  const world = args.world === undefined ? {} : await readWorld(args.world);
  const typed = readChoices(args);
  const seed = typed.seed ?? world.seed;
  const written = args.paths.length > 0 ? await gatherScenarios(args.paths) : [plain(args.command)];
  const scenarios = written.map((one): Scenario => {
    const decided = overrideSettings(
      decide(overrideSettings(one, world), typed, config),
      seed === undefined ? {} : { seed },
    );
    return { ...decided, seed: decided.seed ?? config?.seed ?? 0 };
  });
  keepApart({ ...args, reporter }, [...written.map(({ source }) => source), args.world, config?.file]);
  for (const scenario of scenarios) requireMovable(clock, scenario);
  if (scenarios.length > 1 && args.command.length === 0) {
    const what = `there are ${scenarios.length} scenarios, and no command that would be run in each of them`;
    throw refuse('the command line', what, 'write -- and the command behind them, or serve one at a time');
  }
  const outlets = openOutlets(choices, terminal);
  const names = chooseNames(scenarios.map(({ source }) => source));
  const traces = args.trace === undefined ? undefined : openTraceFolder(args.trace, names, terminal);
  return { scenarios, server, clock, control, traces, outlets };
};

/** A world in which nothing goes wrong by itself. */
const plain = (command: readonly string[]): Scenario => ({
  version: 1,
  name: command.length === 0 ? 'served' : command.join(' '),
  source: 'serve',
  customers: [],
  assumptions: {},
  steps: [],
  expect: { client: { outcome: 'succeeds' }, requests: {} },
});

const readServer = ({ port, portPerHost, tls, host, publicHost, caFile }: ServeArguments): ServerOptions => {
  if (caFile !== undefined && tls !== true) throw refuse('--ca-file', 'there is no certificate', 'add --tls');
  return {
    ...(port !== undefined && { port: readPort('--port', port) }),
    ...(portPerHost === true && { portPerHost }),
    ...(tls === true && { secure: true }),
    ...(host !== undefined && { host }),
    ...(publicHost !== undefined && { publicHost }),
  };
};

const readControl = ({ control, controlPort }: ServeArguments): ServePlan['control'] => {
  if (controlPort !== undefined) return { port: readPort('--control-port', controlPort) };
  return control === true ? {} : undefined;
};

const readPort = (option: string, typed: string): number => {
  const port = Number(typed);
  if (/^\d{1,5}$/.test(typed) && port <= 65_535) return port;
  throw refuse(option, `${JSON.stringify(typed)} is no port`, 'write a number up to 65535, or leave it out');
};
