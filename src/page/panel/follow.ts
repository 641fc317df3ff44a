import type { Entry } from '../../trace/entry.ts';

/** What is known of the trace that is followed. */
export interface Followed {
  /** Which world it is; 0 before anything is known. */
  readonly world: number;
  readonly scenario: string | undefined;
  /** A new array whenever it has become longer. */
  readonly entries: readonly Entry[];
  readonly isConnected: boolean;
}

export const nothing: Followed = { world: 0, scenario: undefined, entries: [], isConnected: false };

/** Real milliseconds between two pictures, at least; then so many times as long as the last took. */
const interval = 120;
const patience = 4;
/** After a connection was refused, not merely lost. */
const retry = 1500;

/**
 * Follows the trace. Entries are handed on in bunches, the fewer the longer it takes to draw them: `drawn` is to be called with
 * how long. A lost connection is taken up where it was, by the browser; one that was refused begins again.
 */
export const follow = (change: (now: Followed) => void): { drawn: (took: number) => void; end: () => void } => {
  let now = nothing;
  let entries: Entry[] = [];
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = interval;
  const flush = (): void => {
    timer = undefined;
    now = { ...now, entries: [...entries] };
    change(now);
  };
  const later = (): void => {
    timer ??= setTimeout(flush, wait);
  };
  const connect = (): void => {
    source = new EventSource('trace/events');
    source.addEventListener('world', ({ data, lastEventId }: MessageEvent<string>) => {
      const { world, scenario } = JSON.parse(data) as { readonly world: number; readonly scenario: string | null };
      // It comes again with each connection, and says how much of the world is known.
      entries = world === now.world ? entries.slice(0, Number(lastEventId.split('-')[1])) : [];
      now = { ...now, world, scenario: scenario ?? undefined, isConnected: true };
      clearTimeout(timer);
      flush();
    });
    source.addEventListener('entry', ({ data }: MessageEvent<string>) => {
      entries.push(JSON.parse(data) as Entry);
      later();
    });
    source.addEventListener('error', () => {
      now = { ...now, isConnected: false };
      change(now);
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(connect, retry);
    });
  };
  connect();
  return {
    drawn: (took) => {
      wait = Math.max(interval, took * patience);
    },
    end: () => {
      source?.close();
      clearTimeout(timer);
    },
  };
};
