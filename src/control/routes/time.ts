import { fieldsOf } from '../bodies.ts';
import type { ControlledPace } from '../controlled.ts';
import { aCount, aTruth, aWord, optional } from '../kinds.ts';
import { checkGoal, clockSchema, goalIn, goalKinds, tellClock } from '../clock.ts';
import { Misuse } from '../../misuse.ts';
import { route } from '../route.ts';
import type { Session } from '../session.ts';

const gives = { as: 'json', schema: clockSchema } as const;

const moveTo = async (session: Session, at: number): Promise<ReturnType<typeof tellClock>> => {
  const { time } = session.controlled;
  if (!time.isMovable) {
    const what = 'real time cannot be moved';
    throw new Misuse('CLOCK_NOT_OURS', 'control', what, 'serve it with a clock that can');
  }
  await time.moveTo(at);
  return tellClock(session);
};

const paceOf = ({ controlled }: Session): ControlledPace => {
  const { pace } = controlled.time;
  if (pace !== undefined) return pace;
  const what = 'this time does not pass at a pace of its own';
  throw new Misuse('CLOCK_NOT_OURS', 'control', what, 'it can be paused with: stunt-double run --ui');
};

const stops = ['move', 'trigger'] as const;

export const timeRoutes = [
  route({
    method: 'POST',
    path: 'time/pause',
    name: 'pause',
    group: 'time',
    what: 'Lets time stand, or go on, of a client that runs in virtual time in the process that serves this (`run --ui`).',
    body: fieldsOf(
      'Whether it stands, and how slowly it goes on.',
      {
        isPaused: aTruth('Whether it stands. Where the client is at its end, going on leads to the next one.'),
        length: optional(aCount('Real milliseconds that each move of time takes at least. As before.')),
      },
      { isPaused: false, length: 500 },
    ),
    gives,
    codes: ['BAD_OPTION', 'CLOCK_NOT_OURS'],
    act: ({ session, body: { isPaused, length } }) => {
      const pace = paceOf(session);
      if (length !== undefined) pace.setLength(length);
      if (isPaused) pace.pause();
      else pace.goOn();
      return tellClock(session);
    },
  }),
  route({
    method: 'POST',
    path: 'time/step',
    name: 'step',
    group: 'time',
    what: 'Lets time that stands go on for one step, and stand again.',
    body: fieldsOf(
      'How far.',
      {
        until: optional(
          aWord('Until something has happened (`move`, as without it), or a step of the scenario hit.', stops),
        ),
      },
      { until: 'trigger' },
    ),
    gives,
    codes: ['BAD_OPTION', 'CLOCK_NOT_OURS'],
    act: ({ session, body: { until = 'move' } }) => {
      paceOf(session).step(until);
      return tellClock(session);
    },
  }),
  route({
    method: 'GET',
    path: 'time',
    name: 'getTime',
    group: 'time',
    what: 'Tells what time it is, and how it passes.',
    gives,
    codes: [],
    act: ({ session }) => tellClock(session),
  }),
  route({
    method: 'POST',
    path: 'time/elapse',
    name: 'elapse',
    group: 'time',
    what: 'Lets time pass: everything that is due on the way happens, in order.',
    more: 'The answer comes when time is there. What is over already is reached at once.',
    body: fieldsOf('How far: `for` or `until`.', goalKinds, { for: '1h' }, checkGoal),
    gives,
    codes: ['BAD_DURATION', 'BAD_OPTION', 'CLOCK_NOT_OURS', 'CLOCK_STUCK', 'DISPOSED'],
    act: ({ session, body }) => moveTo(session, goalIn(body, session.controlled.sim)),
  }),
  route({
    method: 'POST',
    path: 'time/next',
    name: 'elapseToNext',
    group: 'time',
    what: 'Lets time pass to when something of the service is due next; nowhere where nothing is.',
    gives,
    codes: ['CLOCK_NOT_OURS', 'CLOCK_STUCK', 'DISPOSED'],
    act: ({ session }) => moveTo(session, session.controlled.time.nextDue ?? session.controlled.sim.elapsed),
  }),
  route({
    method: 'POST',
    path: 'time/sleep',
    name: 'sleep',
    group: 'time',
    what: 'A client says that it sleeps: the answer comes when virtual time is there.',
    more:
      'It is what a client calls in the place of `sleep`, whatever the clock. Where time leaps by itself it does so as soon as ' +
      'nobody is at work; a client that hangs up sleeps no more.',
    body: fieldsOf('How long: `for` or `until`.', goalKinds, { for: '10m' }, checkGoal),
    gives,
    codes: ['BAD_DURATION', 'BAD_OPTION', 'DISPOSED'],
    act: async ({ session, body, signal }) => {
      const { sim, time } = session.controlled;
      await time.sleepUntil(goalIn(body, sim), signal);
      return tellClock(session);
    },
  }),
];
