import type { RefusalName } from '../spec/refusals.ts';
import type { EventName } from '../core/event.ts';
import type { OperationName } from '../spec/routes.ts';
import type { Duration } from '../spec/time.ts';
import type { ExchangeName, Step, Trigger } from './ast.ts';
import { given } from './data.ts';
import { requireOptions, unwrap } from './problem.ts';
import { checkStep } from './schema.ts';
import { showCall } from './show.ts';
import type { verbFields } from './words.ts';

interface ForCustomer {
  /** Without it the first customer is meant. */
  readonly customer?: string | undefined;
}

interface ForConsent extends ForCustomer {
  /** Without it all the customer's scopes are meant. */
  readonly scope?: string | undefined;
}

interface Failing {
  /** How many requests are refused, 1 to 1000. By default 1. */
  readonly times?: number | undefined;
  /** What is refused; needed unless the trigger is `on` an operation. */
  readonly operation?: OperationName | undefined;
}

type Store = 'submission' | 'reporting';

/** What can happen at a moment. Each verb adds one step and gives back what the next one is said to. */
export interface StepVerbs<T> {
  readonly expireToken: (options?: ForCustomer) => T;
  readonly revokeToken: (options?: ForCustomer) => T;
  readonly expireStoreToken: (store: Store) => T;
  readonly revokeStoreToken: (store: Store) => T;
  readonly revokeConsent: (options?: ForConsent) => T;
  readonly expireConsent: (options?: ForConsent) => T;
  readonly grantConsent: (options?: ForConsent) => T;
  /** Without `for` the account stays on hold until it is released. */
  readonly holdAccount: (options?: ForCustomer & { readonly for?: Duration | undefined }) => T;
  readonly releaseAccount: (options?: ForCustomer) => T;
  /** The next requests are refused before the service acts: with an error by its name, or a bare status, 400 to 599. */
  readonly fail: (failure: RefusalName | number, options?: Failing) => T;
  /** Time passes while the client sleeps. */
  readonly elapse: (duration: Duration) => T;
}

/** The ways to name a moment. */
export interface Moments<T> {
  /** At a virtual time, counted from the start: `at('10m')`. */
  readonly at: (time: Duration) => StepVerbs<T>;
  /** So long after the n-th such event: `after('created', { wait: '10m', nth: 2 })`. At once after the first, by default. */
  readonly after: (
    event: EventName,
    options?: { readonly wait?: Duration | undefined; readonly nth?: number | undefined },
  ) => StepVerbs<T>;
  /** Right before the n-th such exchange is dealt with: `on('listDataQueryRecords', { nth: 2 })`. The first, by default. */
  readonly on: (exchange: ExchangeName, options?: { readonly nth?: number | undefined }) => StepVerbs<T>;
}

/** The moment as the call that names it: `on('listDataQueryRecords', nth 2)`. */
const showTrigger = (trigger: Trigger): string => {
  const nth = trigger.kind === 'at' || trigger.nth === 1 ? '' : `, nth ${trigger.nth}`;
  switch (trigger.kind) {
    case 'at':
      return `at('${trigger.time}')`;
    case 'after':
      return `after('${trigger.event}'${trigger.wait === '0s' ? '' : `, wait ${trigger.wait}`}${nth})`;
    case 'on':
      return `on('${trigger.exchange}'${nth})`;
    default:
      return trigger satisfies never;
  }
};

/** A trigger the way a file writes it, so that one schema reads both. */
const writeTrigger = (trigger: Trigger): object => {
  switch (trigger.kind) {
    case 'at':
      return { at: trigger.time };
    case 'after':
      return { after: trigger.event, nth: trigger.nth, wait: trigger.wait };
    case 'on':
      return { on: trigger.exchange, nth: trigger.nth };
    default:
      return trigger satisfies never;
  }
};

/**
 * The verbs for one moment. `add` receives each step as plain data and decides what the next call is said to: a
 * scenario that is being written, a simulation that is running.
 *
 * @param caller what stands before the moment in messages, for example `scenario("late").`
 * @throws Misuse BAD_DURATION or BAD_OPTION, from the verbs, with the call as its place
 * @example
 * createVerbs({ kind: 'at', time: '5m' }, (step) => step.action).elapse('1h') // { do: 'elapse', duration: '1h' }
 */
export const createVerbs = <T>(trigger: Trigger, add: (step: Step) => T, caller = ''): StepVerbs<T> => {
  const place = showTrigger(trigger);
  const act = (verb: string, value: unknown, options: object | undefined, action: object): T => {
    const call = `${caller}${place}.${showCall(
      verb,
      [value, options].filter((shown) => shown !== undefined),
    )}`;
    requireOptions(options, call);
    const written = { ...given({ ...options }), ...action, ...writeTrigger(trigger) };
    return add({ ...unwrap(checkStep(written), call), place });
  };
  const deed = (verb: keyof typeof verbFields) => (options?: object) => act(verb, undefined, options, { do: verb });
  const storeDeed = (verb: 'expireStoreToken' | 'revokeStoreToken') => (store: Store) =>
    act(verb, store, undefined, { do: verb, store });
  return {
    expireToken: deed('expireToken'),
    revokeToken: deed('revokeToken'),
    expireStoreToken: storeDeed('expireStoreToken'),
    revokeStoreToken: storeDeed('revokeStoreToken'),
    revokeConsent: deed('revokeConsent'),
    expireConsent: deed('expireConsent'),
    grantConsent: deed('grantConsent'),
    holdAccount: deed('holdAccount'),
    releaseAccount: deed('releaseAccount'),
    fail: (failure, options) => act('fail', failure, options, { fail: failure }),
    elapse: (duration) => act('elapse', duration, undefined, { elapse: duration }),
  };
};

/**
 * The moments that verbs are said at, checked as they are named. See `createVerbs` for `add` and `caller`.
 *
 * @example
 * createMoments((step) => step.place).on('notification').elapse('61m') // "on('notification')"
 */
export const createMoments = <T>(add: (step: Step) => T, caller = ''): Moments<T> => {
  const begin = (word: string, value: unknown, options?: object): StepVerbs<T> => {
    const call = `${caller}${showCall(word, options === undefined ? [value] : [value, options])}`;
    requireOptions(options, call);
    // Any action will do: it completes the step, so that the one schema can read its trigger.
    const written = { ...given({ ...options }), [word]: value, elapse: '0s' };
    return createVerbs(unwrap(checkStep(written), call).trigger, add, caller);
  };
  return {
    at: (time) => begin('at', time),
    after: (event, options) => begin('after', event, options),
    on: (exchange, options) => begin('on', exchange, options),
  };
};
