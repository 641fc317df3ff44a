import type { Arbitrary } from 'fast-check';
import type { Scenario } from '../../language/ast.ts';
import { type ClientProfile, generatedName } from '../client-profile.ts';
import { expectationOf, type Mode } from '../trial/mode.ts';
import { anySteps } from './any-steps.ts';
import { assumptionsInTurn } from './assumptions.ts';
import { compose, type Composition, type Draft, untilProfileIsGone } from './compose.ts';
import { type KindName, kindOf, kindsInTurn } from './kinds.ts';
import { type FC, onceIn, oneOf } from './odds.ts';
import { recoverableSteps, withoutConflicts, withoutSecondDeath } from './recoverable.ts';
import { planFaults, type Planned } from './single-faults.ts';
import { type World, worlds } from './world.ts';

/**
 * How scenarios are generated. An arbitrary of fast-check (https://fast-check.dev) is a recipe for random values. Small ones
 * (a trigger, an action, a length of time at a boundary of the interface) are combined to larger ones up to a whole `Scenario`,
 * by `record`, `array`, `constantFrom` and weighted `oneof`, so that what comes out is right by construction. What breaks a
 * client is made simpler elsewhere (`../shrink`). What there is to generate is read from the tables: verbs with their weights, faults, refusals,
 * boundaries, assumptions. The profile of the client says which exchanges it has, so that steps meet something.
 *
 * Each scenario has a number, its turn, and is made from the seed and the turn alone. So any part of them can be run anywhere:
 * by several processes, by one machine of many, or again. Some are about a kind of scenario that chance alone would seldom come
 * to (`kinds.ts`), all kinds in turn. Of the others, those in which the client need not succeed go through all single faults by
 * a plan (`single-faults.ts`); in those that it has to get through no step may ask for more patience than the document does
 * (`recoverable.ts`).
 *
 * Nothing here may depend on the time, or on `Math.random`.
 */
export interface Scenarios {
  /** The scenario of a turn; turns are counted from 1. */
  at(turn: number): Generated;
}

interface Generated {
  readonly scenario: Scenario;
  /** The kind of scenario that it is about, where it is about one. */
  readonly kind?: KindName;
}

export interface Generation {
  readonly profile: ClientProfile;
  readonly seed: number;
  readonly modes: readonly Mode[];
}

const mostSteps = 3;

/** Of six scenarios of a mode so many are about a kind, each of them in turn: the first hundred of a check have all kinds. */
const kindsInSix: Readonly<Record<Mode, number>> = { any: 3, recoverable: 4 };

export const createScenarios = (fc: FC, { profile, seed, modes }: Generation): Scenarios => {
  const plan = planFaults(fc, profile, seed);
  const any = anyScenarios(fc, profile);
  const recoverable = recoverableScenarios(fc, profile);
  const inTurn = (mode: Mode) => ({
    kinds: kindsInTurn(fc, mode, profile, seed),
    assumptions: assumptionsInTurn(fc, mode, profile, seed),
    world: worlds(fc, mode, profile),
  });
  const all: Readonly<Record<Mode, ReturnType<typeof inTurn>>> = {
    any: inTurn('any'),
    recoverable: inTurn('recoverable'),
  };
  const generate = (arbitrary: Arbitrary<Scenario>, turn: number): Scenario => {
    const [scenario] = fc.sample(arbitrary, { seed: mixSeed(seed, turn), numRuns: 1, unbiased: true });
    if (scenario === undefined) throw new Error('fast-check has generated nothing');
    return scenario;
  };
  return {
    at: (turn) => {
      const { mode, index } = placeOf(turn, modes);
      const before = Math.ceil((index * kindsInSix[mode]) / 6);
      const { kinds, assumptions, world } = all[mode];
      const setting = fc.record({ assumptions: assumptions(index), world }).map(asSetting);
      const kind = Math.ceil(((index + 1) * kindsInSix[mode]) / 6) > before ? kinds[before % kinds.length] : undefined;
      if (kind !== undefined) return { scenario: generate(scenariosOf(fc, kind, mode, profile, setting), turn), kind };
      return {
        scenario: generate(mode === 'any' ? any(plan.at(index - before), setting) : recoverable(setting), turn),
      };
    },
  };
};

/** The order of modes: most that is wrong with clients shows where they need not succeed. */
const order: readonly Mode[] = ['any', 'any', 'recoverable', 'any'];

