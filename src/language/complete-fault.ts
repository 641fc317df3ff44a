import type { ExchangeFault } from '../core/reply.ts';
import { type ExchangeFaultName, exchangeFaultRow } from '../spec/faults.ts';
import { type Duration, ms } from '../spec/time.ts';

/** What a scenario can say about a fault besides its name. */
export interface FaultChoices {
  readonly by?: Duration;
  readonly pieces?: number;
}

/** What of it does not go with the fault: nothing that is silently left out. */
export const findIdle = (name: ExchangeFaultName, chosen: FaultChoices): 'by' | 'pieces' | undefined => {
  const row = exchangeFaultRow(name);
  return (['by', 'pieces'] as const).find((key) => chosen[key] !== undefined && row[key] === undefined);
};

/** The fault with what its row says where nothing else is said. */
export const completeFault = <Name extends ExchangeFaultName>(
  name: Name,
  chosen: FaultChoices = {},
): ExchangeFault<Name> => {
  const row = exchangeFaultRow(name);
  const by = chosen.by ?? row.by;
  const pieces = chosen.pieces ?? row.pieces;
  return { name, ...(by !== undefined && { by: ms(by) }), ...(pieces !== undefined && { pieces }) };
};
