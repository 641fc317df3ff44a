import { readdir } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { Misuse } from '../misuse.ts';
import { hintOfPath } from '../language/scenario-file.ts';
import { suggest } from '../nearest.ts';
import type { Scenario } from '../language/ast.ts';
import type { Client } from '../simulation/client-env.ts';
import { isFile, loadDefault } from './load-module.ts';
import { fromHere, showPath } from '../print/show-path.ts';

/** A client's module: its full path, and where the user named it. */
export interface ClientChoice {
  readonly file: string;
  readonly namedBy: string;
}

/**
 * The command line's client, or else the scenario's own, or else the configuration's. Throws Misuse CLIENT_INVALID when
 * none names one.
 */
export const chooseClient = (
  { client, source }: Scenario,
  named: string | undefined,
  usual: ClientChoice | undefined,
): ClientChoice => {
  if (named !== undefined && named.trim() !== '') return { file: fromHere(named), namedBy: '--client' };
  if (named === undefined && client !== undefined)
    return { file: resolve(fromHere(dirname(source)), client), namedBy: source };
  if (named === undefined && usual !== undefined) return usual;
  throw refuse(
    named === undefined ? source : '--client',
    'no client is named',
    'name the module with --client <module>, or write "client: ./client.ts" in the scenario',
  );
};

const refuse = (place: string, what: string, hint: string): Misuse => new Misuse('CLIENT_INVALID', place, what, hint);

const loaded = new Map<string, Promise<Client>>();

/**
 * Loads a client's module, once in this process.
 *
 * Throws Misuse CLIENT_INVALID: no such file, no function as default export, the module throws.
 */
export const loadClient = async (choice: ClientChoice): Promise<Client> => {
  await requireFile(choice);
  const client = loaded.get(choice.file) ?? readClient(choice.file);
  loaded.set(choice.file, client);
  return client;
};

const readClient = async (file: string): Promise<Client> => {
  const client = await loadDefault(file, { what: 'a client', code: 'CLIENT_INVALID' });
  if (typeof client === 'function') return client as Client;
  throw refuse(
    showPath(file),
    'the module has no function as its default export',
    'write "export default async (env) => { … }"',
  );
};

const requireFile = async ({ file, namedBy }: ClientChoice): Promise<void> => {
  const found = isFile(file);
  if (found === true) return;
  if (found !== undefined)
    throw refuse(namedBy, `the client ${showPath(file)} is no regular file`, 'name the module itself');
  const elsewhere = hintOfPath(file) ?? `it was looked for in ${dirname(file)}`;
  const hint = suggest(basename(file), await readdir(dirname(file)).catch(() => []), elsewhere);
  throw refuse(namedBy, `there is no client ${showPath(file)}`, hint);
};
