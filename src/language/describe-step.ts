import type { TokenId } from '../core/action.ts';
import type {
  ExchangeFaultStep,
  ConsoleStep,
  FaultStep,
  NotificationStep,
  RegionFailure,
  Step,
  StepAction,
  Together,
  Trigger,
  Where,
} from './ast.ts';
import { describeNth } from './nth.ts';
import { showTimes } from './show.ts';
import { unbounded } from './words.ts';

/**
 * A step as one readable line, for reports.
 *
 * @example
 * describeStep(step) // 'on the 2nd listDataQueryRecords: fail with integrationTimeout, 3 times'
 */
export const describeStep = ({ trigger, action, followers = [] }: Omit<Step, 'place'>): string =>
  [
    `${describeTrigger(trigger)}: ${describeAll(action)}`,
    ...followers.map((next) => `then ${describeStep(next)}`),
  ].join('; ');

const describeTrigger = (trigger: Trigger): string =>
  `${describeMoment(trigger)}${describeFilter(trigger.where)}${describeChance(trigger.chance)}`;

const describeMoment = (trigger: Trigger): string => {
  switch (trigger.kind) {
    case 'at':
      return `at ${trigger.time}`;
    case 'wait':
      return `${trigger.time} later`;
    case 'after': {
      const wait = trigger.wait === '0s' ? '' : `${trigger.wait} `;
      return `${wait}after ${describeNth(trigger.nth, `"${trigger.event}"`)}`;
    }
    case 'on':
      return `on ${describeNth(trigger.nth, trigger.exchange)}`;
    default:
      return trigger satisfies never;
  }
};

const describeFilter = (where: Where | undefined): string =>
  where === undefined
    ? ''
    : ` (${Object.entries(where)
        .map(([key, value]) => `${key} ${value}`)
        .join(', ')})`;

const describeChance = (chance: string | undefined): string =>
  chance === undefined ? '' : `, with a chance of ${chance}`;

const describeAll = (action: StepAction | Together): string =>
  action.do === 'together' ? action.actions.map(describeAction).join(' and ') : describeAction(action);

const describeAction = (action: StepAction): string => {
  switch (action.do) {
    case 'expireToken':
    case 'revokeToken':
      return `${first(action.do)} the token of ${whose(action.customer)}${givenTo(action.application)}`;
    case 'blankToken':
      return `blank the ${idWords[action.lacks]} in the token of ${whose(action.customer)}`;
    case 'garbleToken':
      return `garble the ${idWords[action.garbles]} in the token of ${whose(action.customer)}`;
    case 'expireStoreToken':
    case 'revokeStoreToken':
      return `${first(action.do)} the token of the ${action.store} store`;
    case 'revokeConsent':
    case 'expireConsent':
    case 'grantConsent': {
      const what = `the consent of ${whose(action.customer)} to ${whichScopes(action.scope)}`;
      return `${first(action.do)} ${what}${givenTo(action.application)}${'for' in action ? lasting(action.for) : ''}`;
    }
    case 'holdAccount':
      return `hold the account of ${whose(action.customer)}${lasting(action.for)}`;
    case 'releaseAccount':
      return `release the account of ${whose(action.customer)}`;
    case 'finishCollection':
      return `finish the collection for ${whose(action.customer)} in ${whichScopes(action.scope)}`;
    case 'beginFault':
      return `begin the service fault ${action.fault}${lasting(action.for)}`;
    case 'endFault':
      return `end the service fault ${action.fault}`;
    case 'regionDown':
      return `take ${action.region} down with ${how(action.fails)}${lasting(action.for)}`;
    case 'regionUp':
      return `bring ${action.region} up`;
    case 'elapse':
      return `let ${action.duration} pass`;
    case 'fail':
    case 'fault':
      return describeFault(action);
    case 'loseNotification':
    case 'delayNotification':
    case 'repeatNotification':
      return describeNotificationFault(action);
    default:
      return describeConsole(action);
  }
};

const describeFault = (action: FaultStep): string => {
  const { operation } = action;
  const often = describeHits(action);
  switch (action.do) {
    case 'fail':
      return `fail${operation === undefined ? '' : ` ${operation}`} with ${how(action.failure)}${often}`;
    case 'fault':
      return `inject ${describeExchangeFault(action)}${operation === undefined ? '' : ` into ${operation}`}${often}`;
    default:
      return action satisfies never;
  }
};

/** `, 3 times`, ` for 5m`, `, 3 times for 5m at most`. */
const describeHits = ({ times, for: length }: FaultStep): string => {
  const often = times === 1 || times === unbounded ? '' : `, ${showTimes(times)}`;
  return length === undefined ? often : `${often} for ${length}${often === '' ? '' : ' at most'}`;
};

const describeNotificationFault = (action: NotificationStep): string =>
  `${describeFate(action)}${action.for === undefined ? '' : ` for ${action.for}`}`;

const describeFate = (action: NotificationStep): string => {
  const many = action.times === unbounded ? 'all notifications' : `${action.times} notifications`;
  const what = action.times === 1 ? 'a notification' : many;
  switch (action.do) {
    case 'loseNotification':
      return `lose ${what}`;
    case 'delayNotification':
      return `delay ${what} by ${action.by}`;
    case 'repeatNotification':
      return `let ${what} arrive ${action.copies === 2 ? 'twice' : showTimes(action.copies)}${action.by === '0s' ? '' : `, ${action.by} apart`}`;
    default:
      return action satisfies never;
  }
};

const describeExchangeFault = ({ fault, by, pieces }: ExchangeFaultStep): string => {
  const said = [pieces !== undefined && `in ${pieces} pieces`, by !== undefined && `by ${by}`].filter(Boolean);
  return said.length === 0 ? fault : `${fault} (${said.join(', ')})`;
};

const describeConsole = (action: ConsoleStep): string => {
  const application = action.application ?? 'the first application';
  switch (action.do) {
    case 'createProfile':
    case 'deleteProfile':
      return `${first(action.do)} the security profile of ${application}`;
    case 'rotateSecret':
      return `rotate the secret of ${application}`;
    case 'allowlistApp':
    case 'delistApp':
      return `${first(action.do)} ${application}`;
    case 'enableScope':
    case 'disableScope':
      return `${first(action.do)} the scope ${action.scope} for ${application}`;
    case 'attachProfile':
      return `attach the security profile of ${application} to ${action.api}`;
    case 'detachProfile':
      return `detach the security profile of ${application} from ${action.api}`;
    default:
      return action satisfies never;
  }
};

/** The English verb that our own name begins with. */
const first = (verb: string): string => verb.replace(/[A-Z].*$/, '');

const idWords: Readonly<Record<TokenId, string>> = { customerId: 'customer id', profileId: 'security profile id' };

const whose = (customer: string | undefined): string => customer ?? 'the first customer';
const givenTo = (application: string | undefined): string =>
  application === undefined ? '' : ` given to ${application}`;
const whichScopes = (scope: string | undefined): string => (scope === undefined ? 'all scopes' : `the scope ${scope}`);
const lasting = (length: string | undefined): string => (length === undefined ? '' : ` for ${length}`);
const how = (failure: RegionFailure): string => {
  if (failure.kind === 'connection') return `the fault ${failure.fault}`;
  return failure.kind === 'row' ? failure.row : `status ${failure.status}`;
};
