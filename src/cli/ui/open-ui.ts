import type { ControlledSimulation } from '../../control/controlled.ts';
import type { Control } from '../../control/open-control.ts';
import type { Scenario } from '../../language/ast.ts';
import { Misuse } from '../../misuse.ts';
import { reportScenario, type RunScenarioOptions, type ScenarioReport } from '../../play/run-scenario.ts';
import type { Terminal } from '../../print/terminal.ts';
import type { Played } from '../../simulate.ts';
import type { Client } from '../../simulation/client-env.ts';
import { openPanel } from '../open-panel.ts';
import { Pacer } from './pacer.ts';

/**
 * `--ui`: clients of this process, looked at in the live panel while they run. Time stands until somebody lets it go on, step by
 * step or slowly; what there is to be seen at the end of a client stays until somebody goes on from there.
 */
export interface Ui {
  /** Runs a client through a scenario, as `runScenario` does, and waits for whoever looks on. */
  readonly run: (scenario: Scenario, client: Client, options: Accompanied) => Promise<ScenarioReport>;
  readonly close: () => Promise<void>;
}

type Accompanied = Parameters<typeof reportScenario>[2];

interface Shown {
  readonly played: Played;
  readonly scenario: Scenario;
  readonly options: RunScenarioOptions;
}

/** The address is told with the first client. */
export const openUi = (terminal: Terminal): Ui => {
  const pacer = new Pacer();
  let shown: Shown | undefined;
  let control: Control | undefined;
  const find = (): Shown => {
    if (shown === undefined) throw new Error('nothing is shown');
    return shown;
  };
  const open = async (): Promise<void> => {
    if (control !== undefined) return;
    control = await openPanel(controlOf(find, pacer), { place: '--ui' }, terminal);
    terminal.stderr.write(`look at it, and let it go on, at ${control.url} (Ctrl+C ends)\n`);
  };
  return {
    run: async (scenario, client, options) => {
      const accompany = async (played: Played): Promise<void> => {
        await options.accompany?.(played);
        shown = { played, scenario, options };
        played.time.brake(() => pacer.mayMove());
        await open();
        await pacer.begin(played.sim);
      };
      const report = await reportScenario(scenario, client, { ...options, accompany });
      await pacer.end();
      return report;
    },
    close: async () => control?.close(),
  };
};

const notAnew = (): Promise<never> => {
  const what = 'a client of this process cannot begin anew';
  return Promise.reject(
    new Misuse('CLOCK_NOT_OURS', '--ui', what, 'end it, and run it again; or use: stunt-double serve'),
  );
};

const controlOf = (shown: () => Shown, pacer: Pacer): ControlledSimulation => ({
  get sim() {
    return shown().played.sim;
  },
  get scenario() {
    return shown().scenario;
  },
  get rules() {
    return shown().scenario.expect.rules ?? shown().options.rules;
  },
  time: {
    kind: 'virtual',
    speed: 0,
    isMovable: true,
    get nextDue() {
      return shown().played.time.nextDue();
    },
    moveTo: (at) => pacer.move(() => shown().played.time.moveTo(at)),
    sleepUntil: (at, signal) => shown().played.time.sleepUntil(at, signal),
    pace: pacer,
  },
  reset: notAnew,
  restore: notAnew,
});
