import { type Part, shortDigest, uuidDigits, withDashes } from './ids.ts';

/*
 * Every text that a client might keep ends in a seal: the mark of the simulation that made it, and a checksum over all of it.
 * So texts differ from one simulation to the next where all else is the same, and each tells a text of another by its look.
 * What stands before the seal is the same in every simulation of a seed, and what is drawn is drawn from that.
 */

const markLength = 8;
const sealLength = 15;

/** What tells the simulations of a process apart: `instance` says which of them it is. */
export const makeMark = (seed: number, instance: string): string =>
  shortDigest('mark', seed, instance).slice(0, markLength);

export const seal = (text: string, mark: string): string =>
  text + mark + shortDigest('seal', text, mark).slice(0, sealLength - markLength);

/** The mark of the simulation that made a text; undefined where none did. */
export const readMark = (text: string): string | undefined => {
  if (text.length < sealLength) return undefined;
  const mark = markIn(text);
  return seal(text.slice(0, -sealLength), mark) === text ? mark : undefined;
};

/** The mark that a text bears if it is sealed. */
export const markIn = (text: string): string => text.slice(-sealLength).slice(0, markLength);

/** Whether a text bears this mark, if it is sealed. */
export const bearsMark = (text: string, mark: string): boolean => text.startsWith(mark, text.length - sealLength);

/** A version 4 UUID that is sealed, but for its dashes. */
export const sealedUuid = (mark: string, ...parts: readonly Part[]): string =>
  withDashes(seal(uuidDigits(...parts).slice(0, -sealLength), mark));

/** What stands before the seal of such a UUID. */
export const identityOf = (id: string): string => plainUuid(id).slice(0, -sealLength);

/** The digits of a UUID, in which it is sealed. */
export const plainUuid = (id: string): string => id.replaceAll('-', '').toLowerCase();
