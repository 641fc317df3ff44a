import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadScenarios, runScenario, type Entry, type Scenario } from '../../src/index.ts';
import { drawPicture } from '../../src/picture/draw.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { sampled } from '../sampled.ts';
import { laneGroups } from '../../src/picture/lane-groups.ts';
import type { Picture } from '../../src/picture/picture.ts';

const scenarios = await loadScenarios([resolve(import.meta.dirname, '../../scenarios')]);

/** To intercept sockets takes longer than all that is drawn. */
const play = (scenario: Scenario) => runScenario(scenario, importWith(), { transport: 'fetch' });

const runs = await Promise.all(
  sampled(scenarios, { every: 6 }).map(async (scenario) => {
    const { trace } = await play(scenario);
    return { name: scenario.name, entries: trace.entries, picture: drawPicture(trace.entries) };
  }),
);

/** Entries that no bar shows: neither as its beginning, nor as a part of its exchange. */
const unshown = (entries: readonly Entry[], { lanes }: Picture): readonly string[] => {
  const bars = lanes.flatMap((lane) => lane.bars);
  const begun = new Set(bars.map(({ entry }) => entry));
  const exchanges = new Set(bars.map(({ exchange }) => exchange));
  return entries.flatMap((entry, place) => {
    const isShown = begun.has(place) || ('exchange' in entry && exchanges.has(entry.exchange));
    return isShown ? [] : [`${place} ${entry.kind}`];
  });
};

test('the library was played', () => expect(runs.length).toBeGreaterThan(30));

test.each(runs)('each thing that happened is on a lane: $name', ({ entries, picture }) => {
  expect(unshown(entries, picture)).toEqual([]);
});

test.each(runs)('bars are in order of time and within the run: $name', ({ entries, picture }) => {
  const { end, lanes, idle } = picture;
  expect(end).toBe(Math.max(...entries.map(({ at }) => at)));
  for (const { id, bars, levels } of lanes) {
    const wrong = bars.filter(({ from, to }) => from < 0 || to < from || to > end);
    expect({ id, wrong }).toEqual({ id, wrong: [] });
    expect(bars.map(({ from }) => from)).toEqual(bars.map(({ from }) => from).toSorted((one, other) => one - other));
    const steps = levels?.steps ?? [];
    expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).toSorted((one, other) => one - other));
    expect(steps.every(({ used }) => used >= 0 && used <= (levels?.of ?? 0))).toBe(true);
    expect(bars.length + steps.length).toBeGreaterThan(0);
  }
  expect(idle.every(({ from, to }, index) => from < to && from >= (idle[index - 1]?.to ?? 0) && to <= end)).toBe(true);
});

test('lanes lie in the order of their groups, and no two have one id', () => {
  for (const { picture } of runs) {
    const groups = picture.lanes.map(({ group }) => laneGroups.indexOf(group));
    expect(groups).toEqual(groups.toSorted((one, other) => one - other));
    expect(new Set(picture.lanes.map(({ id }) => id)).size).toBe(picture.lanes.length);
  }
});

test('the same run has the same picture, and the same lanes whatever its seed', async () => {
  const [scenario] = scenarios;
  const draw = async (seed: number): Promise<Picture> =>
    drawPicture((await play({ ...scenario, seed } as Scenario)).trace.entries);
  const [one, same, other] = [await draw(1), await draw(1), await draw(2)];

  expect(same).toEqual(one);
  expect(other.lanes.map(({ id }) => id)).toEqual(one.lanes.map(({ id }) => id));
});

test('a hundred thousand entries are drawn in well under a second', () => {
  const entries: Entry[] = [];
  for (let round = 0; entries.length < 100_000; round++) {
    for (const entry of runs[round % runs.length]?.entries ?? []) {
      const moved = { ...entry, at: entry.at + round * 86_400_000 };
      entries.push('exchange' in moved ? { ...moved, exchange: moved.exchange + round * 100_000 } : moved);
    }
  }
  // Time of this process, whatever else the machine has to do: a third of a second, once it is warm.
  let took = Number.POSITIVE_INFINITY;
  for (let tries = 0; took >= 1000 && tries < 3; tries++) {
    const before = process.cpuUsage();
    const picture = drawPicture(entries);
    expect(picture.lanes.reduce((sum, { bars }) => sum + bars.length, 0)).toBeGreaterThan(40_000);
    took = process.cpuUsage(before).user / 1000;
  }

  expect(took).toBeLessThan(1000);
});
