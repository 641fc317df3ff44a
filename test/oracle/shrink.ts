import type { Event } from './reference/events.ts';
import { defaults, points, type Settings } from './reference/settings.ts';
import { type Divergence, runEvents } from './run-history.ts';
import type { Step } from './service.ts';

/** Makes a history that diverges as short as it gets: events go one by one, and with each what refers to it. */

const refersTo = (value: unknown, gone: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([key, one]) => key === 'of' && one === gone);

const renumber = (value: unknown, gone: number): unknown => {
  if (typeof value !== 'object' || value === null || !('of' in value)) return value;
  const { of } = value as { of: number };
  return { of: of > gone ? of - 1 : of };
};

/** The events without one; undefined when another needs it. */
const without = (events: readonly Event[], gone: number): readonly Event[] => {
  const kept: Event[] = [];
  let shifted = 0;
  const rest = events.filter((_, index) => index !== gone);
  for (const event of rest) {
    if (Object.values(event).some((value) => refersTo(value, gone))) {
      shifted += 1;
      continue;
    }
    const fields = Object.entries(event).map(([key, value]) => [key, renumber(value, gone)]);
    kept.push(Object.fromEntries(fields) as Event);
  }
  return shifted === 0 ? kept : [];
};

const diverges = (settings: Settings, events: readonly Event[], step?: Step): Divergence | undefined => {
  try {
    return runEvents(settings, events, step).divergence;
  } catch {
    // A history in which something refers to what is no longer there.
    return undefined;
  }
};

export const shrink = (divergence: Divergence, step?: Step): Divergence => {
  let best = divergence;
  const consider = (settings: Settings, events: readonly Event[]): boolean => {
    const found = diverges(settings, events, step);
    if (found === undefined) return false;
    best = found;
    return true;
  };
  for (let again = true; again; ) {
    again = false;
    for (let index = best.index - 1; index >= 0; index -= 1) {
      const events = best.history.events.slice(0, best.index + 1);
      if (index >= events.length) continue;
      const fewer = without(events, index);
      if (fewer.length > 0 && consider(best.history.settings, fewer)) again = true;
    }
    for (const point of points) {
      const { settings, events } = best.history;
      if (settings.choices[point] === defaults[point]) continue;
      const plainer = { ...settings, choices: { ...settings.choices, [point]: defaults[point] } };
      if (consider(plainer, events.slice(0, best.index + 1))) again = true;
    }
  }
  return best;
};
