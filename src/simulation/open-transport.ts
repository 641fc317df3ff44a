import type { Undo } from '../clock/patches/patch.ts';
import { textOf } from '../language/data.ts';
import { requireKnownFields } from '../language/strangers.ts';
import { show } from '../language/show.ts';
import { refuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
import { needNode } from '../runtime.ts';
import type { Gateway, Transport } from '../transport/gateway.ts';
import type { ListeningServer, ServerOptions } from '../transport/server.ts';
import { type Hosts, hostsAt, machines } from './addresses.ts';

/**
 * How requests get to a simulation: from every HTTP client of the process at the socket; from the global `fetch`, which is
 * faster; by a real server on this machine, for other processes and threads; only through `sim.fetch`; or by a
 * transport of your own.
 */
export type TransportChoice = (typeof names)[number] | { readonly server: ServerOptions | ListeningServer } | Transport;

export type { ListeningServer, ServerOptions };

const names = ['sockets', 'fetch', 'server', 'none'] as const;

/** A transport that is open, before there is a world at its end. */
export interface OpenTransport {
  readonly hosts: Hosts;
  readonly ca?: string;
  /** Gives the undo at once where there is nothing to wait for. */
  readonly attach: (gateway: Gateway) => Undo | ReturnType<Transport>;
  /** Closes it again, should there never be a world. */
  close(): Promise<void>;
}

/** The same for those who wait in any case. */
export const asTransport =
  (attach: OpenTransport['attach']): Transport =>
  async (gateway) => {
    const undo = await attach(gateway);
    return async () => undo();
  };

/** Opens a transport. A server has to listen before the addresses are known; everything is loaded only when it is used. */
export const openTransport = async (choice: TransportChoice = 'sockets', hosts: Hosts = {}): Promise<OpenTransport> => {
  const open = (attach: OpenTransport['attach']): OpenTransport => ({ hosts, attach, close: async () => {} });
  if (typeof choice === 'function') return open((await loadGuard()).guarded(ofYourOwn, withUndo(choice)));
  if (choice === 'none') {
    const { guardHosts } = await loadGuard();
    const refused = { transport: 'transport "none"', connections: 'refused' } as const;
    return open(({ addresses }) => guardHosts({ addresses, ...refused }));
  }
  if (choice === 'sockets') {
    needNode(place, 'clients cannot be caught at the socket', elsewhere);
    return open(await loadSockets());
  }
  if (choice === 'fetch') return open(await loadFetch());
  const options = readServer(choice);
  needNode(place, 'requests to a real server cannot be followed', elsewhere);
  const [given] = Object.keys(hosts);
  if (given !== undefined) {
    throw refuse(
      'simulate({ hosts })',
      `the server decides where "${given}" stands`,
      'leave "hosts" out, or use another transport',
    );
  }
  const isLent = 'attach' in options;
  const server = isLent ? options : await openServer(options);
  const { origins, ca } = server;
  const close = isLent ? async () => {} : server.close;
  const attach: Transport = async (gateway) => {
    const detach = await server.attach(gateway);
    return async () => {
      await detach();
      await close();
    };
  };
  return { hosts: hostsAt(origins), ...(ca !== undefined && { ca }), attach, close };
};

/** A server for several simulations, one after the other: it stays open until it is closed. Throws Misuse `BAD_OPTION`. */
export const openServer = async (options: ServerOptions): Promise<ListeningServer> => {
  const { listen } = await import('../transport/server.ts');
  return listen(options, options.portPerHost === true ? machines.length : 1);
};

/** Whoever forgets the undo would learn of it only when the simulation ends. */
const withUndo =
  (transport: Transport): Transport =>
  async (gateway) => {
    const undo = await transport(gateway);
    if (typeof undo === 'function') return undo;
    throw refuse(
      place,
      `your transport gives ${show(undo)}`,
      'let it return an async function that takes it off again',
    );
  };

/** It may well be a server. */
const ofYourOwn = { transport: 'a transport of your own', hasServers: true };

const place = 'simulate({ transport })';

/** The transports that need nothing below the global `fetch`. */
const elsewhere = `give transport: 'fetch' for what calls the global fetch, or 'none' for clients that are handed sim.fetch`;

/** Loads once: a dynamic import takes its time even of a module that is there, above all with a loader of TypeScript. */
const once = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
};

const loadSockets = once(async () => (await import('../transport/sockets.ts')).attachSockets);
const loadGuard = once(() => import('../transport/guard/guard.ts'));
const loadFetch = once(async () => (await import('../transport/global-fetch.ts')).attachGlobalFetch);

const readServer = (choice: unknown): ServerOptions | ListeningServer => {
  if (choice === 'server') return {};
  const options: unknown = typeof choice === 'object' && choice !== null ? Reflect.get(choice, 'server') : undefined;
  if (typeof options === 'object' && options !== null) return checkServer(options);
  throw refuse(place, `${show(choice)} is no transport`, suggest(textOf(choice), names));
};

/** Every option of a server, and what it is. */
const serverOptions: { readonly [Name in keyof ServerOptions]-?: 'boolean' | 'number' | 'string' } = {
  secure: 'boolean',
  port: 'number',
  portPerHost: 'boolean',
  host: 'string',
  publicHost: 'string',
};

const ofServer = 'simulate({ transport: { server } })';

const checkServer = (options: ServerOptions | ListeningServer): ServerOptions | ListeningServer => {
  if ('attach' in options) return options;
  requireKnownFields(options, Object.keys(serverOptions), ofServer);
  for (const [name, value] of Object.entries(options)) {
    const type = serverOptions[name as keyof ServerOptions];
    if (value === undefined || typeof value === type) continue;
    throw refuse(ofServer, `"${name}" is ${show(value)}`, `give a ${type}, or leave it out`);
  }
  return options;
};