/** The mode of the n-th scenario, counted from 1, and the how-manieth of its mode it is, counted from 0. */
const placeOf = (n: number, modes: readonly Mode[]): { readonly mode: Mode; readonly index: number } => {
  const wanted = order.filter((mode) => modes.includes(mode));
  const place = (n - 1) % wanted.length;
  const mode = wanted[place] ?? 'any';
  const countIn = (some: readonly Mode[]): number => some.filter((one) => one === mode).length;
  return { mode, index: Math.floor((n - 1) / wanted.length) * countIn(wanted) + countIn(wanted.slice(0, place)) };
};

/** A seed of its own for every turn, far from those of other seeds. */
const mixSeed = (seed: number, turn: number): number => (Math.imul(seed, 0x9e3779b1) + Math.imul(turn, 0x85ebca6b)) | 0;

const scenarioOf = (mode: Mode, parts: Pick<Scenario, 'customers' | 'assumptions' | 'steps'>): Scenario => ({
  version: 1,
  name: generatedName,
  source: generatedName,
  ...parts,
  expect: expectationOf(mode),
});

/** What a kind leaves open of its scenario is drawn as for any other; in one of any mode more may go wrong besides. */
const scenariosOf = (
  fc: FC,
  kind: KindName,
  mode: Mode,
  profile: ClientProfile,
  setting: Arbitrary<Setting>,
): Arbitrary<Scenario> => {
  const plot = kindOf(kind).draws[mode]?.(fc, profile);
  if (plot === undefined) throw new Error(`there is no ${kind} in mode ${mode}`);
  const others = mode === 'any' ? onceIn(fc, 4, anySteps(fc, profile)) : fc.constant(undefined);
  return fc.record({ plot, others, drawn: setting }).map((parts) => {
    const { drafts, ...fixed } = parts.plot;
    const [usual = {}] = parts.drawn.customers;
    const customers = fixed.customers?.map((row) => ({ ...usual, ...row })) ?? parts.drawn.customers;
    const assumptions = { ...parts.drawn.assumptions, ...fixed.assumptions };
    const all = [...drafts, ...(parts.others ?? [])];
    const own = { ...parts.drawn, customers, assumptions };
    return mode === 'any' ? anyScenario(all, own, 'apart') : recoverableScenario(all, own);
  });
};

type Setting = World & Pick<Scenario, 'assumptions'>;

const asSetting = ({ world, assumptions }: { readonly world: World } & Pick<Setting, 'assumptions'>): Setting => ({
  ...world,
  assumptions,
});

const recoverableScenario = (drafts: readonly Draft[], drawn: Setting): Scenario => {
  const setting = withinTwentyPages(withoutConflicts(drafts, drawn));
  return scenarioOf('recoverable', { ...setting, steps: compose(withoutSecondDeath(drafts, setting), 'apart') });
};

const anyScenario = (drafts: readonly Draft[], setting: Setting, composition: Composition): Scenario =>
  scenarioOf('any', { ...withinTwentyPages(setting), steps: compose(untilProfileIsGone(drafts), composition) });

const mostPages = 20;

/** Where pages are short, a listing need not be as long as where they are not: every record is downloaded. */
const withinTwentyPages = (setting: Setting): Setting => {
  const most = setting.assumptions['list.mostPerPage'];
  if (typeof most !== 'number') return setting;
  const customers = setting.customers.map((row) =>
    typeof row.records === 'number' ? { ...row, records: Math.min(row.records, mostPages * most) } : row,
  );
  return { ...setting, customers };
};

const recoverableScenarios = (
  fc: FC,
  profile: ClientProfile,
): ((setting: Arbitrary<Setting>) => Arbitrary<Scenario>) => {
  const steps = recoverableSteps(fc, profile);
  return (setting) => fc.tuple(steps, setting).map((drawn) => recoverableScenario(...drawn));
};

const anyScenarios = (
  fc: FC,
  profile: ClientProfile,
): ((planned: Planned, setting: Arbitrary<Setting>) => Arbitrary<Scenario>) => {
  const drafts = fc
    .array(anySteps(fc, profile), { maxLength: mostSteps, size: 'max' })
    .map((several) => several.flat());
  const composition = oneOf<Composition>(
    fc,
    [14, fc.constant('apart')],
    [1, fc.constant('sequence')],
    [1, fc.constant('together')],
  );
  return ({ drafts: planned, isFull }, setting) =>
    fc
      .tuple(isFull ? fc.constant([]) : drafts, setting, composition)
      .map(([others, ...rest]) => anyScenario([...planned, ...others], ...rest));
};
