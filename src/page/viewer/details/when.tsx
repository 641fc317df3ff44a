import { isoDate, showDuration } from '../../../spec/time.ts';
import type { Entry } from '../../../trace/entry.ts';

interface WhenProps {
  readonly entries: readonly Entry[];
  readonly at: number;
  /** When it was over, where that is later. */
  readonly until?: number | undefined;
}

export const epochOf = (entries: readonly Entry[]): number => {
  const [first] = entries;
  return first?.kind === 'began' ? Date.parse(first.epoch) : 0;
};

/** When something happened, in virtual time and by the clock, and how long it took. */
export const When = ({ entries, at, until = at }: WhenProps) => (
  <p class="quiet when">
    {showDuration(at)} ·{' '}
    {isoDate(epochOf(entries) + at)
      .replace('T', ' ')
      .replace('Z', ' UTC')}
    {until > at && ` · took ${showDuration(until - at)}`}
  </p>
);
