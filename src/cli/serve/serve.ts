import { isMisuse, refuse } from '../../misuse.ts';
import type { Terminal } from '../../print/terminal.ts';
import type { Result, Run } from '../../report/result.ts';
import { type ListeningServer, openServer } from '../../simulation/open-transport.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { sayInterrupted } from '../interruption.ts';
import type { ServeArguments } from './arguments.ts';
import { openControlOf } from './control.ts';
import { type EndWanted, watchEnd } from './end.ts';
import { asDotenv, asExports, type Environment, makeEnvironment } from './environment.ts';
import { type LivingFile, openCaFile, openEnvFile } from './files.ts';
import { chooseNotifyUrl } from './notify.ts';
import { prepareServe, type ServePlan } from './prepare.ts';
import { describeServe } from './replay.ts';
import { runCommand } from './run-command.ts';
import { playSession } from './session.ts';

/*
 * `stunt-double serve`: simulations as a real server, for a client that is a process of its own, in whatever language. Each
 * scenario is played as `run` plays it, only that the client is a command, or whoever comes as long as it is there; what comes
 * of it is judged and reported the same way.
 *
 * Here is the order of things: everything is read (`prepare.ts`), the server opens, the files are written, and then scenario
 * after scenario is played at the same addresses (`session.ts`). What a client is told stands in one table
 * (`environment.ts`). Whatever was opened is closed in reverse, however it ends.
 */

/** What has been opened, and has to be closed again. */
type Closing = (() => Promise<unknown>)[];

/** Throws Misuse for what cannot be served. */
export const serve = async (args: ServeArguments, terminal: Terminal): Promise<ExitCode> => {
  // What a shell reads is not mixed with what people read.
  const reports = args.command.length === 0 ? { ...terminal, stdout: terminal.stderr } : terminal;
  const plan = await prepareServe(args, reports);
  const closing: Closing = [];
  const end = watchEnd(terminal);
  try {
    const opened = await open(args, plan, closing);
    const results = await playAll({ args, plan, terminal, end, ...opened }, closing);
    const planned = Math.max(plan.scenarios.length, results.length);
    const isInterrupted = end.by === 'SIGINT' && args.command.length > 0;
    if (isInterrupted) sayInterrupted(terminal);
    const run: Run = { results, planned, ...(results.length < planned && { stopped: 'interrupted' }) };
    await plan.outlets.end(run);
    if (isInterrupted) return exitCodes.interrupted;
    return results.every(({ report }) => report.verdict === 'kept') ? exitCodes.kept : exitCodes.broken;
  } finally {
    for (const close of closing.toReversed()) await close();
    end[Symbol.dispose]();
  }
};

interface Opened {
  readonly server: ListeningServer;
  readonly notifyUrl: string | undefined;
  readonly envFile: LivingFile | undefined;
  readonly caFile: string | undefined;
}

/** Opens what lasts as long as the command; what has to be closed again is added to `closing` as soon as it is there. */
const open = async (args: ServeArguments, plan: ServePlan, closing: Closing): Promise<Opened> => {
  const notifyUrl = await chooseNotifyUrl(args.notify);
  const envFile = args.envFile === undefined ? undefined : await openEnvFile(args.envFile);
  const server = await openServer(plan.server).catch((error: unknown) => {
    if (!isMisuse(error)) throw error;
    throw refuse(plan.server.port === undefined ? '--host' : '--port', error.what, error.hint);
  });
  closing.push(() => server.close());
  if (envFile !== undefined) closing.push(() => envFile.remove());
  if (server.ca === undefined) return { server, notifyUrl, envFile, caFile: undefined };
  const caFile = await openCaFile(args.caFile);
  closing.push(() => caFile.remove());
  await caFile.write(server.ca);
  return { server, notifyUrl, envFile, caFile: caFile.path };
};

interface Serving extends Opened {
  readonly args: ServeArguments;
  readonly plan: ServePlan;
  readonly terminal: Terminal;
  readonly end: EndWanted;
}

const playAll = async (serving: Serving, closing: Closing): Promise<readonly Result[]> => {
  const { args, plan, end } = serving;
  const { scenarios, outlets, traces, clock } = plan;
  const results: Result[] = [];
  const control = openControlOf(plan, serving.terminal);
  closing.push(() => control.close());
  await outlets.begin(scenarios.length);
  for (const [index, scenario] of scenarios.entries()) {
    if (end.by !== undefined) break;
    let environment: Environment = {};
    await playSession(
      { scenario },
      {
        transport: { server: serving.server },
        clock,
        notifyUrl: serving.notifyUrl,
        instance: `scenario ${index + 1}`,
        ready: async (session) => {
          const controlUrl = await control.follow(session);
          const applications = session.played.sim.applications.map(({ env }) => env);
          environment = makeEnvironment({ ...serving, applications, controlUrl });
          await serving.envFile?.write(asDotenv(environment));
        },
        client: () => beClient(serving, environment),
        ended: async (report, real) => {
          const result = { report, real, replay: describeServe(args, report) };
          results.push(result);
          await outlets.result(result, results.length - 1);
          await traces?.write(results.length - 1, report.trace.toJSONL());
        },
      },
    );
  }
  return results;
};

/** The command, or else whoever comes until it is to end. */
const beClient = async ({ args, terminal, end, server }: Serving, environment: Environment): Promise<void> => {
  if (args.command.length > 0) {
    const command = runCommand(args.command, environment, terminal);
    end.listen((signal) => command.pass(signal));
    return command.ended;
  }
  terminal.stdout.write(asExports(environment));
  terminal.stderr.write(`serving at ${server.origins.join(', ')} until it is interrupted (Ctrl+C)\n`);
  return new Promise((resolve) => end.listen(() => resolve()));
};
