import { setTimeout } from 'node:timers/promises';
import { countKnown, entriesAfter } from './known-entries.ts';
import type { Session, World } from './session.ts';

/** Real milliseconds between two looks at the trace, and after which a connection shows that it is still there. */
const interval = 40;
const heartbeat = 15_000;

/** So many entries at once, for a consumer may be slow. */
const most = 200;

/** How far a consumer has come: in which world, and how many of its entries it knows. It is the id of its last event. */
interface Position {
  readonly world: World;
  readonly count: number;
}

/**
 * The trace as events, for as long as somebody listens: `world` whenever there is another one, which begins anew, and
 * `entry` for each thing that happens in it, to its end. Whoever comes back with the id of the last event misses nothing of a world that
 * is still there, and gets the others from their beginning.
 */
export async function* followTrace(
  session: Session,
  lastEvent: string | undefined,
  since: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let position = begin(session, readPosition(lastEvent), since);
  yield `retry: 1000\n\n${tellWorld(position)}`;
  let quiet = 0;
  for (;;) {
    // What has happened by the end is told.
    const isLast = signal.aborted;
    const isOver = session.world !== position.world;
    const { text, next } = tellEntries(position);
    position = next;
    if (text !== '') {
      yield text;
      quiet = 0;
      continue;
    }
    if (isOver && position.world.next !== undefined) {
      position = { world: position.world.next, count: 0 };
      yield tellWorld(position);
      continue;
    }
    if (isLast) return;
    await pause(signal);
    quiet += interval;
    if (quiet < heartbeat) continue;
    yield ': still here\n\n';
    quiet = 0;
  }
}

/** No further than the trace is: who asks for more gets what comes. */
const begin = ({ world }: Session, seen: Seen | undefined, since: number): Position => {
  const wanted = seen === undefined ? since : seen.world === world.number ? seen.count : 0;
  return { world, count: Math.min(wanted, countKnown(world.sim.trace.entries)) };
};

const pause = async (signal: AbortSignal): Promise<void> => {
  try {
    await setTimeout(interval, undefined, { signal });
  } catch {
    // Whoever listened has gone, which the loop sees by itself.
  }
};

const tellWorld = (position: Position): string => {
  const { number, scenario = null } = position.world;
  return event('world', position, { world: number, scenario });
};

const tellEntries = ({ world, count }: Position): { readonly text: string; readonly next: Position } => {
  const { entries } = world.sim.trace;
  const unknown = entriesAfter(entries, count);
  const told = entries.length - unknown.length;
  let next: Position = { world, count };
  const events = unknown.slice(0, most).map((entry, index) => {
    next = { world, count: countKnown(entries, told + index + 1) };
    return event('entry', next, entry);
  });
  return { text: events.join(''), next };
};

const event = (name: string, { world, count }: Position, data: unknown): string =>
  `id: ${world.number}-${count}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** What a consumer says that it has: the number of a world, and how many of its entries. */
interface Seen {
  readonly world: number;
  readonly count: number;
}

const readPosition = (id: string | undefined): Seen | undefined => {
  const [, world, count] = /^(\d{1,9})-(\d{1,9})$/.exec(id ?? '') ?? [];
  return world === undefined ? undefined : { world: Number(world), count: Number(count) };
};
