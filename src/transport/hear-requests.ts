import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Agent, type ClientRequest } from 'node:http';
import { replaceMethod, type Undo } from '../clock/patches/patch.ts';

/** A request that begins just now: whoever sends it is on the stack still, unless a library has put it off. */
export interface Begun {
  readonly method: string;
  readonly url: string;
}

type Hear = (begun: Begun) => void;

const hearing = new Set<Hear>();
let unhook: Undo | undefined;

/** Tells of every request of this process where it begins. While nobody hears it, nothing is hooked. */
export const hearRequests = (hear: Hear): Undo => {
  hearing.add(hear);
  unhook ??= hook();
  return () => {
    if (!hearing.delete(hear) || hearing.size > 0) return;
    unhook?.();
    unhook = undefined;
  };
};

/** Of those that no library of Node's sends. */
export const tellBegun = (begun: Begun): void => {
  for (const hear of hearing) hear(begun);
};

const hook = (): Undo => {
  subscribe(undici, tellOfUndici);
  const unpatch = patchAgents();
  return () => {
    unsubscribe(undici, tellOfUndici);
    unpatch();
  };
};

/** Undici publishes it, and with it `fetch`, before it gives back its promise. */
const undici = 'undici:request:create';

const tellOfUndici = (message: unknown): void => {
  const { request } = message as { readonly request: { readonly method: string; origin: unknown; path: string } };
  tellBegun({ method: request.method, url: `${String(request.origin)}${request.path}` });
};

/** What `node:http` publishes comes when there is a connection, too late; its constructor asks the agent for one. */
const patchAgents = (): Undo =>
  replaceMethod(Agent.prototype, 'addRequest', (_agent, [request], go) => {
    const { method, protocol, path } = request as ClientRequest;
    tellBegun({ method, url: `${protocol}//${String((request as ClientRequest).getHeader('host'))}${path}` });
    return go();
  });
