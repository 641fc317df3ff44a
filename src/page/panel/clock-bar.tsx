import { useState } from 'preact/hooks';
import { clockTime, dateOf, shortTime } from '../../picture/ruler.ts';
import type { Clock } from './answers.ts';
import { ask } from './api.ts';
import { PaceButtons } from './pace-buttons.tsx';
import { ProblemBox } from './problem-box.tsx';
import { useAct } from './use-act.ts';
import type { ReadClock } from './use-live.ts';

interface ClockBarProps {
  readonly clock: ReadClock;
  readonly elapsed: number;
  readonly onMove: () => void;
}

const leaps = ['1s', '1m', '5m', '1h'] as const;

/** What time it is, and what moves it. */
export const ClockBar = ({ clock, elapsed, onMove }: ClockBarProps) => {
  const { isBusy, problem, act } = useAct();
  const { nextDue, pace } = clock;
  const isMovable = clock.isMovable && pace?.isOver !== true;
  const move = async (path: string, body?: unknown): Promise<boolean> => {
    const isDone = await act(() => ask(path, { method: 'POST', body }));
    onMove();
    return isDone;
  };
  const epoch = Date.parse(clock.now) - clock.elapsed;
  return (
    <section class="clock" aria-label="Time">
      <div class="clock-now">
        <p class="clock-elapsed">
          <span class="unseen">Elapsed: </span>
          <output>{spell(elapsed)}</output>
        </p>
        <p class="quiet">
          {dateOf(epoch, elapsed)} <span class="clock-time">{clockTime(epoch, Math.floor(elapsed / 1000) * 1000)}</span>{' '}
          UTC · {kindOf(clock)}
        </p>
      </div>
      <div class="clock-leaps">
        {pace !== undefined && <PaceButtons pace={pace} onChange={onMove} />}
        <div class="segments" role="group" aria-label="Let time pass">
          {leaps.map((length) => (
            <button
              type="button"
              disabled={!isMovable || isBusy}
              onClick={() => void move('time/elapse', { for: length })}
            >
              +{length}
            </button>
          ))}
        </div>
        <button
          type="button"
          disabled={!isMovable || isBusy || nextDue === undefined}
          title="To when something of the service is due next"
          onClick={() => void move('time/next')}
        >
          Next due
          {nextDue !== undefined && (
            <span class="quiet"> {nextDue <= elapsed ? 'now' : `in ${shortTime(round(nextDue - elapsed))}`}</span>
          )}
        </button>
        <LeapTo isDisabled={!isMovable || isBusy} onGo={(goal) => move('time/elapse', goal)} />
        {isBusy && (
          <span class="quiet" role="status">
            time is moving …
          </span>
        )}
        {!clock.isMovable && <span class="quiet">Real time cannot be moved: serve with --clock movable.</span>}
      </div>
      <ProblemBox problem={problem} />
    </section>
  );
};

interface LeapToProps {
  readonly isDisabled: boolean;
  readonly onGo: (goal: object) => Promise<boolean>;
}

/** A length of time, or a moment. */
const LeapTo = ({ isDisabled, onGo }: LeapToProps) => {
  const [typed, setTyped] = useState('');
  const go = async (event: Event): Promise<void> => {
    event.preventDefault();
    const text = typed.trim();
    const isMoment = /^\d{4}-/.test(text);
    if (text !== '' && (await onGo(isMoment ? { until: text } : { for: text }))) setTyped('');
  };
  return (
    <form class="leap-to" onSubmit={(event) => void go(event)}>
      <input
        type="text"
        aria-label="How long, or until when"
        placeholder="1h30m or 2024-02-29T01:00Z"
        value={typed}
        disabled={isDisabled}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <button type="submit" disabled={isDisabled || typed.trim() === ''}>
        Go
      </button>
    </form>
  );
};

const kindOf = ({ kind, speed, isMovable, pace }: Clock): string => {
  switch (kind) {
    case 'manual':
      return 'manual clock, stands';
    case 'scaled':
      return `scaled clock, runs ×${speed}`;
    case 'real':
      return isMovable ? 'real time that can leap, runs' : 'real time, runs';
    case 'virtual':
      return `virtual time, ${pace?.isOver === true ? 'at its end' : pace?.isPaused === true ? 'stands' : 'runs'}`;
    default:
      return kind satisfies never;
  }
};

/** To the tenth of a second, so that it can be read while it runs. */
const round = (time: number): number => (time < 10_000 ? Math.ceil(time / 100) * 100 : Math.ceil(time / 1000) * 1000);

const two = (count: number): string => String(Math.floor(count)).padStart(2, '0');

/** `26:03:07.5`: hours, minutes, seconds. */
const spell = (elapsed: number): string =>
  `${two(elapsed / 3_600_000)}:${two((elapsed / 60_000) % 60)}:${two((elapsed / 1000) % 60)}.${Math.floor((elapsed % 1000) / 100)}`;
