import { namesOf } from '../../spec/names-of.ts';
import type { ClientProfile } from '../client-profile.ts';
import type { Mode } from '../trial/mode.ts';
import { customerKinds } from './kinds/customers.ts';
import { exchangeKinds, storeKinds } from './kinds/exchanges.ts';
import type { Kind } from './kinds/kind.ts';
import { lastingKinds } from './kinds/lasting.ts';
import { linkKinds } from './kinds/links.ts';
import { listingKinds } from './kinds/listings.ts';
import { outageKinds } from './kinds/outages.ts';
import { tokenKinds } from './kinds/tokens.ts';
import { type FC, shuffle } from './odds.ts';

type Groups = typeof listingKinds &
  typeof linkKinds &
  typeof tokenKinds &
  typeof exchangeKinds &
  typeof storeKinds &
  typeof customerKinds &
  typeof lastingKinds &
  typeof outageKinds;

export type KindName = keyof Groups;

/** Classes of scenarios that chance would seldom come to, each by its name; `scenarios.ts` draws them in turn. */
const kinds: Readonly<Record<KindName, Kind>> = {
  ...listingKinds,
  ...linkKinds,
  ...tokenKinds,
  ...exchangeKinds,
  ...storeKinds,
  ...customerKinds,
  ...lastingKinds,
  ...outageKinds,
};

export const kindNames: readonly KindName[] = namesOf(kinds);

export const kindOf = (name: KindName): Kind => kinds[name];

/** The kinds of a mode that a client can come across. */
export const kindsFor = (mode: Mode, { exchanges, customers }: ClientProfile): readonly KindName[] =>
  kindNames.filter((name) => {
    const { draws, needs = [], severalCustomers } = kindOf(name);
    const isMet = needs.every((exchange) => (exchanges[exchange] ?? 0) > 0);
    return draws[mode] !== undefined && isMet && (severalCustomers === undefined || customers > 1);
  });

/** Each kind of a mode as often as its weight says, in an order of the seed's own, in which the same do not come in a row. */
export const kindsInTurn = (fc: FC, mode: Mode, profile: ClientProfile, seed: number): readonly KindName[] => {
  const known = kindsFor(mode, profile);
  const rounds = Math.max(0, ...known.map((name) => kindOf(name).weight));
  return Array.from({ length: rounds }, (_, round) => {
    const due = known.filter((name) => kindOf(name).weight > round);
    return shuffle(fc, due, seed + round);
  }).flat();
};
