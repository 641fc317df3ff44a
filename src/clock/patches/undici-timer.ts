/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import { runtime } from '../../runtime.ts';
import { ClientTimer, isModuleTimer, type TimerPlan } from '../client-timer.ts';
import type { Clock } from '../clock.ts';
import { nativeTimers } from '../real-time.ts';
import { anyLiveClock, withClock, currentClock } from '../current-clock.ts';
import { type Patch, replace } from './patch.ts';

/** What undici's timer looks like from inside Node, which keeps timers of one delay in a ring. */
interface NodeTimeout {
  /** Null once the timer has been cleared, undefined on newer versions of Node. */
  _onTimeout: (() => void) | null | undefined;
  /** Below zero once it has been cleared. */
  _idleTimeout: number;
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
  if (work == null) return;
  const callback = (): void => {
    if (timeout._onTimeout != null) work.call(timeout);
  };
  // Said, for what is built may have lost the name by which undici's callback is known.
  const plan = { callback, delay: timeout._idleTimeout, isLasting: true, madeBy: lend };
  loans.set(timeout, { work, deputy: new ClientTimer(plan, clock).unref() });
  timeout._onTimeout = () => undefined;
};

/** True where it goes on: undici stops it when nobody has a limit any more. */
const giveBack = (timeout: NodeTimeout, loan: Loan): boolean => {
  const goesOn = loan.deputy.isWaiting;
  loan.deputy.close();
  loans.delete(timeout);
  // undici may have cleared its timer meanwhile; it has then lost its work for good.
  if (timeout._onTimeout != null) timeout._onTimeout = loan.work;
  return goesOn;
};

const isUndicis = (timeout: NodeTimeout): boolean => isModuleTimer(timeout._onTimeout, timeout._idleTimeout);

/**
 * The timer that undici sets within a simulation. It is one of Node's own, which any copy of this package can lend: undici keeps it
 * for good, and one of ours would count for this copy alone. In real time it does not run.
 */
export const createModuleTimer = (plan: TimerPlan, clock: Clock): ClientTimer | NodeJS.Timeout => {
  const { callback, args = [], delay, repeats = false } = plan;
  // undici gives no arguments, and repeats nothing. Elsewhere than in Node nobody sees a timer from inside.
  if (runtime !== 'Node' || args.length > 0 || repeats) return new ClientTimer(plan, clock);
  const timeout = withClock(undefined, () => nativeTimers.setTimeout(callback, delay));
  // Cleared it does not run; what that takes from it is given back, or it could never be refreshed.
  nativeTimers.clearTimeout(timeout);
  const cleared = timeout as unknown as NodeTimeout;
  Object.assign(cleared, { _onTimeout: callback, _idleTimeout: delay });
  lend(cleared, clock);
  return timeout;
};

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
    for (const [timeout, loan] of loans) if (giveBack(timeout, loan)) realRefresh.call(timeout);
  };
};
