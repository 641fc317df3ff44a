import type { Step, StepAction, Trigger } from './ast.ts';
import { showOrdinal, showTimes } from './show.ts';

/**
 * A step as one readable line, for reports.
 *
 * @example
 * describeStep(step) // 'on the 2nd listDataQueryRecords: fail with integrationTimeout, 3 times'
 */
export const describeStep = ({ trigger, action }: Pick<Step, 'trigger' | 'action'>): string =>
  `${describeTrigger(trigger)}: ${describeAction(action)}`;

const describeTrigger = (trigger: Trigger): string => {
  switch (trigger.kind) {
    case 'at':
      return `at ${trigger.time}`;
    case 'after': {
      const wait = trigger.wait === '0s' ? '' : `${trigger.wait} `;
      return `${wait}after the ${showOrdinal(trigger.nth)} "${trigger.event}"`;
    }
    case 'on':
      return `on the ${showOrdinal(trigger.nth)} ${trigger.exchange}`;
    default:
      return trigger satisfies never;
  }
};

const describeAction = (action: StepAction): string => {
  switch (action.do) {
    case 'expireToken':
    case 'revokeToken':
      return `${first(action.do)} the token of ${whose(action.customer)}`;
    case 'expireStoreToken':
    case 'revokeStoreToken':
      return `${first(action.do)} the token of the ${action.store} store`;
    case 'revokeConsent':
    case 'expireConsent':
    case 'grantConsent': {
      const scope = action.scope === undefined ? 'all scopes' : `the scope ${action.scope}`;
      return `${first(action.do)} the consent of ${whose(action.customer)} to ${scope}`;
    }
    case 'holdAccount':
      return `hold the account of ${whose(action.customer)}${action.for === undefined ? '' : ` for ${action.for}`}`;
    case 'releaseAccount':
      return `release the account of ${whose(action.customer)}`;
    case 'fail': {
      const { failure, operation, times } = action;
      const how = failure.kind === 'row' ? failure.row : `status ${failure.status}`;
      const what = operation === undefined ? '' : ` ${operation}`;
      return `fail${what} with ${how}${times === 1 ? '' : `, ${showTimes(times)}`}`;
    }
    case 'elapse':
      return `let ${action.duration} pass`;
    default:
      return action satisfies never;
  }
};

/** The English verb that our own name begins with. */
const first = (verb: string): string => verb.replace(/[A-Z].*$/, '');

const whose = (customer: string | undefined): string => customer ?? 'the first customer';
