import type { Packed } from '../packed/pack.ts';
import type { Installed } from './installed.ts';

/** One thing that was measured of a release, beside what it may be. */
export interface Finding {
  /** What was measured, with the figure. */
  readonly what: string;
  /** What it may be at most, where it is a figure. */
  readonly budget?: string;
  readonly isMet: boolean;
  /** What else a reader wants to know, a line each: what is wrong, and what to do. */
  readonly lines?: readonly string[];
}

/** What is looked at: the package as it would be published. */
interface Release {
  readonly root: string;
  readonly version: string;
  readonly packed: Packed;
  /** The tarball's content, in a folder. */
  readonly folder: string;
  /** What users get, installed from the registry when a part first asks for it. */
  readonly installed: () => Installed;
}

export interface Part {
  readonly what: string;
  readonly look: (release: Release) => readonly Finding[] | Promise<readonly Finding[]>;
}

export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** A figure beside the most that it may be. */
export const measured = (name: string, figure: number, most: number, show: (figure: number) => string): Finding => ({
  what: `${name}: ${show(figure)}`,
  budget: show(most),
  isMet: figure <= most,
});
