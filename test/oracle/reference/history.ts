import type { Answer } from './answer.ts';
import type { Event } from './events.ts';
import type { Ending } from './queries.ts';
import type { Settings } from './settings.ts';

/** All that happened so far, in order. `answers` holds what was answered to each, so that no answer is derived twice. */
export interface History {
  readonly settings: Settings;
  readonly events: Event[];
  readonly answers: Answer[];
  /** Likewise how queries ended. */
  readonly endings: Map<number, Ending>;
}

export const begin = (settings: Settings): History => ({ settings, events: [], answers: [], endings: new Map() });

/** What has happened when: the first `before` events, and everything that time alone brings about until `now`. */
export interface View {
  readonly before: number;
  readonly now: number;
}

export const eventAt = (history: History, index: number): Event => {
  const event = history.events[index];
  if (event === undefined) throw new RangeError(`a history of ${history.events.length} has no event ${index}`);
  return event;
};

/** An earlier answer. */
export const answered = (history: History, index: number): Answer => {
  const answer = history.answers[index];
  if (answer === undefined) throw new RangeError(`event ${index} has no answer yet`);
  return answer;
};

/** What the event finds when it comes. */
export const asFoundBy = (history: History, index: number): View => ({
  before: index,
  now: eventAt(history, index).at,
});

/** What there is right after the event. */
export const rightAfter = (history: History, index: number): View => ({
  before: index + 1,
  now: eventAt(history, index).at,
});

/** What there is when time alone brings something about: ahead of the events of that very instant. */
export const whenTimeGetsTo = (history: History, now: number): View => {
  const first = history.events.findIndex(({ at }) => at >= now);
  return { before: first < 0 ? history.events.length : first, now };
};

export const isEarlier = (one: View, other: View): boolean =>
  one.now < other.now || (one.now === other.now && one.before < other.before);

export const isSeenBy = (moment: View, view: View): boolean => !isEarlier(view, moment);

/** The last event of a view that fits. */
export const lastBefore = (
  history: History,
  before: number,
  fits: (event: Event, index: number) => boolean,
): number | undefined => {
  for (let index = before - 1; index >= 0; index -= 1) {
    if (fits(eventAt(history, index), index)) return index;
  }
  return undefined;
};

/** Whether some event after the one and inside the view fits. */
export const happenedSince = (
  history: History,
  since: number,
  before: number,
  fits: (event: Event, index: number) => boolean,
): boolean => {
  for (let index = since + 1; index < before; index += 1) {
    if (fits(eventAt(history, index), index)) return true;
  }
  return false;
};
