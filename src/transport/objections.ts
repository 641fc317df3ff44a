import type { Break, Overlooks } from '../core/wire.ts';
import { isTlsAccident } from '../spec/accidents.ts';
import { breakOf } from './network-errors.ts';
import type { Line } from './http/connection.ts';
import { overlooksAll } from './tls/errors.ts';

/** Asked of the client's own connection where there is one, and else of the process. */
export const overlooksBy = ({ objection }: Line): Overlooks =>
  objection === undefined ? overlooksAll : (accident) => objection(accident) === undefined;

/** The error that the client of a connection is to see; undefined for an end in good order. */
export const errorOf = ({ objection, place }: Line, how: Break): Error | undefined =>
  isTlsAccident(how) && objection ? objection(how) : breakOf(how, place);
