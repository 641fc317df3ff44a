import type { EntryOf } from '../trace/entry.ts';
import { ms, showDuration } from '../spec/time.ts';
import type { Bar } from './picture.ts';
import { short } from '../trace/short.ts';
import { type Scene, slotOf } from './scene.ts';

/** How a query stands, and what came of its notifications. */
interface Course {
  readonly id: string;
  readonly bars: Bar[];
  /** The state that it is in, since when, and from which entry on. */
  state: 'inProgress' | 'completed' | 'canceled';
  since: number;
  entry: number;
  openedAt?: number;
  acceptedAt?: number;
}

/** A lane for each customer's scope: its queries through their states, with the time in which they may be listed. */
export const drawQueries = (scene: Scene): void => {
  const { entries, end, lanes } = scene;
  const courses = openCourses(scene);
  for (const [entry, one] of entries.entries()) if (one.kind === 'transition') enter(courses, one, entry);
  for (const { query, from, entry } of openings(scene)) openWindow(scene, courses.get(query), from, entry);
  for (const course of courses.values()) {
    if (course.openedAt === undefined) closeState(course, end);
    const slot = slotOf(scene, course.id);
    for (const bar of course.bars) lanes.put('queries', slot, slot, bar);
  }
};

/** The queries that there were at first. */
const openCourses = (scene: Scene): Map<string, Course> => {
  const courses = new Map<string, Course>();
  for (const { query, state, sentAt, acceptedAt } of scene.began?.world?.queries ?? []) {
    const course: Course = { id: query, bars: [], state, since: 0, entry: 0 };
    courses.set(query, course);
    const openedAt = startsWithDelivery(scene) ? acceptedAt : sentAt;
    if (openedAt !== undefined) openWindow(scene, course, openedAt, 0);
  }
  return courses;
};

interface Opening {
  readonly query: string;
  readonly from: number;
  readonly entry: number;
}

/** The sendings by which windows may open, oldest first. */
const openings = (scene: Scene): readonly Opening[] => {
  const found: Opening[] = [];
  const sendings = new Map<number, EntryOf<'notification'>>();
  for (const [entry, one] of scene.entries.entries()) {
    if (one.kind === 'notification') {
      sendings.set(one.notification, one);
      if (!startsWithDelivery(scene)) found.push({ query: one.query, from: one.at, entry });
    } else if (one.kind === 'delivered' && startsWithDelivery(scene) && isAccepted(one)) {
      const sending = sendings.get(one.notification);
      if (sending !== undefined) found.push({ query: sending.query, from: sending.at, entry });
    }
  }
  return found;
};

const isAccepted = ({ status }: EntryOf<'delivered'>): boolean => status >= 200 && status < 300;

/** Which sending opens the window. (assumption `notification.windowStart`) */
const startsWithDelivery = ({ assumptions }: Scene): boolean =>
  assumptions['notification.windowStart'] === 'first-delivery';

const enter = (courses: Map<string, Course>, change: EntryOf<'transition'>, entry: number): void => {
  const { query, to, at } = change;
  const known = courses.get(query);
  if (known === undefined) {
    courses.set(query, { id: query, bars: [], state: to, since: at, entry });
    return;
  }
  closeState(known, at, entry);
  Object.assign(known, { state: to, since: at, entry });
};

const shown = {
  inProgress: ['in progress', 'waiting', 'is being collected'],
  completed: ['COMPLETED', 'waiting', 'is completed, and its notification not yet sent'],
  canceled: ['CANCELED', 'refused', 'is canceled'],
} as const;

const closeState = (course: Course, to: number, last?: number): void => {
  const { id, state, since, entry, bars } = course;
  const [label, tone, what] = shown[state];
  bars.push({
    from: since,
    to,
    label,
    tone,
    entry,
    ...(last !== undefined && { last }),
    tells: `query ${short(id)} ${what}, from ${showDuration(since)} to ${showDuration(to)}`,
  });
};

/** "At most 1 hour after the notification was sent." (Limits, interface C) */
const openWindow = (scene: Scene, course: Course | undefined, from: number, entry: number): void => {
  if (course === undefined || course.openedAt !== undefined || course.state !== 'completed') return;
  const { end } = scene;
  const until = from + ms(scene.limits.listingWindow.value);
  // One that there was at first is told by its window alone.
  if (course.entry > 0) closeState(course, Math.max(course.since, from), entry);
  course.openedAt = from;
  const query = `query ${short(course.id)}`;
  const tells = `${query} may be listed until ${showDuration(until)}, counted from its notification at ${showDuration(Math.max(from, 0))}`;
  course.bars.push({ from, to: until, label: 'may be listed', tells, tone: 'fine', entry });
  if (until >= end) return;
  const over = `${query} may not be listed any more, since ${showDuration(Math.max(until, 0))}`;
  course.bars.push({ from: until, to: end, label: 'elapsed', tells: over, tone: 'over', entry });
};
