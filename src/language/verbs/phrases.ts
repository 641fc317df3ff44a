import type { TokenId } from '../../core/action.ts';
import { type ExchangeFaultName, exchangeFaultNames, exchangeFaultRow } from '../../spec/faults.ts';
import type { Duration } from '../../spec/time.ts';
import type { RegionFailure } from '../field-kinds.ts';
import { showTimes } from '../show.ts';
import { unbounded } from '../words.ts';
import type { Misfit } from './row.ts';

/* Parts of the sentences that describe actions, and of what is said where their fields do not go together. */

export const whose = (customer: string | undefined): string => customer ?? 'the first customer';

export const givenTo = (application: string | undefined): string =>
  application === undefined ? '' : ` given to ${application}`;

export const whichScopes = (scope: string | undefined): string =>
  scope === undefined ? 'all scopes' : `the scope ${scope}`;

export const whichApplication = (application: string | undefined): string => application ?? 'the first application';

export const lasting = (length: Duration | undefined): string => (length === undefined ? '' : ` for ${length}`);

export const idWords: Readonly<Record<TokenId, string>> = {
  customerId: 'customer id',
  profileId: 'security profile id',
};

export const how = (failure: RegionFailure): string => {
  if (failure.kind === 'connection') return `the fault ${failure.fault}`;
  return failure.kind === 'row' ? failure.row : `status ${failure.status}`;
};

interface Hits {
  readonly times: number;
  readonly for?: Duration;
}

/** `, 3 times`, ` for 5m`, `, 3 times for 5m at most`. */
export const often = ({ times, for: length }: Hits): string => {
  const count = times === 1 || times === unbounded ? '' : `, ${showTimes(times)}`;
  return length === undefined ? count : `${count} for ${length}${count === '' ? '' : ' at most'}`;
};

/** `a notification`, `3 notifications`, `all notifications`. */
export const notifications = ({ times }: Hits): string => {
  if (times === 1) return 'a notification';
  return times === unbounded ? 'all notifications' : `${times} notifications`;
};

/** What of a fault does not go with it: nothing that is silently left out. */
export const findIdle = ({
  fault,
  ...chosen
}: {
  readonly fault: ExchangeFaultName;
  readonly by?: Duration;
  readonly pieces?: number;
}): Misfit | undefined => {
  const row = exchangeFaultRow(fault);
  const idle = (['by', 'pieces'] as const).find((key) => chosen[key] !== undefined && row[key] === undefined);
  if (idle === undefined) return undefined;
  const others = exchangeFaultNames.filter((name) => exchangeFaultRow(name)[idle] !== undefined);
  return { field: idle, what: `"${idle}" does not go with "${fault}"`, hint: `it goes with ${others.join(', ')}` };
};
