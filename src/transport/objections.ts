import type { Break, Overlooks } from '../core/wire.ts';
import { isTlsFault } from '../spec/faults.ts';
import { breakOf } from './broken.ts';
import type { Line } from './line.ts';
import { overlooksAll } from './tls-errors.ts';

/** Asked of the client's own connection where there is one, and else of the process. */
export const overlooksBy = ({ objection }: Line): Overlooks =>
  objection === undefined ? overlooksAll : (fault) => objection(fault) === undefined;

/** The error that the client of a connection is to see; undefined for an end in good order. */
export const errorOf = ({ objection, place }: Line, how: Break): Error | undefined =>
  isTlsFault(how) && objection ? objection(how) : breakOf(how, place);
