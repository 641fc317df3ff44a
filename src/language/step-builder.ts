import type { EventName } from '../core/event.ts';
import { refuse } from '../misuse.ts';
import type { Chance, ExchangeName, Follower, Nth, Step, StepAction, Trigger, Where } from './ast.ts';
import { given } from './data.ts';
import type { LengthOf } from './length.ts';
import { requireFunction, requireOptions, unwrap } from './problem.ts';
import { checkFollower, checkStep } from './schema.ts';
import { showCall } from './show.ts';
import type { VerbCalls } from './step-verbs.ts';
import { firstWritten, namesOfVerbs, rowOf, type VerbName } from './verbs.ts';
import { type eventFilters, type exchangeFilters, sequenceKey, triggerFields } from './words.ts';
import { writeAction, writeTrigger } from './written.ts';

/*
 * Steps as calls: `on('notification').elapse('61m')`. A trigger is a call, checked as it is made; a verb is a method of what
 * it gives back, and adds a step. What is called is written down as a file would write it and read by the same schema, so
 * that both ways know the same words and answer mistakes in the same way.
 */

/** What can happen when a step is triggered. Each verb adds one step and gives back what the next one is called on. */
export interface StepVerbs<T> extends VerbCalls<T> {
  /** Several things at once, in their order: `.together((all) => all.expireToken().holdAccount())`. */
  readonly together: (build: (all: GroupVerbs) => unknown) => T;
  /**
   * One thing after the other, from then on:
   * `.sequence((first) => first.revokeConsent().wait('10m').grantConsent())`.
   */
  readonly sequence: (build: (first: Omit<StepVerbs<Sequence>, 'sequence'>) => unknown) => T;
}

/** What can happen together with other things. */
interface GroupVerbs extends Omit<StepVerbs<GroupVerbs>, 'together' | 'sequence'> {}

/** The ways to say when the next step of a sequence happens, counted from when the one before has. */
export interface Sequence extends Omit<Triggers<Sequence>, 'at'> {
  /** So much later. */
  readonly wait: <Text extends string>(
    time: LengthOf<Text>,
    options?: Condition,
  ) => Omit<StepVerbs<Sequence>, 'sequence'>;
}

/** What else must be so. What does not match is not counted either. */
interface Condition {
  /** At a time or after a wait: whether it happens at all, or of the requests that a fault hits, how likely each is: `30%`. */
  readonly chance?: Chance | undefined;
  /** At a time or after a wait: which requests or notifications a fault hits. */
  readonly where?: Where | undefined;
}

interface Counted<Field extends keyof Where> {
  /** Which of those that match: the n-th, `every`, from one to another (`2..4`), or from one on (`3..`). */
  readonly nth?: Nth | undefined;
  /** How likely each that matches is to count, drawn from the seed: `30%`. */
  readonly chance?: Chance | undefined;
  /** What else is known about it: `{ page: 2, region: 'eu-west-1' }`. */
  readonly where?: ([Field] extends [never] ? never : Pick<Where, Field>) | undefined;
}

/** The ways to say when a step happens. */
export interface Triggers<T> {
  /** At a virtual time, counted from the start: `at('10m')`. */
  readonly at: <Text extends string>(time: LengthOf<Text>, options?: Condition) => StepVerbs<T>;
  /** So long after the n-th such event: `after('created', { wait: '10m', nth: 2 })`. At once after the first, by default. */
  readonly after: <Event extends EventName, Wait extends string>(
    event: Event,
    options?: Counted<(typeof eventFilters)[Event][number]> & { readonly wait?: LengthOf<Wait> | undefined },
  ) => StepVerbs<T>;
  /** Right before the n-th such exchange is dealt with: `on('listDataQueryRecords', { nth: 2 })`. The first, by default. */
  readonly on: <Exchange extends ExchangeName>(
    exchange: Exchange,
    options?: Counted<(typeof exchangeFilters)[Exchange][number]>,
  ) => StepVerbs<T>;
}

/** What belongs to the moment, and so is no option of a verb. */
const triggerKeys: ReadonlySet<string> = new Set([...Object.values(triggerFields).flat(), sequenceKey]);

