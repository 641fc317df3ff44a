import { showDuration } from '../spec/time.ts';
import type { Entry, EntryOf } from './entry.ts';

/* What there is to say of a client that brings along what another simulation gave it. */

/** The cause, in the words in which it is told everywhere. */
export const keepsState = 'this client keeps state between runs';

export const stateRemedy =
  'start each run with a fresh cache: build it when the client is called, or clear it before each run';

type Left = EntryOf<'answer'> & Required<Pick<EntryOf<'answer'>, 'leftover'>>;

/** The answers to requests in which there was something from another simulation. */
export const findLeftovers = (entries: readonly Entry[]): readonly Left[] =>
  entries.filter((entry): entry is Left => entry.kind === 'answer' && entry.leftover !== undefined);

/** Such an answer as one sentence. */
export const describeLeftover = ({ at, exchange, leftover, answer, row }: Left): string =>
  `at ${showDuration(at)}, #${exchange} brought the ${leftover} of another simulation, and was answered ${answer.status}${
    row === undefined ? '' : ` ${row}`
  }`;

/** All that there is to say of it, in one sentence; undefined where it brought nothing along. */
export const describeKeptState = (entries: readonly Entry[]): string | undefined => {
  const [first, ...more] = findLeftovers(entries);
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  return first && `${describeLeftover(first)}${others}: ${keepsState}; ${stateRemedy}`;
};
