import type { Scenario } from '../../language/ast.ts';
import type { PlayedScenario } from '../../play/play-scenario.ts';
import { backsOff } from '../../rules/client/back-off.ts';
import { readDownloads } from '../../rules/client/pages.ts';
import { faultsLast, isCollecting, judgeBrokenOff } from '../../rules/client/unfinished.ts';
import { readHistory, type History } from '../../rules/history.ts';
import { targetOf } from '../../rules/history/listing.ts';
import { describeEvidence } from '../../rules/verdicts.ts';
import { defaultAssumptions } from '../../spec/assumptions.ts';
import { limits } from '../../spec/limits.ts';
import { ms } from '../../spec/time.ts';

/** What speaks against a client that had to be stopped; nothing where it had still something to get over. */
export const judgeStopped = (
  scenario: Scenario,
  { stopped, elapsed, trace }: Pick<PlayedScenario, 'stopped' | 'elapsed' | 'trace'>,
): readonly string[] => {
  if (stopped === undefined || stopped.how === 'slow') return [];
  const assumptions = { ...defaultAssumptions, ...scenario.assumptions };
  const history = readHistory(trace.entries, { assumptions, limits, until: elapsed });
  if (stopped.how === 'flooded') {
    const isExcused =
      isPatient(history, elapsed) ||
      getsOn(history) ||
      keepsTokenAlive(history, elapsed, ms(assumptions['token.lifetime']));
    return isExcused ? [] : [stopped.why];
  }
  // While it spins no time passes, and nothing that it may wait for can come.
  if (stopped.how === 'spinning') return [stopped.why];
  // One that waits for nothing that could come is stopped for itself.
  if (stopped.how === 'stuck') return isCollecting(history) ? [] : [stopped.why];
  const verdict = judgeBrokenOff(history, elapsed, stopped.why);
  return verdict.verdict === 'broken' ? verdict.evidence.map(describeEvidence) : [];
};

/** Whether it sent so much because something does not come to an end, and with the waits that are asked for. */
const isPatient = (history: History, now: number): boolean =>
  faultsLast(history, now) && backsOff.judge(history).verdict !== 'broken';

/** Whether most of what it sent brought a file or a schema that it had not had: there is much to get, and it gets it. */
const getsOn = (history: History): boolean => {
  const brought = readDownloads(history).filter(({ maybe }) => maybe?.isWhole === true && maybe.answer.isOk);
  return new Set(brought.map(({ request }) => targetOf(request.url))).size > history.exchanges.length / 2;
};

/** Whether most of what it sent renewed a token, on average not before half of its life: it keeps one alive while it waits. */
const keepsTokenAlive = (history: History, now: number, life: number): boolean => {
  const renewals = history.exchanges.filter(({ operation }) => operation === 'requestToken').length;
  return renewals > history.exchanges.length / 2 && now / renewals > life / 2;
};
