import type { Client, Scenario } from '../../src/index.ts';
import { settingsOf } from '../../src/language/settings.ts';
import { clientRules } from '../../src/rules/client/client-rules.ts';
import type { Verdict } from '../../src/rules/rule.ts';
import type { RuleId } from '../../src/rules/rule-ids.ts';
import { readStory, type Story } from '../../src/rules/history.ts';
import { simulate } from '../../src/simulate.ts';
import { defaultAssumptions } from '../../src/spec/assumptions.ts';
import { limits } from '../../src/spec/limits.ts';
import { createMasker } from '../../src/trace/mask.ts';
import type { TraceRecorder } from '../../src/trace/trace.ts';

/** Plays a story to a client, and goes on for ten minutes after its end. */
export const play = async (scenario: Scenario, client: Client): Promise<Story> => {
  const { assumptions, steps } = scenario;
  await using sim = await simulate({
    ...settingsOf(scenario),
    unfired: 'ignore',
    stuckAfter: 200,
  });
  for (const step of steps) sim.add(step);
  await sim.run(() => client(sim.env)).catch(() => undefined);
  await sim.elapse('10m');
  const { elapsed: until, trace } = sim;
  const { raw } = trace as TraceRecorder;
  return readStory([...raw], { assumptions: { ...defaultAssumptions, ...assumptions }, limits, until });
};

/** What each client rule says. */
export const judgeClient = (story: Story): ReadonlyMap<RuleId, Verdict> =>
  new Map(clientRules.map((rule) => [rule.id, rule.judge(story)]));

export const brokenBy = (story: Story): readonly RuleId[] =>
  [...judgeClient(story)].filter(([, { verdict }]) => verdict === 'broken').map(([id]) => id);

/** The same story as it is told by the trace that people are shown. */
export const shown = ({ entries, ground }: Story): Story => {
  const masker = createMasker();
  return readStory(
    entries.map((entry) => masker.mask(entry)),
    ground,
  );
};
