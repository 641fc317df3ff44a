import type { Step, Trigger } from './ast.ts';
import { given } from './data.ts';
import type { Moments, StepVerbs } from './moments.ts';
import { requireOptions, unwrap } from './problem.ts';
import { checkStep } from './schema.ts';
import { showCall } from './show.ts';
import type { verbFields } from './words.ts';

export type { Moments, StepVerbs } from './moments.ts';

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
  /** A verb whose first argument is the field that it cannot do without. */
  const deedWith = (verb: keyof typeof verbFields, field: string) => (value: unknown, options?: object) =>
    act(verb, value, options, { do: verb, [field]: value });
  return {
    expireToken: deed('expireToken'),
    revokeToken: deed('revokeToken'),
    blankToken: deedWith('blankToken', 'lacks'),
    expireStoreToken: deedWith('expireStoreToken', 'store'),
    revokeStoreToken: deedWith('revokeStoreToken', 'store'),
    revokeConsent: deed('revokeConsent'),
    expireConsent: deed('expireConsent'),
    grantConsent: deed('grantConsent'),
    holdAccount: deed('holdAccount'),
    releaseAccount: deed('releaseAccount'),
    finishCollection: deed('finishCollection'),
    createProfile: deedWith('createProfile', 'application'),
    deleteProfile: deed('deleteProfile'),
    rotateSecret: deed('rotateSecret'),
    allowlistApp: deed('allowlistApp'),
    delistApp: deed('delistApp'),
    enableScope: deedWith('enableScope', 'scope'),
    disableScope: deedWith('disableScope', 'scope'),
    attachProfile: deedWith('attachProfile', 'api'),
    detachProfile: deedWith('detachProfile', 'api'),
    beginTrouble: deedWith('beginTrouble', 'trouble'),
    endTrouble: deedWith('endTrouble', 'trouble'),
    regionDown: deedWith('regionDown', 'region'),
    regionUp: deedWith('regionUp', 'region'),
    loseAnswer: deed('loseAnswer'),
    delayAnswer: deedWith('delayAnswer', 'by'),
    loseNotification: deed('loseNotification'),
    delayNotification: deedWith('delayNotification', 'by'),
    repeatNotification: deed('repeatNotification'),
    fail: (failure, options) => act('fail', failure, options, { fail: failure }),
    accident: (accident, options) => act('accident', accident, options, { accident }),
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
