import type { Action, Outage } from '../core/action.ts';
import type { ExchangeFault, NotificationFault } from '../core/wire.ts';
import { showDuration } from '../spec/time.ts';

/** `revokeConsent ann/orders`; what is about requests reads as a sentence. */
export const sayAction = (action: Action): string => {
  switch (action.do) {
    case 'fail':
      return `${action.operation} fails with ${sayFailure(action.failure)}${sayTimes(action.times)}`;
    case 'fault':
      return `${action.operation} has the fault ${sayExchangeFault(action.fault)}${sayTimes(action.times)}`;
    case 'loseNotification':
      return `the next notification gets lost${sayTimes(action.times)}`;
    case 'delayNotification':
      return `the next notification is ${showDuration(action.by)} late${sayTimes(action.times)}`;
    case 'repeatNotification':
      return `the next notification arrives ${sayCopies(action)}${sayTimes(action.times)}`;
    case 'regionDown':
      return `${action.region} is down: ${sayFailure(action.failure)}${sayLength(action.for)}`;
    default: {
      const { do: verb, ...about } = action;
      const length = 'for' in about ? sayLength(about.for) : '';
      const named = Object.entries(about).filter(([key]) => key !== 'for');
      return `${verb} ${named.map(([, value]) => String(value)).join('/')}${length}`;
    }
  }
};

export const sayNotificationFault = (fault: NotificationFault): string => {
  switch (fault.name) {
    case 'lost':
      return 'gets lost';
    case 'late':
      return `is on its way for ${showDuration(fault.by)}`;
    case 'repeated':
      return `arrives ${sayCopies(fault)}`;
    default:
      return fault satisfies never;
  }
};

const sayCopies = ({ copies, by }: { readonly copies: number; readonly by: number }): string =>
  `as ${copies} copies${by === 0 ? '' : `, ${showDuration(by)} apart`}`;

const sayFailure = (failure: Outage): string => {
  if (failure.kind === 'connection') return sayExchangeFault(failure.fault);
  return failure.kind === 'row' ? failure.row : String(failure.status);
};

const sayExchangeFault = ({ name, by, pieces }: ExchangeFault): string => {
  if (by === undefined) return name;
  return `${name} (${pieces === undefined ? '' : `${pieces} times `}${showDuration(by)})`;
};

const sayTimes = (times: number): string => (times > 1 ? `, ${times} times` : '');
const sayLength = (length: number | undefined): string => (length === undefined ? '' : ` for ${showDuration(length)}`);
