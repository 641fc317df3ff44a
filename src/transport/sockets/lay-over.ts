/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import type { Socket } from 'node:net';

type Ask = (info: object) => number;

interface Layered {
  readonly _parent?: Layered | null;
  readonly _handle: { getsockname: Ask; getpeername: Ask } | null;
}

/** What carries a connection of TLS that was given one to be put over, by `tls.connect({ socket })`. */
export const findBelow = (socket: Socket): Socket | undefined =>
  (Reflect.get(socket, '_parent') as Socket | null | undefined) ?? undefined;

/** The two have one address, and end together. The interceptor gives the upper one a handle of its own, where they would have one. */
export const layOver = (socket: Socket): void => {
  const below = findBelow(socket);
  const { _handle: handle } = socket as unknown as Layered;
  if (below === undefined || handle === null) return;
  const { _handle: shared } = below as unknown as Layered;
  handle.getsockname = (info) => shared?.getsockname(info) ?? 1;
  handle.getpeername = (info) => shared?.getpeername(info) ?? 1;
  socket.once('close', () => below.destroy());
};
