import { EventEmitter, once } from 'node:events';
import type { ControlledSimulation, ControlledTime } from '../../src/control/controlled.ts';
import { openControl, type ControlOptions } from '../../src/control/open-control.ts';
import type { Scenario } from '../../src/language/ast.ts';
import { settingsOf } from '../../src/language/settings.ts';
import { simulate, type SimulateOptions, type Snapshot } from '../../src/index.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** A simulation behind a control API, whose time moves only when it is told to. */
export const beginControl = async ({ page, ...options }: SimulateOptions & Pick<ControlOptions, 'page'> = {}) => {
  const begin = (more: SimulateOptions) => simulate({ transport: 'fetch', unfired: 'ignore', ...more });
  let scenario: Scenario | undefined;
  let sim = await begin(options);
  const sleepers = new Set<Sleeper>();
  const changes = new EventEmitter();
  const wake = (): void => {
    for (const one of sleepers) if (one.at <= sim.elapsed) one.wake();
  };
  const time: ControlledTime = {
    kind: 'manual',
    speed: 0,
    isMovable: true,
    get nextDue() {
      const due = sim.queries.flatMap((query) => (query.state === 'inProgress' ? [query.endsAt ?? 0] : []));
      return due.length === 0 ? undefined : Math.max(0, Math.min(...due) - Date.parse('2024-02-29T00:00:00.000Z'));
    },
    moveTo: async (at) => {
      await sim.elapse(`${Math.max(0, at - sim.elapsed)}ms`);
      wake();
    },
    sleepUntil: (at, signal) =>
      new Promise((resolve) => {
        const sleeper = {
          at,
          wake: () => {
            sleepers.delete(sleeper);
            changes.emit('sleepers');
            resolve();
          },
        };
        sleepers.add(sleeper);
        changes.emit('sleepers');
        signal.addEventListener('abort', sleeper.wake);
        wake();
      }),
  };
  const replace = async (more: SimulateOptions): Promise<void> => {
    const next = await begin(more);
    await sim.stop();
    sim = next;
  };
  const controlled: ControlledSimulation = {
    get sim() {
      return sim;
    },
    get scenario() {
      return scenario;
    },
    time,
    reset: async (given = scenario) => {
      await replace(given === undefined ? options : settingsOf(given));
      scenario = given;
      for (const step of given?.steps ?? []) sim.add(step);
    },
    restore: (from: Snapshot) => replace({ from }),
  };
  const bugs: unknown[] = [];
  const control = await openControl(controlled, { ...(page !== undefined && { page }), say: (bug) => bugs.push(bug) });
  return {
    controlled,
    url: control.url,
    close: () => control.close(),
    bugs,
    /** Once so many clients are asleep. */
    asleep: async (count: number): Promise<void> => {
      while (sleepers.size !== count) await once(changes, 'sleepers');
    },
    get sim() {
      return sim;
    },
    [Symbol.asyncDispose]: async () => {
      await control.close();
      await sim.stop();
    },
  };
};

export type Begun = Awaited<ReturnType<typeof beginControl>>;
