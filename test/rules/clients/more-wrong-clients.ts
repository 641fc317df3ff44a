import { caching } from './wrong/caching.ts';
import { eventDriven } from './wrong/event-driven.ts';
import { libraryDefaults } from './wrong/library-defaults.ts';
import { paging } from './wrong/paging.ts';
import { refusals } from './wrong/refusals.ts';
import { restarts } from './wrong/restarts.ts';
import { severalAtOnce } from './wrong/several-at-once.ts';
import { silentLoss } from './wrong/silent-loss.ts';
import { tokens } from './wrong/tokens.ts';
import type { WrongClient } from './wrong/wrong-client.ts';

/** By what they get wrong. */
export const wrongClientsByClass = {
  silentLoss,
  severalAtOnce,
  eventDriven,
  caching,
  restarts,
  libraryDefaults,
  paging,
  tokens,
  refusals,
} as const;

type Classes = typeof wrongClientsByClass;
export type MoreWrongClientName = { [Class in keyof Classes]: keyof Classes[Class] }[keyof Classes];

/** Written from the interfaces and from what people do, without a look at what generates stories or judges them. */
export const moreWrongClients = Object.assign({}, ...Object.values(wrongClientsByClass)) as Readonly<
  Record<MoreWrongClientName, WrongClient>
>;
