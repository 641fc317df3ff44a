/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import { ClientTimer } from '../client-timer.ts';
import { patchHttp2, socketOf, symbolOf } from '../http2-internals.ts';
import { currentClock } from '../current-clock.ts';
import { type Patch, replace, undoAll } from './patch.ts';
import { isClaimed } from './socket-timeouts.ts';
import { readDelay } from './timers.ts';

const limit = Symbol('stunt-double: the virtual time limit of this session or stream');

/** A session or a stream of HTTP/2, as far as their time limits are alike. */
interface Timed extends NodeJS.EventEmitter {
  [limit]?: ClientTimer | undefined;
  readonly destroyed: boolean;
  readonly timeout?: number;
  _onTimeout(): void;
}

type SetTimeout = (this: Timed, delay: number, callback?: () => void) => Timed;

type Refresh = (this: Timed) => void;

/** Idle time limits of HTTP/2 sessions and their streams, virtual where their socket's would be: Node gives them timers of its own. */
export const patchHttp2Timeouts: Patch = () =>
  patchHttp2(({ sessions, streams }) => {
    const undos = [sessions, streams].flatMap(patchOne);
    return () => undoAll(undos);
  });

const patchOne = (prototype: object): (() => void)[] => {
  const realSetTimeout = Reflect.get(prototype, 'setTimeout') as SetTimeout;
  const update = symbolOf(prototype, 'kUpdateTimer');
  if (update === undefined) return [];
  const realRefresh = Reflect.get(prototype, update) as Refresh;

  function setTimeout(this: Timed, delay: number, callback?: () => void): Timed {
    drop(this);
    // Node checks the arguments, keeps `timeout` and the listener; its own timer is taken off again.
    realSetTimeout.call(this, delay, callback);
    const clock = currentClock();
    if (clock === undefined || delay === 0 || this.destroyed) return this;
    const socket = socketOf(this);
    if (socket === undefined) return this;
    const isVirtual = isClaimed(socket);
    if (!isVirtual && !socket.connecting) return this;
    const { timeout } = this;
    realSetTimeout.call(this, 0);
    Reflect.set(this, 'timeout', timeout);
    const callMe = (): void => this._onTimeout();
    const plan = { callback: callMe, delay: readDelay(delay), madeBy: setTimeout };
    this[limit] = new ClientTimer(plan, clock).unref();
    this.once('close', () => drop(this));
    // Who is at the other end shows when the socket connects.
    if (!isVirtual) socket.once('ready', () => becomeReal(this, socket));
    return this;
  }

  const becomeReal = (timed: Timed, socket: Connecting): void => {
    if (isClaimed(socket) || timed[limit] === undefined) return;
    drop(timed);
    realSetTimeout.call(timed, timed.timeout ?? 0);
  };

  function refresh(this: Timed): void {
    this[limit]?.refresh();
    realRefresh.call(this);
  }

  return [replace(prototype, 'setTimeout', setTimeout), replace(prototype, update, refresh)];
};

const drop = (timed: Timed): void => {
  timed[limit]?.close();
  timed[limit] = undefined;
};

interface Connecting extends NodeJS.EventEmitter {
  readonly connecting?: boolean;
}
