import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Clock, Judged, LinkPage, Mail, Query, Token, WaitingStep, World } from './answers.ts';
import { ask } from './api.ts';
import { type Followed, follow, nothing } from './follow.ts';

/** What there is to know besides the trace, as it was at an instant of virtual time. */
export interface Facts {
  readonly elapsed: number;
  readonly tokens: readonly Token[];
  readonly queries: readonly Query[];
  readonly links: readonly LinkPage[];
  readonly mails: readonly Mail[];
  readonly steps: readonly WaitingStep[];
  readonly judgements: readonly Judged[];
  readonly world: World;
}

/** The clock, and when it was read, in real milliseconds. */
export interface ReadClock extends Clock {
  readonly readAt: number;
}

export interface Live {
  readonly trace: Followed;
  readonly clock: ReadClock | undefined;
  readonly facts: Facts | undefined;
  /** To be called when something was told, so that what came of it is shown at once. */
  readonly refresh: () => void;
}

const clockInterval = 400;
/** Real milliseconds between two rounds of questions, at least; then so many times as long as the last took. */
const factsInterval = 250;
const patience = 6;

/** The simulation as it is now. */
export const useLive = (): Live => {
  const trace = useTrace();
  const [clock, setClock] = useState<ReadClock>();
  const [told, setTold] = useState(0);
  const refresh = useMemo(() => (): void => setTold((count) => count + 1), []);
  // Where time passes by itself that alone is no news.
  const moved = clock?.speed === 0 ? clock.elapsed : 0;
  const facts = useFacts(`${trace.world}/${trace.entries.length}/${told}/${trace.isConnected}/${moved}`);
  useEffect(() => {
    let isOver = false;
    const look = async (): Promise<void> => {
      const read = await ask<Clock>('time').catch(() => undefined);
      if (read !== undefined && !isOver) setClock({ ...read, readAt: performance.now() });
    };
    void look();
    const timer = setInterval(() => void (document.hidden || look()), clockInterval);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [told]);
  return { trace, clock, facts, refresh };
};

const useTrace = (): Followed => {
  const [trace, setTrace] = useState(nothing);
  const following = useRef<ReturnType<typeof follow> | undefined>(undefined);
  const changedAt = useRef(0);
  useEffect(() => {
    following.current = follow((now) => {
      changedAt.current = performance.now();
      setTrace(now);
    });
    return () => following.current?.end();
  }, []);
  useLayoutEffect(() => following.current?.drawn(performance.now() - changedAt.current), [trace]);
  return trace;
};

/** Asked again whenever the key is another, though not more often than it takes to answer. */
const useFacts = (key: string): Facts | undefined => {
  const [facts, setFacts] = useState<Facts>();
  const state = useRef({ isAsking: false, asked: '', wanted: '', took: 0 });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    state.current.wanted = key;
    const next = (): void => {
      const { isAsking, asked, wanted, took } = state.current;
      if (isAsking || asked === wanted) return;
      Object.assign(state.current, { isAsking: true, asked: wanted });
      timer.current = setTimeout(() => void run(), asked === '' ? 0 : Math.max(factsInterval, took * patience));
    };
    const run = async (): Promise<void> => {
      const began = performance.now();
      state.current.asked = state.current.wanted;
      const found = await readFacts().catch(() => undefined);
      if (found !== undefined) setFacts(found);
      Object.assign(state.current, { isAsking: false, took: performance.now() - began });
      next();
    };
    next();
  }, [key]);
  return facts;
};

const readFacts = async (): Promise<Facts> => {
  const [clock, { tokens }, { queries }, { pages }, { mails }, { steps }, { judgements }, world] = await Promise.all([
    ask<Clock>('time'),
    ask<{ tokens: readonly Token[] }>('tokens'),
    ask<{ queries: readonly Query[] }>('queries'),
    ask<{ pages: readonly LinkPage[] }>('links'),
    ask<{ mails: readonly Mail[] }>('outbox'),
    ask<{ steps: readonly WaitingStep[] }>('steps/unfired'),
    ask<{ judgements: readonly Judged[] }>('judgements'),
    ask<World>('world'),
  ]);
  return { elapsed: clock.elapsed, tokens, queries, links: pages, mails, steps, judgements, world };
};

/** What time it is, in virtual milliseconds: it goes on between two looks where it passes by itself. */
export const useElapsed = (clock: ReadClock | undefined): number => {
  const [, tick] = useState(0);
  const runs = clock !== undefined && clock.speed > 0;
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 100);
    return () => clearInterval(timer);
  }, [runs]);
  if (clock === undefined) return 0;
  // No more than between two looks: a tab in the background or a lost connection knows no better.
  const since = Math.min(performance.now() - clock.readAt, 2 * clockInterval);
  return clock.elapsed + (runs ? Math.floor(Math.max(0, since) * clock.speed) : 0);
};
