import { isMisuse } from '../../misuse.ts';
import type { ScenarioReport } from '../../play/run-scenario.ts';
import type { Terminal } from '../../print/terminal.ts';
import type { Result } from '../../report/result.ts';
import { goesOn } from '../../simulation/returns.ts';
import { interrupted, isInterrupted, signalFor, whenInterrupted } from '../interruption.ts';
import type { ServeArguments } from './arguments.ts';
import { type FollowingControl, openControlOf } from './control.ts';
import { aroundProxies, asDotenv, asExports, type Environment, makeEnvironment } from './environment.ts';
import { type Closing, openAll, type Opened } from './open.ts';
import type { ServePlan } from './prepare.ts';
import { describeServe } from './replay.ts';
import { runCommand } from './run-command.ts';
import { playSession, type Session, type SessionOptions } from './session.ts';

interface Served {
  readonly args: ServeArguments;
  readonly plan: ServePlan;
  readonly terminal: Terminal;
}

/** Is given what came of each world, and the number of the scenario that it was begun with, from 0; nothing where that was cut short. */
type Tell = (scenario: number, result: Result | undefined) => void;

/** Plays scenario after scenario at the same addresses, until all are played or it is to end. Throws Misuse. */
export const playServed = async (served: Served, tell: Tell): Promise<void> => {
  const { args, plan, terminal } = served;
  const closing: Closing = [];
  try {
    const opened = await openAll(args, plan, closing);
    const control = openControlOf(plan, terminal);
    closing.push(() => control.close());
    const serving = { ...served, ...opened, control };
    for (const [index, scenario] of plan.scenarios.entries()) {
      if (isInterrupted(terminal)) break;
      await playSession({ scenario }, sessionOptions(serving, index, tell));
    }
  } finally {
    for (const close of closing.toReversed()) await close();
  }
};

interface Serving extends Served, Opened {
  readonly control: FollowingControl;
}

const sessionOptions = (serving: Serving, index: number, tell: Tell): SessionOptions => {
  let environment: Environment = {};
  let isCutShort = false;
  return {
    transport: { server: serving.server },
    clock: serving.plan.clock,
    notifyUrl: serving.notifyUrl,
    instance: `scenario ${index + 1}`,
    ready: async (session: Session) => {
      const controlUrl = await serving.control.follow(session);
      const applications = session.played.sim.applications.map(({ env }) => env);
      environment = makeEnvironment({ ...serving, applications, controlUrl });
      serving.dotenv?.write(asDotenv(environment));
    },
    client: async () => {
      const ended = await beClient(serving, environment);
      isCutShort = ended === interrupted;
      return isCutShort ? goesOn : ended;
    },
    ended: (report: ScenarioReport, real: number) => {
      // What it would have done is not known, and nothing is said of it, as of what `run` was doing.
      if (isCutShort) return tell(index, undefined);
      const { outcome } = report;
      // A command that could not be begun is none that failed.
      if (!outcome.ok && isMisuse(outcome.thrown)) throw outcome.thrown;
      return tell(index, { report, real, replay: describeServe(serving.args, report) });
    },
  };
};

/** The command, which may be `interrupted`; or else whoever comes until it is to end. */
const beClient = async ({ args, terminal, server }: Serving, environment: Environment): Promise<unknown> => {
  if (args.command.length > 0) {
    const around = aroundProxies(terminal.env, server.origins);
    const command = runCommand(args.command, { ...around, ...environment }, terminal);
    whenInterrupted(terminal, () => command.pass(signalFor(terminal)));
    await command.ended.catch((error: unknown) => {
      if (!isInterrupted(terminal)) throw error;
    });
    return isInterrupted(terminal) ? interrupted : undefined;
  }
  terminal.stdout.write(asExports(environment));
  terminal.stderr.write(`serving at ${server.origins.join(', ')} until it is interrupted (Ctrl+C)\n`);
  return new Promise((resolve) => whenInterrupted(terminal, () => resolve(goesOn)));
};
