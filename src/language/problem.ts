import { Misuse, refuse } from '../misuse.ts';
import { isFields } from './data.ts';
import { show } from './show.ts';

export interface Explanation {
  readonly what: string;
  readonly hint: string;
  /** The code for a call. In a file every problem is SCENARIO_INVALID. */
  readonly code: 'BAD_DURATION' | 'BAD_OPTION';
}

export const explanation = (what: string, hint: string, code: Explanation['code'] = 'BAD_OPTION'): Explanation => ({
  what,
  hint,
  code,
});

/** A field that does not go with the others, and where it stands. */
export interface Mismatch {
  readonly path: readonly (string | number)[];
  readonly message: Explanation;
}

/** Something wrong in what a user wrote, before it is known whether that was a file or a call. */
export interface Problem extends Explanation {
  readonly path: readonly (string | number)[];
  /** True where the key itself is wrong, not what stands behind it. */
  readonly onKey: boolean;
}

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** More lines than this help nobody, and a broken file could yield thousands. */
const mostLines = 20;

/**
 * Many misuses as one, so that a single run shows them all. Misuse prints `place: what (hint)`: the place is the first
 * one's and the hint the last one's, and so the text has one misuse in each line.
 */
export const joinMisuses = ([first, ...rest]: readonly Misuse[], frame = first?.frame): Misuse => {
  if (first === undefined) throw new RangeError('a refusal without a problem');
  const shown = rest.slice(0, mostLines - 1);
  const last = shown.at(-1);
  if (last === undefined) return new Misuse(first.code, first.place, first.what, first.hint, frame);
  const hidden = rest.length - shown.length;
  const lines = [first, ...shown.slice(0, -1)].map(({ what, hint }) => `${what} (${hint})`);
  const places = shown.map(({ place }) => place);
  const whats = [...lines, last.what].map((line, index) => (index === 0 ? line : `${places[index - 1]}: ${line}`));
  const hint = hidden > 0 ? `${last.hint}; and ${hidden} more` : last.hint;
  return new Misuse(first.code, first.place, whats.join('\n'), hint, frame);
};

/** Plain JavaScript may pass anything for options, and the spread of a text would be taken for fields. */
export const requireOptions = (options: unknown, call: string): void => {
  if (options === undefined || isFields(options)) return;
  throw refuse(call, `${show(options)} is not a set of options`, 'write { name: value }');
};

export const requireFunction = (value: unknown, call: string, hint: string): void => {
  if (typeof value !== 'function') throw refuse(call, `${show(value)} is no function`, hint);
};

/** Without `await`, what makes it has given a promise of it. */
export const requireMade = (value: unknown, call: string, field: string, hint: string): void => {
  if (!isFields(value) || !(field in value)) throw refuse(call, `${show(value)} is not what it prints`, hint);
};

/** The value of a checked call, or a thrown Misuse that names the call. */
export const unwrap = <T>(checked: Checked<T>, call: string): T => {
  if (checked.ok) return checked.value;
  throw joinMisuses(
    checked.problems.map(({ code, path, what, hint }) => {
      const where = path.length > 1 ? `${path.join('.')}: ` : '';
      return new Misuse(code, call, `${where}${what}`, hint);
    }),
  );
};