/** Options of a verb, as plain JavaScript may give them. */
const checkOptions = (options: object | undefined, call: string): void => {
  requireOptions(options, call);
  const stray = Object.keys(options ?? {}).find((key) => triggerKeys.has(key));
  if (stray === undefined) return;
  throw refuse(call, `"${stray}" belongs to the moment`, `say it there: on("…", { ${stray}: … })`);
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
    ...createVerbCalls((verb, value, options, action) => {
      const said = [value, options].filter((shown) => shown !== undefined);
      const call = `${caller}${place}.${showCall(verb, said)}`;
      checkOptions(options, call);
      return say(call, action);
    }),
    together: (build) => {
      const call = `${caller}${place}.together`;
      requireFunction(build, call, 'write together((all) => all.expireToken().holdAccount())');
      const actions: StepAction[] = [];
      const group: GroupVerbs = createVerbs(
        trigger,
        ({ action }) => {
          if (action.do !== 'together') actions.push(action);
          return group;
        },
        `${caller}${place}.together: `,
      );
      build(group);
      return say(call, { together: actions.map(writeAction) });
    },
    sequence: (build) => buildSequence(trigger, build, add, caller),
  };
};

/** The moment as the call that names it: `on('listDataQueryRecords', nth 2)`. */
const showTrigger = (trigger: Trigger): string => {
  const { [trigger.kind]: name, where = {}, chance, ...counted } = writeTrigger(trigger);
  const details = Object.entries(given({ ...counted, ...(where as Where), chance }));
  return `${trigger.kind}(${[`'${String(name)}'`, ...details.map(([key, value]) => `${key} ${String(value)}`)].join(', ')})`;
};

/** A sequence as one step: the first that is built, with those that follow it. */
const buildSequence = <T>(
  trigger: Trigger,
  build: (first: StepVerbs<Sequence>) => unknown,
  add: (step: Step) => T,
  caller: string,
): T => {
  const place = showTrigger(trigger);
  const call = `${caller}${place}.sequence`;
  requireFunction(build, call, 'write sequence((first) => first.revokeConsent().wait("10m").grantConsent())');
  const built: Step[] = [];
  const followers: Follower[] = [];
  const next: Sequence = createFollowing((step) => {
    followers.push(step);
    return next;
  }, `${call}: `);
  build(
    createVerbs(
      trigger,
      (step) => {
        built.push(step);
        return next;
      },
      `${call}: `,
    ),
  );
  const [first, ...others] = built;
  if (first === undefined) throw refuse(call, 'nothing happens', 'say what happens first');
  if (others.length > 0) throw refuse(call, 'it begins twice', 'say when the next happens: .wait("5m")');
  if (followers.length === 0) throw refuse(call, 'nothing follows', 'say what does: .wait("5m").…');
  return add({ ...first, followers });
};

/** A call of each verb: `act` gets what was given to it, and the action as a file writes it. */
const createVerbCalls = <T>(
  act: (verb: VerbName, value: unknown, options: object | undefined, action: object) => T,
): VerbCalls<T> => {
  const calls = namesOfVerbs.map((name) => {
    const first = firstWritten(name);
    const begin = rowOf(name).isKey === true ? {} : { do: name };
    const call =
      first === undefined
        ? (options?: object) => act(name, undefined, options, { ...given({ ...options }), ...begin })
        : (value: unknown, options?: object) =>
            act(name, value, options, { ...given({ ...options }), ...begin, [first]: value });
    return [name, call] as const;
  });
  // Their types are written from the same table: see step-verbs.ts.
  return Object.fromEntries(calls) as unknown as VerbCalls<T>;
};

/** Checks a moment as it is named: any action will do, for it completes the step that the one schema reads. */
const createTrigger =
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
 * createTriggers((step) => step.place).on('notification').elapse('61m') // "on('notification')"
 */
export const createTriggers = <T>(add: (step: Step) => T, caller = ''): Triggers<T> => {
  const begin = createTrigger(add, caller, (written) => checkStep(written));
  return {
    at: (time, options) => begin('at', time, options),
    after: (event, options) => begin('after', event, options),
    on: (exchange, options) => begin('on', exchange, options),
  };
};

/** The moments of a sequence. */
const createFollowing = (add: (step: Follower) => Sequence, caller: string): Sequence => {
  const begin = createTrigger(add, caller, (written) => checkFollower(written));
  return {
    wait: (time, options) => begin('wait', time, options),
    after: (event, options) => begin('after', event, options),
    on: (exchange, options) => begin('on', exchange, options),
  };
};
