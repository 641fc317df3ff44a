import type { Entry } from '../trace/entry.ts';
import { isoDate } from '../spec/time.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { refuse } from '../misuse.ts';
import { clockKinds } from './controlled.ts';
import { type Json, object, text, truth, whole, words } from './json-schema.ts';
import { aDuration, aMoment, optional, type Read } from './kinds.ts';
import type { Session } from './session.ts';

/** What time it is, and how it passes. */
export const tellClock = ({ controlled, world }: Session) => {
  const { sim, time } = controlled;
  const { kind, speed, isMovable, nextDue, pace } = time;
  // Read once, for a clock that runs has gone on by then.
  const { elapsed } = sim;
  return {
    world: world.number,
    elapsed,
    now: isoDate(epochOf(sim) + elapsed),
    kind,
    speed,
    isMovable,
    ...(nextDue !== undefined && { nextDue }),
    ...(pace !== undefined && { pace: { isPaused: pace.isPaused, isOver: pace.isOver, length: pace.length } }),
  };
};

type Began = Extract<Entry, { kind: 'began' }>;

const beganOf = ({ trace }: Simulation): Began => {
  const first = trace.entries.find((entry): entry is Began => entry.kind === 'began');
  if (first === undefined) throw new Error('a trace without a beginning');
  return first;
};

/** The instant from which the trace counts. */
const epochOf = (sim: Simulation): number => Date.parse(beganOf(sim).epoch);

/** The instant it is by the service's clock, which those of the world are told by. */
export const serviceNow = (sim: Simulation): number =>
  epochOf(sim) + (beganOf(sim).world?.clockSkew ?? 0) + sim.elapsed;

export const clockSchema: Json = object(
  'What time it is in the simulation, and how it passes.',
  {
    world: whole('Which world it is, from 1: one more after each reset and each restore.', 1),
    elapsed: whole('Virtual milliseconds since the world began.'),
    now: text('The same as a time of day, by the clock of the client.', { format: 'date-time' }),
    kind: words(
      'Whether it passes as real time does, so many times as fast, not by itself, or at once, as the client waits for it.',
      clockKinds,
    ),
    speed: { type: 'number', minimum: 0, description: 'How many virtual seconds pass in a real one by themselves.' },
    isMovable: { type: 'boolean', description: 'Whether it can be moved.' },
    nextDue: whole('When something of the service is due next, where that is known, in `elapsed`.'),
    pace: object('Where it can be paused: how it goes on.', {
      isPaused: truth('Whether it stands.'),
      isOver: truth('Whether the client has come to its end, and is only looked at.'),
      length: whole('Real milliseconds that each move of time takes at least.'),
    }),
  },
  ['nextDue', 'pace'],
);

/** How far time is to go. */
export const goalKinds = {
  for: optional(aDuration('So long from now on.')),
  until: optional(aMoment('Until then, by the clock of the client.')),
};

type Goal = Read<typeof goalKinds>;

export const checkGoal = (goal: Goal): void => {
  if ((goal.for === undefined) !== (goal.until === undefined)) return;
  throw refuse('body', 'it is not clear until when', 'write either "for" or "until"');
};

/** The same in virtual milliseconds since the world began. */
export const goalIn = ({ for: length = 0, until }: Goal, sim: Simulation): number =>
  until === undefined ? sim.elapsed + length : Math.max(sim.elapsed, until - epochOf(sim));
