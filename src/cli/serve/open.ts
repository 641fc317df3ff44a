import { isMisuse, refuse } from '../../misuse.ts';
import { type ListeningServer, openServer } from '../../simulation/open-transport.ts';
import type { ServeArguments } from './arguments.ts';
import { type LivingFile, openCaFile, openDotenv } from './files.ts';
import { chooseNotifyUrl } from './notify.ts';
import type { ServePlan } from './prepare.ts';

/** What has been opened, and has to be closed again, the last first. */
export type Closing = (() => unknown)[];

/** What lasts as long as the command. */
export interface Opened {
  readonly server: ListeningServer;
  readonly notifyUrl: string | undefined;
  readonly dotenv: LivingFile | undefined;
  readonly caFile: string | undefined;
}

/** What has to be closed again is added to `closing` as soon as it is there. Throws Misuse BAD_OPTION. */
export const openAll = async (args: ServeArguments, plan: ServePlan, closing: Closing): Promise<Opened> => {
  const notifyUrl = await chooseNotifyUrl(args.notify);
  const dotenv = args.dotenv === undefined ? undefined : openDotenv(args.dotenv);
  const server = await openServer(plan.server).catch((error: unknown) => {
    if (!isMisuse(error)) throw error;
    throw refuse(options.find(([field]) => error.place.includes(field))?.[1] ?? '--port', error.what, error.hint);
  });
  closing.push(() => server.close());
  if (dotenv !== undefined) closing.push(() => dotenv.remove());
  if (server.ca === undefined) return { server, notifyUrl, dotenv, caFile: undefined };
  const caFile = openCaFile(args.caFile);
  closing.push(() => caFile.remove());
  caFile.write(server.ca);
  return { server, notifyUrl, dotenv, caFile: caFile.path };
};

/** What the options of a server are called here. */
const options = [
  ['publicHost', '--public-host'],
  ['host', '--host'],
] as const;
