import type { Control } from '../../control/open-control.ts';
import type { ControlledSimulation } from '../../control/controlled.ts';
import type { Scenario } from '../../language/ast.ts';
import type { Terminal } from '../../print/terminal.ts';
import { openPanel } from '../open-panel.ts';
import type { ServedClock } from './clock.ts';
import type { ServePlan } from './prepare.ts';
import type { Session } from './session.ts';

/** The control API, if it is asked for: opened with the first world, and there for all of them. */
export interface FollowingControl {
  /** This is the world that is driven from now on. Its address; undefined where nobody asked for it. */
  follow(session: Session): Promise<string | undefined>;
  close(): Promise<void>;
}

export const openControlOf = (
  { control, clock }: Pick<ServePlan, 'control' | 'clock'>,
  terminal: Terminal,
): FollowingControl => {
  let current: Session | undefined;
  let opened: Control | undefined;
  const find = (): Session => {
    if (current === undefined) throw new Error('nothing is served');
    return current;
  };
  return {
    follow: async (session) => {
      current = session;
      if (control === undefined) return undefined;
      const place = control.port === undefined ? '--control' : '--control-port';
      opened ??= await openPanel(controlOf(find, clock), { ...control, place }, terminal);
      opened.noteWorld();
      return opened.url;
    },
    close: async () => opened?.close(),
  };
};

/** What drives the world that is served, whichever that is at the time. */
const controlOf = (session: () => Session, clock: ServedClock): ControlledSimulation => {
  const isScaled = typeof clock === 'object';
  return {
    get sim() {
      return session().played.sim;
    },
    get scenario(): Scenario {
      return session().part.scenario;
    },
    get rules() {
      return session().part.scenario.expect.rules;
    },
    time: {
      kind: isScaled ? 'scaled' : clock === 'manual' ? 'manual' : 'real',
      speed: isScaled ? clock.scaled : clock === 'manual' ? 0 : 1,
      isMovable: clock !== 'real',
      get nextDue() {
        return session().played.time.nextDue();
      },
      moveTo: (at) => session().played.time.moveTo(at),
      sleepUntil: (at, signal) => session().played.time.sleepUntil(at, signal),
    },
    reset: (scenario) => session().replace({ scenario: scenario ?? session().part.scenario }),
    restore: (from) => session().replace({ scenario: session().part.scenario, from }),
  };
};
