/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import { ClientTimer, isModuleTimer } from '../client-timer.ts';
import type { Clock } from '../clock.ts';
import { nativeTimers } from '../real-time.ts';
import { anyLiveClock, withClock, currentClock } from '../current-clock.ts';
import { type Patch, replace } from './patch.ts';

/** What undici's timer looks like from inside Node, which keeps timers of one delay in a ring. */
interface NodeTimeout {
  /** Null once the timer has been cleared. */
  _onTimeout: (() => void) | null;
  readonly _idleTimeout: number;
  readonly _idleNext?: NodeTimeout | null;
  refresh(): NodeTimeout;
}

type Refresh = (this: NodeTimeout) => NodeTimeout;

/** A real timer of undici's whose work a timer of ours does for the time being. */
interface Loan {
  readonly work: () => void;
  readonly deputy: ClientTimer;
}

const loans = new Map<NodeTimeout, Loan>();

const lend = (timeout: NodeTimeout, clock: Clock): void => {
  const work = timeout._onTimeout;
  if (work === null) return;
  const plan = { callback: work, delay: timeout._idleTimeout, madeBy: lend };
  loans.set(timeout, { work, deputy: new ClientTimer(plan, clock).unref() });
  timeout._onTimeout = () => undefined;
};

const giveBack = (timeout: NodeTimeout, loan: Loan): void => {
  loan.deputy.close();
  loans.delete(timeout);
  // undici may have cleared its timer meanwhile; it has then lost its work for good.
  if (timeout._onTimeout !== null) timeout._onTimeout = loan.work;
};

const isUndicis = (timeout: NodeTimeout): boolean => isModuleTimer(timeout._onTimeout, timeout._idleTimeout);

/** Finds those undici timers that are running in real time, beside a timer of the same delay, and lends their work. */
export const lendUndiciTimers = (clock: Clock): void => {
  const probe = withClock(undefined, () => nativeTimers.setTimeout(() => undefined, 499)) as unknown as NodeTimeout;
  const found: NodeTimeout[] = [];
  for (let timeout = probe._idleNext; timeout != null && timeout !== probe; timeout = timeout._idleNext)
    found.push(timeout);
  nativeTimers.clearTimeout(probe as unknown as NodeJS.Timeout);
  for (const timeout of found) if (isUndicis(timeout)) lend(timeout, clock);
};

/**
 * A `fetch` made before any simulation leaves undici with a real timer, which it will refresh for ever after. While there is
 * a simulation, the timer's work is lent to a timer of ours.
 */
export const patchUndiciTimer: Patch = () => {
  const sample = nativeTimers.setTimeout(() => undefined, 1);
  nativeTimers.clearTimeout(sample);
  const prototype = Object.getPrototypeOf(sample) as NodeTimeout;
  const realRefresh: Refresh = Reflect.get(prototype, 'refresh');

  function refresh(this: NodeTimeout): NodeTimeout {
    const loan = loans.get(this);
    const clock = loan === undefined && !isUndicis(this) ? undefined : (currentClock() ?? anyLiveClock());
    if (clock === undefined) {
      if (loan !== undefined) giveBack(this, loan);
      return realRefresh.call(this);
    }
    if (loan === undefined) lend(this, clock);
    else loan.deputy.refresh();
    return this;
  }

  const undo = replace(prototype, 'refresh', refresh);
  return () => {
    undo();
    for (const [timeout, loan] of loans) {
      giveBack(timeout, loan);
      realRefresh.call(timeout);
    }
  };
};
