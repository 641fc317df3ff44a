import { namesOf } from '../spec/names-of.ts';
import { showDuration } from '../spec/time.ts';
import type { Expected, Timing } from '../language/ast.ts';
import { type Bounds, boundsOf, describeBounds, isWithin } from '../language/spans.ts';
import type { Observations } from './observations.ts';
import type { Finding } from './findings.ts';
import { showOrdinal } from '../language/show.ts';

/** Judges when exchanges of a kind happened, and how long the client waited from one to the next. */
export const judgeTimes = (expect: Expected, { times }: Observations, place: string): readonly Finding[] => {
  const wanted = expect.when ?? {};
  return namesOf(wanted).flatMap((name) => {
    const judged = judgeOne(name, wanted[name] ?? {}, times[name] ?? []);
    return judged.map(({ field, ...finding }) => ({ ...finding, place: `${place}.when.${name}.${field}` }));
  });
};

type Judged = Omit<Finding, 'place'> & { readonly field: keyof Timing };

const judgeOne = (name: string, { first, last, waits }: Timing, at: readonly number[]): readonly Judged[] => [
  ...(first === undefined ? [] : judgeInstant('first', name, boundsOf(first), at[0])),
  ...(last === undefined ? [] : judgeInstant('last', name, boundsOf(last), at.at(-1))),
  ...(waits === undefined ? [] : judgeWaits(name, waits, at)),
];

const judgeInstant = (
  field: 'first' | 'last',
  name: string,
  bounds: Bounds,
  at: number | undefined,
): readonly Judged[] => {
  if (at !== undefined && isWithin(bounds, at)) return [];
  return [
    {
      field,
      claim: `the ${field} ${name} comes after ${describeBounds(bounds)}`,
      found: at === undefined ? 'it never happened' : `it came after ${showDuration(at)}`,
    },
  ];
};

const judgeWaits = (name: string, wanted: NonNullable<Timing['waits']>, at: readonly number[]): readonly Judged[] => {
  const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
  if (typeof wanted === 'string') {
    const bounds = boundsOf(wanted);
    const wrong = waits.findIndex((wait) => !isWithin(bounds, wait));
    if (wrong < 0) return [];
    const claim = `from one ${name} to the next pass ${describeBounds(bounds)}`;
    const between = `from the ${showOrdinal(wrong + 1)} to the ${showOrdinal(wrong + 2)}`;
    return [{ field: 'waits', claim, found: `${between} passed ${showDuration(waits[wrong] ?? 0)}` }];
  }
  const bounds = wanted.map(boundsOf);
  if (waits.length === bounds.length && bounds.every((one, index) => isWithin(one, waits[index] ?? -1))) return [];
  const shown = waits.length === 0 ? 'there were none' : `they were ${waits.map(showDuration).join(', ')}`;
  const claim = `the waits from one ${name} to the next are ${bounds.map(describeBounds).join(', ') || 'none'}`;
  return [{ field: 'waits', claim, found: shown }];
};
