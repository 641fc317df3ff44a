import { describe, expect, test } from 'vitest';
import { assumptionRow, isAssumptionId } from '../../src/spec/assumptions.ts';
import { beyondReach, type Boundary, boundary, boundaryNames } from '../../src/spec/boundaries.ts';
import { limitNames, type LimitRow, limits } from '../../src/spec/limits.ts';
import { ms } from '../../src/spec/time.ts';
import { probes } from './boundary-probes.ts';

/** Each boundary of the list one step short of it, at it, and one step past it, under each reading. */

const positionOf = ({ at }: Boundary): number => (typeof at === 'number' ? at : ms(at));

const sides = ['short of it', 'at it', 'past it'];

describe.each(boundaryNames)('%s', (name) => {
  const row = boundary(name);
  const cases = Object.entries(row.outcomes).flatMap(([variant, outcomes]) =>
    outcomes.map((outcome, index) => ({ variant, outcome, index, side: sides[index] })),
  );

  test.each(cases)('$variant, $side: $outcome', ({ variant, outcome, index }) => {
    const choice = { ...row.given, ...(row.decidedBy && { [row.decidedBy]: variant }) };

    expect(probes[name](choice, positionOf(row) + index - 1)).toBe(outcome);
  });

  test('it stands where the document or the ledger has it', () => {
    if (isAssumptionId(row.of)) {
      const { default: usual, variants } = assumptionRow(row.of);
      expect([usual, ...variants]).toContain(row.at);
      return;
    }
    const limit: LimitRow = limits[row.of];
    const values: unknown[] = [limit.value];
    if (limit.kind === 'rate') values.push(limit.within);
    if (limit.kind === 'range') values.push(limit.least);
    expect(values).toContain(row.at);
    expect(typeof row.at === 'string').toBe(row.unit === 'ms');
  });

  test('each variant that decides has its outcomes', () => {
    const variants = row.decidedBy === undefined ? ['always'] : assumptionRow(row.decidedBy).variants;

    expect(Object.keys(row.outcomes)).toEqual(variants);
  });
});

/** The units in which a limit of each kind is stepped over. */
const unitsOf: Readonly<Record<LimitRow['kind'], readonly Boundary['unit'][]>> = {
  rate: ['requests', 'ms'],
  count: ['requests'],
  range: ['records', 'records'],
  time: ['ms'],
  size: ['bytes'],
};

test('every limit of the document has its boundaries, or a reason to have none', () => {
  for (const name of limitNames) {
    const units = boundaryNames.map(boundary).flatMap(({ of, unit }) => (of === name ? [unit] : []));
    if (name in beyondReach) expect(units, name).toEqual([]);
    else expect(units, name).toEqual(expect.arrayContaining([...unitsOf[limits[name].kind]]));
  }
});
