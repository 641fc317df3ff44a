import type { ExchangeName, Follower, Step, StepAction, Trigger, Where } from '../../language/ast.ts';
import { unbounded } from '../../language/words.ts';
import { pick } from './draws.ts';
import type { Act } from './combinations.ts';

type On = Extract<Trigger, { kind: 'on' }>;

/** What may be asked of an exchange, so that a step waits for one among many. */
const filters: Partial<Readonly<Record<ExchangeName, readonly [Where, ...Where[]]>>> = {
  createDataQuery: [{ region: 'eu-west-1' }, { region: 'us-east-1' }],
  listDataQueryRecords: [{ page: 2 }, { page: 1 }, { region: 'us-east-1' }],
  requestToken: [{ grant: 'refresh_token' }, { grant: 'client_credentials' }],
  downloadFile: [{ record: 2 }, { record: 1 }],
  notification: [{ status: 'completed' }, { status: 'canceled' }],
};

const lasting = ['10s', '1m', '10m', '2h'] as const;
const ranges = ['every', '2..', '1..3', '2..3'] as const;

/** Now and then a step waits for one among many, or a fault hits more than one: all, some, or all for a while. */
export const twist = (act: Act, number: number): Act => {
  const { trigger, action } = act;
  if (trigger.kind !== 'on') return act;
  const rest = number >> 4;
  switch (number % 16) {
    case 13: {
      const where = filters[trigger.exchange];
      return where === undefined ? act : { action, trigger: { ...trigger, where: pick(where, rest) } };
    }
    case 14:
      return isFault(action) ? { trigger: repeated(trigger, rest), action: { ...action, times: 1 } } : act;
    case 15:
      return isFault(action) ? { trigger, action: { ...action, times: unbounded, for: pick(lasting, rest) } } : act;
    default:
      return act;
  }
};

type Fault = Extract<StepAction, { readonly times: number }>;

const isFault = (action: StepAction): action is Fault => 'times' in action;

const repeated = (trigger: On, number: number): On => ({
  ...trigger,
  nth: pick(ranges, number),
  ...(number % 8 === 7 && { chance: '50%' as const }),
});

/** The steps of a story, told one by one; now and then as a sequence, or all at one moment. */
export const compose = (acts: readonly Act[], number: number): readonly Step[] => {
  const steps = acts.map((act, index): Step => ({ ...act, place: `step ${index + 1}` }));
  const [first, ...others] = steps;
  if (first === undefined || others.length === 0) return steps;
  switch (number % 16) {
    case 14:
      return [{ ...first, followers: others.map(follow) }];
    case 15:
      return [{ ...first, trigger: once(first.trigger), action: { do: 'together', actions: steps.map(aimed) } }];
    default:
      return steps;
  }
};

/** By the clock means so long after the step before. */
const follow = ({ trigger, action, place }: Step): Follower => ({
  trigger: trigger.kind === 'at' ? { ...trigger, kind: 'wait' } : trigger,
  action,
  place,
});

/** Things that happen together have their own numbers of times. */
const once = (trigger: Trigger): Trigger =>
  'nth' in trigger && typeof trigger.nth === 'string' ? { ...trigger, nth: 1 } : trigger;

/** What a fault was to hit by its own trigger, it now has to say. */
const aimed = ({ trigger, action }: Step): StepAction => {
  if (action.do === 'together') throw new Error('steps are drawn one by one');
  const isAimless = isFault(action) && !action.do.endsWith('Notification') && !('operation' in action);
  const target = trigger.kind === 'on' && trigger.exchange !== 'notification' ? trigger.exchange : undefined;
  return { ...action, ...(isAimless && target !== undefined && { operation: target }) };
};
