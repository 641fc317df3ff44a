import { performance } from 'node:perf_hooks';
import { writeToken } from '../language/replay-token.ts';
import { isMisuse, type Misuse } from '../misuse.ts';
import { reportScenario } from '../play/run-scenario.ts';
import { whenSpinning } from '../play/watchdog/watchdog.ts';
import { oneLine } from '../print/printable.ts';
import { showPath } from '../print/show-path.ts';
import type { Terminal } from '../print/terminal.ts';
import { createProgress } from '../report/progress.ts';
import { countKept, isKept, type Result, type Run } from '../report/result.ts';
import type { Played as Simulated } from '../simulate.ts';
import type { Senders } from '../simulation/sent-from.ts';
import { createTrace } from '../trace/trace.ts';
import { asFinding, type CutShort, endedProcess, keptThread, simulatorFailed } from './cut-short.ts';
import { interrupted, orInterrupted, sayInterrupted } from './interruption.ts';
import { nowRunning, whenLeft } from './now-running.ts';
import type { Outlets } from './outlets.ts';
import type { PreparedRun } from './prepare-runs.ts';
import type { TraceFolder } from './trace-folder.ts';
import type { Ui } from './ui/open-ui.ts';

/** All that a run needs, read and opened before anything runs. */
export interface Plan {
  readonly parts: readonly PreparedRun[];
  readonly outlets: Outlets;
  readonly traces: TraceFolder | undefined;
  readonly bail: boolean;
  /** Whether a page is made, which shows where requests were sent. */
  readonly hasPage: boolean;
  /** Where the runs are looked at while they run. */
  readonly ui?: Ui | undefined;
}

/** How a run came out, and what its exit code depends on besides. */
interface Played extends Run {
  readonly hasBug: boolean;
  /** Whether all that was to be written could be. */
  readonly isWhole: boolean;
}

/**
 * Plays scenarios one after the other, and reports on each. However it ends, all reports are written for what was played. Throws
 * Misuse of a scenario that cannot be played.
 */
export const playRuns = async (plan: Plan, terminal: Terminal): Promise<Played> => {
  const { parts, outlets, traces, bail } = plan;
  const progress = createProgress(terminal);
  const planned = parts.length;
  const results: Result[] = [];
  let hasBug = false;
  const end = (stopped?: Run['stopped']): Played => {
    const notRun = parts.slice(results.length).map(({ scenario }) => scenario);
    const run = { results, planned, notRun, ...(stopped !== undefined && { stopped }) };
    const areWhole = [outlets.end(run), traces?.end() ?? true];
    return { ...run, hasBug, isWhole: areWhole.every(Boolean) };
  };
  outlets.begin(planned);
  for (const [index, part] of parts.entries()) {
    const isLast = index + 1 === planned;
    const broken = results.length - countKept(results);
    const failed = broken === 0 ? '' : ` (${broken} failed)`;
    progress.show(`${index + 1}/${planned}${failed} ${part.scenario.name}`);
    const tell = (result: Result): void => {
      progress.clear();
      results.push(result);
      outlets.result(result, index);
    };
    const leave = whenCutShort((cut, real) => {
      tell(asResult(part, cut, real));
      end(isLast ? undefined : stopsOf[cut.key]);
    });
    const result = await orInterrupted(measure(part, plan), terminal).finally(leave);
    if (result === interrupted) {
      progress.clear();
      sayInterrupted(terminal);
      return end('interrupted');
    }
    if (isMisuse(result)) {
      progress.clear();
      end('refused');
      throw result;
    }
    tell(result);
    traces?.write(index, result.report.trace.toJSONL());
    hasBug ||= result.isBug === true;
    if (bail && !isKept(result) && !isLast) return end('bailed');
  }
  return end();
};

const stopsOf = {
  'gives-the-thread-back': 'spun',
  'leaves-the-process-alone': 'left',
  'bug-of-the-simulator': undefined,
} as const satisfies Record<CutShort['key'], Run['stopped']>;

/** Says how to tell of a scenario that has no end, at once, since the process ends with it. */
const whenCutShort = (tell: (cut: CutShort, real: number) => void): (() => void) => {
  const overs = [
    whenSpinning((spin) => {
      tell(keptThread(spin), spin.after);
      return true;
    }),
    whenLeft(() => tell(endedProcess(), 0)),
  ];
  return () => {
    for (const over of overs) over();
  };
};

/** A scenario that was cut short; what happened in it, nobody can tell any more. */
const asResult = ({ scenario, options, replay }: PreparedRun, cut: CutShort, real: number): Result => {
  const seed = options.seed ?? scenario.seed ?? 0;
  const finding = asFinding(cut, writeToken({ scenario, seed }));
  const outcome = { ok: false, error: finding.found } as const;
  const untold = { judgements: [], warnings: [], elapsed: 0, assumed: [], trace: createTrace() };
  return {
    report: { ...untold, scenario, verdict: 'broken', findings: [finding], outcome, seed },
    real,
    replay: replay(seed),
  };
};

/** A result that may be our own fault. */
type Measured = Result & { readonly isBug?: true };

/**
 * A scenario that cannot be played gives a Misuse; what goes wrong with us besides is a failure of that scenario alone. Real
 * time is taken outside of the simulation, where the clock is the real one.
 */
const measure = async (part: PreparedRun, { ui, hasPage }: Plan): Promise<Measured | Misuse> => {
  const { scenario, client, options, replay } = part;
  const leave = nowRunning(() => `${showPath(scenario.source)}, "${oneLine(scenario.name)}"`);
  const began = performance.now();
  const run = ui?.run ?? reportScenario;
  let senders: Senders | undefined;
  const accompany = (played: Simulated): void => void (senders = played.watchSenders());
  const [ran] = await Promise.allSettled([run(scenario, client, hasPage ? { ...options, accompany } : options)]);
  senders?.stop();
  const real = performance.now() - began;
  leave();
  if (ran.status === 'rejected') {
    if (isMisuse(ran.reason)) return ran.reason;
    return { ...asResult(part, simulatorFailed(ran.reason), real), isBug: true };
  }
  const result = { report: ran.value, real, replay: replay(ran.value.seed) };
  return senders === undefined ? result : { ...result, sentFrom: senders.find() };
};
