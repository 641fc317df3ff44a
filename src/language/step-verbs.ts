import { Misuse } from '../misuse.ts';
import type { Follower, Step, StepAction, Trigger, Where } from './ast.ts';
import { given } from './data.ts';
import type { GroupVerbs, Moments, Sequence, StepVerbs } from './moments.ts';
import { requireOptions, unwrap } from './problem.ts';
import { checkFollower, checkStep } from './schema.ts';
import { showCall, showTrigger } from './show-call.ts';
import { callFields, sequenceKey, triggerFields, type verbFields } from './words.ts';
import { writeAction, writeTrigger } from './written.ts';

export type { Moments, StepVerbs } from './moments.ts';

/** What belongs to the moment, and so is no option of a verb. */
const momentFields: ReadonlySet<string> = new Set([...Object.values(triggerFields).flat(), sequenceKey]);

/** Options of a verb, as plain JavaScript may give them. */
const checkOptions = (options: object | undefined, call: string): void => {
  requireOptions(options, call);
  const stray = Object.keys(options ?? {}).find((key) => momentFields.has(key));
  if (stray === undefined) return;
  throw new Misuse('BAD_OPTION', call, `"${stray}" belongs to the moment`, `say it there: on("…", { ${stray}: … })`);
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
  const say = (call: string, action: object): T => {
    const written = { ...action, ...writeTrigger(trigger) };
    const checked = trigger.kind === 'wait' ? checkFollower(written) : checkStep(written);
    return add({ ...unwrap<Omit<Step, 'place'>>(checked, call), place });
  };
  return {
    ...createDeeds((verb, value, options, action) => {
      const said = [value, options].filter((shown) => shown !== undefined);
      const call = `${caller}${place}.${showCall(verb, said)}`;
      checkOptions(options, call);
      return say(call, action);
    }),
    together: (tell) => {
      const call = `${caller}${place}.together`;
      const actions: StepAction[] = [];
      const group: GroupVerbs = createVerbs(
        trigger,
        ({ action }) => {
          if (action.do !== 'together') actions.push(action);
          return group;
        },
        `${caller}${place}.together: `,
      );
      tell(group);
      return say(call, { together: actions.map(writeAction) });
    },
    sequence: (tell) => tellSequence(trigger, tell, add, caller),
  };
};

/** A sequence as one step: the first that is told, with those that follow it. */
const tellSequence = <T>(
  trigger: Trigger,
  tell: (first: StepVerbs<Sequence>) => unknown,
  add: (step: Step) => T,
  caller: string,
): T => {
  const place = showTrigger(trigger);
  const call = `${caller}${place}.sequence`;
  const told: Step[] = [];
  const followers: Follower[] = [];
  const next: Sequence = createFollowing((step) => {
    followers.push(step);
    return next;
  }, `${call}: `);
  tell(
    createVerbs(
      trigger,
      (step) => {
        told.push(step);
        return next;
      },
      `${call}: `,
    ),
  );
  const [first, ...others] = told;
  if (first === undefined) throw new Misuse('BAD_OPTION', call, 'nothing happens', 'say what happens first');
  if (others.length > 0)
    throw new Misuse('BAD_OPTION', call, 'it begins twice', 'say when the next happens: .wait("5m")');
  if (followers.length === 0) throw new Misuse('BAD_OPTION', call, 'nothing follows', 'say what does: .wait("5m").…');
  return add({ ...first, followers });
};

type Act<T> = (verb: string, value: unknown, options: object | undefined, action: object) => T;

/** Each verb as a call: `act` gets what was said, and the action as a file writes it. */
const createDeeds = <T>(act: Act<T>): Omit<StepVerbs<T>, 'together' | 'sequence'> => {
  const deed = (verb: keyof typeof verbFields) => (options?: object) =>
    act(verb, undefined, options, { ...given({ ...options }), do: verb });
  /** A verb whose first argument is the field that it cannot do without. */
  const deedWith = (verb: keyof typeof verbFields) => (value: unknown, options?: object) =>
    act(verb, value, options, { ...given({ ...options }), do: verb, [callFields[verb] ?? '']: value });
  return {
    expireToken: deed('expireToken'),
    revokeToken: deed('revokeToken'),
    blankToken: deedWith('blankToken'),
    garbleToken: deedWith('garbleToken'),
    expireStoreToken: deedWith('expireStoreToken'),
    revokeStoreToken: deedWith('revokeStoreToken'),
    revokeConsent: deed('revokeConsent'),
    expireConsent: deed('expireConsent'),
    grantConsent: deed('grantConsent'),
    holdAccount: deed('holdAccount'),
    releaseAccount: deed('releaseAccount'),
    finishCollection: deed('finishCollection'),
    createProfile: deedWith('createProfile'),
    deleteProfile: deed('deleteProfile'),
    rotateSecret: deed('rotateSecret'),
    allowlistApp: deed('allowlistApp'),
    delistApp: deed('delistApp'),
    enableScope: deedWith('enableScope'),
    disableScope: deedWith('disableScope'),
    attachProfile: deedWith('attachProfile'),
    detachProfile: deedWith('detachProfile'),
    beginFault: deedWith('beginFault'),
    endFault: deedWith('endFault'),
    regionDown: deedWith('regionDown'),
    regionUp: deedWith('regionUp'),
    loseNotification: deed('loseNotification'),
    delayNotification: deedWith('delayNotification'),
    repeatNotification: deed('repeatNotification'),
    fail: (failure, options) => act('fail', failure, options, { ...given({ ...options }), fail: failure }),
    fault: (fault, options) => act('fault', fault, options, { ...given({ ...options }), fault }),
    elapse: (duration) => act('elapse', duration, undefined, { elapse: duration }),
  };
};

/** Checks a moment as it is named: any action will do, for it completes the step that the one schema reads. */
const createBegin =
  <T>(add: (step: Step) => T, caller: string, check: typeof checkStep | typeof checkFollower) =>
  (word: string, value: unknown, options?: object): StepVerbs<T> => {
    const call = `${caller}${showCall(word, options === undefined ? [value] : [value, options])}`;
    requireOptions(options, call);
    const { where, ...rest }: { readonly where?: Where } = given({ ...options });
    requireOptions(where, call);
    // At a time it is the fault that a filter looks for, so that the verb has to say whether it fits.
    const isTimed = word === 'at' || word === 'wait';
    const written = { ...rest, ...(!isTimed && where !== undefined && { where }), [word]: value, elapse: '0s' };
    const { trigger } = unwrap<Pick<Step, 'trigger'>>(check(written), call);
    return createVerbs(isTimed && where !== undefined ? { ...trigger, where } : trigger, add, caller);
  };

/**
 * The moments that verbs are said at, checked as they are named. See `createVerbs` for `add` and `caller`.
 *
 * @example
 * createMoments((step) => step.place).on('notification').elapse('61m') // "on('notification')"
 */
export const createMoments = <T>(add: (step: Step) => T, caller = ''): Moments<T> => {
  const begin = createBegin(add, caller, checkStep);
  return {
    at: (time, options) => begin('at', time, options),
    after: (event, options) => begin('after', event, options),
    on: (exchange, options) => begin('on', exchange, options),
  };
};

/** The moments of a sequence. */
const createFollowing = (add: (step: Follower) => Sequence, caller: string): Sequence => {
  const begin = createBegin(add, caller, checkFollower);
  return {
    wait: (time, options) => begin('wait', time, options),
    after: (event, options) => begin('after', event, options),
    on: (exchange, options) => begin('on', exchange, options),
  };
};
