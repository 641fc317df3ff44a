import type { Failure } from '../core/action.ts';
import { suggest } from '../nearest.ts';
import { errorNames, errors, errorsOfType } from '../spec/errors.ts';
import { refusalNames, type RefusalName } from '../spec/refusals.ts';
import { show } from './show.ts';

type Found =
  | { readonly ok: true; readonly failure: Failure }
  | { readonly ok: false; readonly what: string; readonly hint: string };

const isRefusalName = (word: string): word is RefusalName => refusalNames.some((name) => name === word);

const isFailingStatus = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599;

/** The failure that a user means: a row by its name, a row by a type that no other row has, or a bare status. */
export const findFailure = (written: unknown): Found => {
  if (isFailingStatus(written)) return { ok: true, failure: { kind: 'status', status: written } };
  if (typeof written === 'number') {
    return { ok: false, what: `${written} is not a failing status`, hint: 'statuses that fail are 400 to 599' };
  }
  if (typeof written !== 'string') {
    return {
      ok: false,
      what: `${show(written)} is not a failure`,
      hint: 'write an error name or a status, 400 to 599',
    };
  }
  if (isRefusalName(written)) return { ok: true, failure: { kind: 'row', row: written } };
  const names = errorsOfType(written);
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0) return { ok: true, failure: { kind: 'row', row: only } };
  if (only !== undefined) {
    return { ok: false, what: `"${written}" is the type of several errors`, hint: `name one: ${names.join(', ')}` };
  }
  if (isFailingStatus(Number(written))) {
    return { ok: false, what: `${show(written)} is text, not a status`, hint: `write ${written} without quotes` };
  }
  // Capitals mean a type, so that a typing error in a type is not answered with a name.
  const known = written === written.toUpperCase() ? errorNames.map((name) => errors[name].type) : refusalNames;
  return { ok: false, what: `${show(written)} is not an error of the interface`, hint: suggest(written, known) };
};
