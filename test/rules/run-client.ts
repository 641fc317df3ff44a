import type { Client, Scenario } from '../../src/index.ts';
import { settingsOf } from '../../src/language/settings.ts';
import { clientRules, type RuleId } from '../../src/rules/catalogue.ts';
import type { Verdict } from '../../src/rules/rule.ts';
import { readHistory, type History } from '../../src/rules/history.ts';
import { simulate } from '../../src/simulate.ts';
import { defaultAssumptions } from '../../src/spec/assumptions.ts';
import { limits } from '../../src/spec/limits.ts';
import { createMasker } from '../../src/trace/mask.ts';
import type { TraceRecorder } from '../../src/trace/trace.ts';

/** Runs a scenario against a client, and goes on for ten minutes after its end; by `fetch` where the client knows no other way. */
export const runClient = async (
  scenario: Scenario,
  client: Client,
  transport: 'fetch' | 'sockets' = 'sockets',
): Promise<History> => {
  const { assumptions, steps } = scenario;
  await using sim = await simulate({
    ...settingsOf(scenario),
    transport,
    unfired: 'ignore',
    stuckAfter: 200,
  });
  for (const step of steps) sim.add(step);
  await sim.run(() => client(sim.env)).catch(() => undefined);
  await sim.elapse('10m');
  const { elapsed: until, trace } = sim;
  const { raw } = trace as TraceRecorder;
  return readHistory([...raw], { assumptions: { ...defaultAssumptions, ...assumptions }, limits, until });
};

/** What each client rule says. */
export const judgeClient = (history: History): ReadonlyMap<RuleId, Verdict> =>
  new Map(clientRules.map((rule) => [rule.id, rule.judge(history)]));

export const brokenBy = (history: History): readonly RuleId[] =>
  [...judgeClient(history)].filter(([, { verdict }]) => verdict === 'broken').map(([id]) => id);

/** The same history, read from the trace that people are shown. */
export const shown = ({ entries, context }: History): History => readHistory(createMasker().mask(entries), context);
