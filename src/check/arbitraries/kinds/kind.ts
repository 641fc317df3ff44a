import type { Arbitrary } from 'fast-check';
import type { CustomerRow } from '../../../language/ast.ts';
import type { Assumptions } from '../../../spec/assumptions.ts';
import type { ExchangeName } from '../../../spec/routes.ts';
import type { ClientProfile } from '../../client-profile.ts';
import type { Mode } from '../../trial/mode.ts';
import type { Draft } from '../compose.ts';
import type { FC } from '../odds.ts';

/** What a scenario is about: what happens in it, and what of the world that takes. The rest of the world is any. */
export interface Plot {
  readonly drafts: readonly Draft[];
  readonly customers?: readonly CustomerRow[];
  readonly assumptions?: Partial<Assumptions>;
}

type Draw = (fc: FC, profile: ClientProfile) => Arbitrary<Plot>;

/** A class of scenarios that chance alone would seldom come to. */
export interface Kind {
  /** What such a scenario is about, as a sentence. */
  readonly what: string;
  /** How often it is drawn, beside the others of its mode. */
  readonly weight: number;
  /** What a client has to have to come across it. */
  readonly needs?: readonly ExchangeName[];
  /** It takes a client that attends to all of its customers. */
  readonly severalCustomers?: true;
  /** By mode; in a scenario that a client has to get through, nothing may happen that the document leaves open. */
  readonly draws: Readonly<Partial<Record<Mode, Draw>>>;
}

export type Kinds = Readonly<Record<string, Kind>>;
