import type { EntryOf } from './entry.ts';
import { isDataList, isFailureName, isNothing, tellsFailure } from './failure-words.ts';
import type { Plain, Told } from './told.ts';

/** How the client came to its end, in a few words: with its error, or with what its result says did not go well. */
export const sayEnd = ({ outcome, error = '', told }: EntryOf<'ended'>): string => {
  if (outcome === 'rejected') return `fails: ${error}${sayCause(error, told)}`;
  const failed = told?.value === undefined ? [] : findFailed(told.value, '');
  const [first, ...others] = failed;
  if (first === undefined) return 'is done';
  const short = first.length > longest ? `${first.slice(0, longest)}…` : first;
  return `is done: ${short}${others.length > 0 ? ` (and ${others.length} more)` : ''}`;
};

/** What `fetch` throws says no more than that it failed; why stands in its cause. */
const sayCause = (error: string, told: Told | undefined): string => {
  const { cause } = Object(told?.value) as { readonly cause?: Plain };
  const { message: why = cause } = Object(cause) as { readonly message?: Plain };
  return typeof why !== 'string' || why === '' || error.includes(why) ? '' : ` (${why})`;
};

const longest = 120;

/** The parts of a result that tell a failure, each with what stands beside it: the name of what failed. */
const findFailed = (value: Plain, name: string): readonly string[] => {
  if (!tellsFailure(value, asItIs, name)) return [];
  if (!isObject(value)) return [sayField(name, value)];
  if (Array.isArray(value)) return (value as readonly Plain[]).flatMap((item) => findFailed(item, inList));
  const fields = Object.entries(value);
  if (!fields.some(([, one]) => isObject(one))) {
    const say = (some: typeof fields): string => some.map(([field, one]) => sayField(field, one)).join(', ');
    const amiss = fields.filter(([field, one]) => tellsFailure({ [field]: one }, asItIs));
    // What failed is not to be cut off behind a row of what went well.
    const before = say(fields.slice(0, fields.indexOf(amiss[0] as (typeof fields)[0])));
    return [sayField(name, say(before.length > longest / 2 ? amiss : fields))];
  }
  return fields.flatMap(([field, one]) => {
    if (isFailureName(field) && !isNothing(one)) return [sayField(field, one)];
    return isDataList(field, one) ? [] : findFailed(one, field);
  });
};

const inList = 'item';

const sayField = (name: string, value: Plain): string => {
  const text = isObject(value) ? JSON.stringify(value) : String(value);
  return name === '' || name === inList ? text : `${name}: ${text}`;
};

const isObject = (value: Plain): value is Plain & object => typeof value === 'object' && value !== null;

const asItIs = (text: string): string => text;
