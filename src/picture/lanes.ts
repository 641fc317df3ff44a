import { operationNames } from '../spec/routes.ts';
import { type LaneGroup, laneGroups } from './lane-groups.ts';
import type { Bar, Lane } from './picture.ts';

type Step = { readonly at: number; readonly used: number };

interface OpenLane {
  readonly group: LaneGroup;
  readonly name: string;
  readonly bars: Bar[];
  levels?: { readonly of: number; readonly steps: Step[] };
}

/** Lanes while they are drawn on: each begins with the first that is put on it. */
export class Lanes {
  readonly #lanes = new Map<string, OpenLane>();

  constructor() {
    // Requests lie in the order of the table, whichever came first.
    for (const name of operationNames) this.#open('requests', name, name);
  }

  /** `key` tells the lanes of a group apart, and is the same in every run. */
  put(group: LaneGroup, key: string, name: string, bar: Bar): void {
    this.#open(group, key, name).bars.push(bar);
  }

  /** Of what happens at one instant the highest level stays, and the last. */
  level(key: string, name: string, of: number, step: Step): void {
    const lane = this.#open('limits', key, name);
    lane.levels ??= { of, steps: [] };
    const { steps } = lane.levels;
    const isAt = (index: number): boolean => steps.at(index)?.at === step.at;
    while (isAt(-1) && step.used >= (steps.at(-1)?.used ?? 0)) steps.pop();
    if (isAt(-1) && isAt(-2)) steps.pop();
    if (steps.at(-1)?.used !== step.used) steps.push(step);
  }

  /** Bars in order of their beginnings; none goes on after the end, and what would is there when the last entry is. */
  close(end: number, last: number): readonly Lane[] {
    const drawn = [...this.#lanes].filter(([, { bars, levels }]) => bars.length > 0 || levels !== undefined);
    return laneGroups.flatMap((wanted) =>
      drawn.flatMap(([id, { group, name, bars, levels }]) =>
        group === wanted ? [{ id, group, name, bars: inOrder(bars, end, last), ...(levels && { levels }) }] : [],
      ),
    );
  }

  #open(group: LaneGroup, key: string, name: string): OpenLane {
    const id = `${group}/${key}`;
    const known = this.#lanes.get(id);
    if (known !== undefined) return known;
    const lane: OpenLane = { group, name, bars: [] };
    this.#lanes.set(id, lane);
    return lane;
  }
}

const inOrder = (bars: readonly Bar[], end: number, last: number): readonly Bar[] =>
  bars
    .map((bar) =>
      bar.to > end || bar.from < 0
        ? { ...bar, from: Math.max(0, bar.from), to: Math.min(bar.to, end), ...(bar.to > end && { last }) }
        : bar,
    )
    .sort((one, other) => one.from - other.from || one.entry - other.entry);
