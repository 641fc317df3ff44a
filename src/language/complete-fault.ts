import type { Accident } from '../core/reply.ts';
import { type AccidentName, accidentRow } from '../spec/faults.ts';
import { type Duration, ms } from '../spec/time.ts';

/** What a scenario can say about an accident besides its name. */
export interface AccidentChoices {
  readonly by?: Duration;
  readonly pieces?: number;
}

/** What of it does not go with the accident: nothing that is silently left out. */
export const findIdle = (name: AccidentName, chosen: AccidentChoices): 'by' | 'pieces' | undefined => {
  const row = accidentRow(name);
  return (['by', 'pieces'] as const).find((key) => chosen[key] !== undefined && row[key] === undefined);
};

/** The accident with what its row says where nothing else is said. */
export const completeAccident = <Name extends AccidentName>(
  name: Name,
  chosen: AccidentChoices = {},
): Accident<Name> => {
  const row = accidentRow(name);
  const by = chosen.by ?? row.by;
  const pieces = chosen.pieces ?? row.pieces;
  return { name, ...(by !== undefined && { by: ms(by) }), ...(pieces !== undefined && { pieces }) };
};
