import type { ExchangeName, StepAction } from '../../language/ast.ts';
import { regionNames } from '../../spec/regions.ts';
import { serviceFaultNames } from '../../spec/faults.ts';
import type { Blow, Demand } from './blows.ts';
import type { Moment } from './moments.ts';

const named = (name: string, action: StepAction, demand: Demand): Blow => ({ name, action, demand });

/** Levers after which there is nothing more to be had, or may not be. */
const lasting: readonly Blow[] = [
  named('revokeToken', { do: 'revokeToken' }, 'end'),
  named('blankToken customerId', { do: 'blankToken', lacks: 'customerId' }, 'end'),
  named('blankToken profileId', { do: 'blankToken', lacks: 'profileId' }, 'end'),
  named('garbleToken customerId', { do: 'garbleToken', garbles: 'customerId' }, 'end'),
  named('revokeConsent', { do: 'revokeConsent' }, 'end'),
  named('expireConsent', { do: 'expireConsent' }, 'end'),
  named('holdAccount', { do: 'holdAccount' }, 'end'),
  named('rotateSecret', { do: 'rotateSecret' }, 'end'),
  named('delistApp', { do: 'delistApp' }, 'end'),
  named('deleteProfile', { do: 'deleteProfile' }, 'end'),
  named('detachProfile portability', { do: 'detachProfile', api: 'portability' }, 'end'),
  ...serviceFaultNames.map((fault) => named(`service fault ${fault}`, { do: 'beginFault', fault }, 'end')),
  ...regionNames.map((region) =>
    named(`${region} down`, { do: 'regionDown', region, fails: { kind: 'status', status: 503 } }, 'either'),
  ),
  ...regionNames.map((region) =>
    named(
      `${region} out of reach`,
      { do: 'regionDown', region, fails: { kind: 'connection', fault: 'refused' } },
      'either',
    ),
  ),
];

/** A token of the store APIs is replaced by another as soon as it is refused. (Authentication, interface B) */
const storeTokens = (exchange: ExchangeName | undefined): readonly Blow[] => {
  if (exchange !== 'callReporting' && exchange !== 'callSubmission') return [];
  const store = exchange === 'callReporting' ? 'reporting' : 'submission';
  return [
    named('expireStoreToken', { do: 'expireStoreToken', store }, 'finish'),
    named('revokeStoreToken', { do: 'revokeStoreToken', store }, 'finish'),
  ];
};

/**
 * Levers, and time that passes, between the events of a story. Time that passes while the client waits for an answer may
 * cost it the connection; while it only waits it has to cope.
 */
export const leversAt = ({ exchange }: Moment): readonly Blow[] => {
  const isWaiting = exchange === undefined || exchange === 'notification';
  const asleep: Demand = isWaiting ? 'finish' : 'either';
  return [
    named('expireToken', { do: 'expireToken' }, exchange === 'callReporting' ? 'either' : 'finish'),
    named('finishCollection', { do: 'finishCollection' }, 'finish'),
    named('5m pass', { do: 'elapse', duration: '5m' }, asleep),
    named('61m pass', { do: 'elapse', duration: '61m' }, asleep),
    named('25h pass', { do: 'elapse', duration: '25h' }, 'either'),
    ...storeTokens(exchange),
    ...lasting,
  ];
};
