import type { Level } from '../../src/rules/rule.ts';
import { candidates, type Wrong } from './candidates.ts';
import type { Results, Row } from './results.ts';

/** What a client came to at all seeds. */
export const rowsOf = ({ rows }: Pick<Results, 'rows'>, { name }: { readonly name: string }): readonly Row[] =>
  rows.filter((row) => row.name === name);

/** The share of wrong clients that is found at each seed, how soon, and at what cost. */
export const tellShares = (results: Results): readonly string[] => {
  const levels = new Map(candidates.map(({ name, level }) => [name, level]));
  const known = results.rows.filter(({ name }) => levels.has(name));
  const tell = (title: string, rows: readonly Row[]): string => {
    const share = (by: 'must' | 'any', within: number): string => {
      const asked = rows.filter(({ name }) => by === 'any' || levels.get(name) === by);
      const found = asked.filter((row) => (row[by]?.scenario ?? Number.POSITIVE_INFINITY) <= within);
      return asked.length === 0 ? '–' : `${((100 * found.length) / asked.length).toFixed(1)} %`;
    };
    const found = rows.flatMap(({ any }) => any ?? []);
    const [scenario, seconds] = [median(found.map((one) => one.scenario)), median(found.map((one) => one.seconds))];
    const shares = (['must', 'any'] as const).flatMap((by) => [share(by, 100), share(by, 1000)]);
    return line([title, ...shares, scenario ?? '–', seconds?.toFixed(2) ?? '–']);
  };
  return [
    line(['seed', 'must, 100', 'must, 1000', 'any, 100', 'any, 1000', 'median scenario', 'median seconds']),
    line(Array.from({ length: 7 }, () => '---')),
    ...results.seeds.map((seed) =>
      tell(
        String(seed),
        known.filter((row) => row.seed === seed),
      ),
    ),
    tell('all', known),
  ];
};

/** The wrong clients that are not found at every seed. */
export const tellMissed = (results: Results): readonly string[] => {
  const missedBy = (by: Level | 'any', { name, level }: Wrong): readonly string[] => {
    if (by === 'must' && level !== 'must') return [];
    const rows = rowsOf(results, { name });
    const isMissed = (row: Row): boolean =>
      by === 'must' ? row.must === undefined && row.any !== undefined : row.any === undefined;
    const seeds = rows.filter(isMissed).map(({ seed }) => seed);
    if (seeds.length === 0) return [];
    return [
      `${name}${seeds.length === rows.length ? '' : ` (at the seeds ${seeds.sort((a, b) => a - b).join(', ')})`}`,
    ];
  };
  const tell = (title: string, names: readonly string[]): string => `- ${title}: ${names.join('; ') || 'none'}`;
  const left = candidates.filter((one) => rowsOf(results, one).length === 0);
  return [
    ...(left.length === 0 ? [] : [`- not measured yet: ${left.length} of ${candidates.length}`]),
    tell(
      'not found',
      candidates.flatMap((one) => missedBy('any', one)),
    ),
    tell(
      'wrong in a must, and found by recommendations alone',
      candidates.flatMap((one) => missedBy('must', one)),
    ),
  ];
};

/** The middle one, the lower of two; undefined where there is none. */
export const median = (numbers: readonly number[]): number | undefined =>
  [...numbers].sort((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)];

export const line = (cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
