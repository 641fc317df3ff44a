import type { ExchangeName, Scenario, Step, Trigger } from '../../language/ast.ts';
import type { Demand } from '../../language/verbs.ts';
import { startStopwatch } from '../../play/stopwatch.ts';
import type { Entry } from '../../trace/entry.ts';
import { writeDuration } from '../arbitraries/durations.ts';
import { type Exchange, listExchanges, nameExchange } from '../exchanges.ts';
import { expectationOf } from '../trial/mode.ts';
import { writeReplay } from '../trial/kept-state.ts';
import type { Trial } from '../trial/trial.ts';
import { type TrialSetup, runTrial } from '../trial/run-trial.ts';
import { actionsAt, faultsAt } from './faults.ts';
import type { SweepCell } from './sweep-report.ts';

/** A place in a run where something can be injected. */
export interface InjectionPoint {
  /** What happens there of itself: `listDataQueryRecords 2`, or time that passes. */
  readonly name: string;
  readonly trigger: Trigger;
  /** The exchange it stands before; nothing where the client only waits. */
  readonly exchange?: ExchangeName;
}

/** How many exchanges of a kind are looked at: the first, and the last. */
const mostOfAKind = 2;

/** The exchanges of a run, and the waits between them, in their order. */
export const findInjectionPoints = (entries: readonly Entry[]): readonly InjectionPoint[] => {
  const exchanges = listExchanges(entries);
  const last = new Map(exchanges.map(({ exchange, nth }) => [exchange, nth]));
  return exchanges.flatMap((one, index) => {
    const since = exchanges[index - 1]?.at ?? one.at;
    const pause = one.at - since > 1 ? [between(since, one.at)] : [];
    const isFarIn = one.nth >= mostOfAKind && one.nth !== last.get(one.exchange);
    return [...pause, ...(isFarIn ? [] : [before(one)])];
  });
};

const before = ({ exchange, nth }: Exchange): InjectionPoint => ({
  name: nameExchange({ exchange, nth }),
  trigger: { kind: 'on', exchange, nth },
  exchange,
});

const between = (since: number, at: number): InjectionPoint => {
  const time = writeDuration(since + Math.floor((at - since) / 2));
  return { name: `the end of a wait, at ${time}`, trigger: { kind: 'at', time } };
};

/** What is injected in one run, and what is asked of the client. */
export interface Injection {
  readonly what: string;
  readonly moment: string;
  readonly steps: readonly Step[];
  readonly demand: Demand;
}

/** Everything that can be injected at one point. */
export const injectionsAt = ({ name: moment, trigger, exchange }: InjectionPoint): readonly Injection[] =>
  [...(exchange === undefined ? [] : faultsAt(exchange)), ...actionsAt(exchange)].map(({ name, action, demand }) => ({
    what: name,
    moment,
    steps: [{ trigger, action, place: `before ${moment}` }],
    demand,
  }));

interface Injecting {
  readonly scenario: Scenario;
  readonly setup: TrialSetup;
  /** Real milliseconds after which no more runs are begun. */
  readonly time: number;
  readonly onRun: (runs: number) => void;
  readonly note?: (trial: Trial, cell: SweepCell) => void;
}

/** Runs one scenario many times, each time with another injection, as far as there is time; what came of it is added to `cells`. */
export const createInjector = ({ scenario, setup, time, onRun, note }: Injecting) => {
  const elapsed = startStopwatch();
  let runs = 0;
  return async (injections: readonly Injection[], cells: SweepCell[] = []): Promise<readonly SweepCell[]> => {
    for (const injection of injections) {
      if (elapsed() >= time) break;
      const { what, moment } = injection;
      const trial = await runTrial(withInjection(scenario, injection), setup);
      const cell = { what, moment, ...judge(trial, injection) };
      cells.push(cell);
      note?.(trial, cell);
      runs += 1;
      onRun(runs);
    }
    return cells;
  };
};

const withInjection = (scenario: Scenario, { what, moment, steps, demand }: Injection): Scenario => ({
  ...scenario,
  name: `${what}, before ${moment}`,
  steps: [...scenario.steps, ...steps],
  expect: expectationOf(demand === 'finish' ? 'recoverable' : 'any'),
});

/** What the client made of it. */
const judge = (trial: Trial, { steps, demand }: Injection): Omit<SweepCell, 'what' | 'moment'> => {
  const { scenario, symptoms, outcome, unfired } = trial;
  const [symptom] = symptoms;
  const isIdle = steps.some(({ place }) => unfired.some((one) => one.place === place));
  if (isIdle) return { verdict: 'inconclusive', ended: 'nothing happened' };
  if (symptom !== undefined) {
    return {
      verdict: 'broken',
      ended: symptom.key === 'C18' ? 'no end' : outcome.ok ? 'finished' : 'gave up',
      rule: symptom.key,
      because: symptom.evidence.join('; '),
      replay: writeReplay(scenario, symptom),
    };
  }
  if (outcome.ok) return { verdict: 'survived', ended: 'finished' };
  return { verdict: demand === 'either' ? 'inconclusive' : 'survived', ended: 'gave up', because: outcome.error };
};
