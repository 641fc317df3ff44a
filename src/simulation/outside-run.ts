import { nativeTimers } from '../clock/real-time.ts';
import { Misuse } from '../misuse.ts';
import { type CallSite, callSiteOf, pointTo } from './call-site.ts';

/**
 * Notices a client that is called beside `sim.run`: it sends requests, and then waits for what is due in virtual time, while
 * nobody moves that. All that a test would say is that it timed out.
 *
 * Requests alone are no mistake: a test may send some to prepare things, and is answered at once. So nothing is said unless
 * something was begun that only time can end, and a second of real time has brought neither another request nor anybody who
 * moves time.
 */
export interface OutsideRun {
  /** Somebody takes the environment: most probably to give it to a client. */
  noteEnv<Env>(env: Env): Env;
  /** Somebody waits for time to move. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** A request has come. */
  received(): void;
  /** What is to be said now; undefined where nobody waits beside a run. */
  find(): Misuse | undefined;
  end(): void;
}

export interface Watched {
  readonly now: () => number;
  /** What only time can bring, in words. */
  readonly describeDue: () => readonly string[];
  /** Where the simulation was begun; undefined where that is no test's affair. */
  readonly site: CallSite | undefined;
  readonly say: (error: Misuse) => void;
}

/**
 * Real milliseconds: well before a test is given up, and long enough for what a test does between two calls. What a run has
 * left under way may be nobody's concern, and a test may have more to do; only what waits that long is taken to hang.
 */
const patience = { called: 1000, moved: 2000, left: 3000 };

/** Whether a client is called beside a run, the user's own fake timers moved time, or a run is over and something goes on. */
type Occasion = keyof typeof patience;

/** How many wait for the time of any simulation to move: while one does, a test may leave the others alone. */
let moving = 0;

export const watchOutsideRun = ({ now, describeDue, site, say }: Watched): OutsideRun => {
  let timer: NodeJS.Timeout | undefined;
  let occasion: Occasion = 'called';
  let taken: CallSite | undefined;
  let isSaid = false;
  let stoodAt = Number.NaN;
  const disarm = (): void => {
    if (timer !== undefined) nativeTimers.clearTimeout(timer);
    timer = undefined;
  };
  const arm = (why: Occasion): void => {
    stoodAt = now();
    if (timer !== undefined && occasion === why) return void timer.refresh();
    disarm();
    occasion = why;
    timer = nativeTimers.setTimeout(() => {
      if (moving === 0 && now() !== stoodAt) return arm('moved');
      const error = find();
      disarm();
      if (error !== undefined) say(error);
    }, patience[why]);
    timer.unref();
  };
  const find = (): Misuse | undefined => {
    if (timer === undefined || moving > 0 || now() !== stoodAt) return undefined;
    const [first, ...others] = describeDue();
    if (first === undefined) return undefined;
    isSaid = true;
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    const { because, hint } = said[occasion];
    const what = `${first}${more}, and nothing moves virtual time: ${because}`;
    return pointTo(new Misuse('OUTSIDE_RUN', 'simulation', what, hint), taken ?? site);
  };
  const watch: OutsideRun = {
    noteEnv: (env) => {
      // The frames of ours are left out where it is told.
      if (moving === 0) taken = callSiteOf(callSiteOf);
      return env;
    },
    during: async (work) => {
      disarm();
      moving += 1;
      try {
        return await work();
      } finally {
        moving -= 1;
        if (site !== undefined && !isSaid) arm('left');
      }
    },
    received: () => {
      if (isSaid || moving > 0) return disarm();
      arm('called');
    },
    // Once all is over, nobody waits any more for what a run has left.
    find: () => (occasion === 'called' ? find() : undefined),
    end: disarm,
  };
  return watch;
};

const said: Readonly<Record<Occasion, { readonly because: string; readonly hint: string }>> = {
  called: {
    because: 'the client was called outside of sim.run',
    hint: 'write "await sim.run(() => client(sim.env))", or let time pass with sim.elapse',
  },
  moved: {
    because: 'your fake timers moved it too little',
    hint: 'move them on, or "await sim.run(() => client(sim.env))"',
  },
  left: {
    because: 'the run is over, and left this under way',
    hint: 'await what waits for it, as the close() of a worker, inside of sim.run, or let time pass with sim.elapse',
  },
};
