import type { LaneGroup } from './lane-groups.ts';

/**
 * A run as a picture: lanes along virtual time, with bars, levels and marks on them. It is data, made of a trace alone
 * (`draw.ts`); the report page, the live panel, the still of a timeline and the files for other viewers all show it. Times
 * are virtual milliseconds since the simulation began. Nothing here knows of pixels or colours.
 */
export interface Picture {
  /** The instant at which virtual time begins, ISO 8601. */
  readonly epoch: string;
  readonly seed: number;
  /** When the last thing happened. */
  readonly end: number;
  /** From top to bottom. A lane with nothing on it is left out. */
  readonly lanes: readonly Lane[];
  /** Stretches in which nothing happens, by far longer than those around them: worth folding. In order, never overlapping. */
  readonly idle: readonly Stretch[];
  /** Where rules were broken. */
  readonly broken: readonly Break[];
}

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface Lane {
  /** The same for the same lane of another run, so that two runs can be laid side by side: `requests/listDataQueryRecords`. */
  readonly id: string;
  readonly group: LaneGroup;
  readonly name: string;
  readonly bars: readonly Bar[];
  /** How full a limit was, as a step function. */
  readonly levels?: { readonly of: number; readonly steps: readonly { readonly at: number; readonly used: number }[] };
}

/** How something went: what colour and pattern it gets. */
export const tones = ['fine', 'waiting', 'refused', 'failed', 'over', 'plain'] as const;

export type Tone = (typeof tones)[number];

/** Something with a duration, or a moment where `to` is `from`. */
export interface Bar extends Stretch {
  /** One or two words that fit on it: `200`, `COMPLETED`, `expires`. */
  readonly label: string;
  /** One sentence that tells all of it. */
  readonly tells: string;
  readonly tone: Tone;
  /** The entry of the trace at which it began, counted from 0. */
  readonly entry: number;
  /** The entry at which it ended, where one tells so: what happens at one instant is laid side by side by this. */
  readonly last?: number;
  readonly exchange?: number;
}

/** A rule that was broken, and where. */
export interface Break {
  readonly rule: string;
  readonly at: number;
  readonly exchange?: number;
}
