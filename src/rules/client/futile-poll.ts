import { showDuration } from '../../spec/time.ts';
import type { Evidence, Rule } from '../rule.ts';
import type { History } from '../history.ts';
import { type Asked, readConduct } from './conduct.ts';
import { isDead } from './fresh-links.ts';
import { readDownloads } from './pages.ts';
import { answerMemory } from './published.ts';
import { isRow } from './subjects.ts';
import { at, decide, inconclusive } from './verdicts.ts';

/** Answers that are remembered. The refusals that never help when repeated are the affair of another rule. */
const isRemembered = (history: History, { call, refusal }: Asked): boolean => {
  if (call.heard === undefined || !call.heard.isWhole) return false;
  const { assumptions } = history.context;
  // A query may have ended of which nobody told: then there is something new to be had.
  if (call.heard.answer.isOk)
    return call.operation !== 'createDataQuery' || assumptions['cache.afterEnd'] === 'remembered-201';
  if (assumptions['cache.errors'] === 'success-only') return false;
  return (
    (isRow(refusal, 'requestConflict') && assumptions['cache.afterConflict'] === 'remembered-409') ||
    (isRow(refusal, 'queryNotCompleted') && assumptions['cache.afterCompletion'] === 'remembered-403')
  );
};

export const noFutilePoll: Rule = {
  id: 'C15',
  name: 'no-futile-poll',
  judges: 'client',
  level: 'should',
  claim: 'A call is not repeated within the five minutes in which its answer stays the same.',
  why: 'It tells nothing new, and uses up the limits.',
  section: 'What the service does, interface C',
  judge: (history) => {
    if (history.context.assumptions['cache.meaning'] === 'authorization-only') {
      return inconclusive('no answers were remembered in this run');
    }
    const { asked } = readConduct(history);
    const memory = answerMemory(history);
    const answered = new Map<string, Asked>();
    const against: Evidence[] = [];
    for (const one of asked) {
      const key = `${one.call.credentials}\n${one.subject.key}`;
      const before = answered.get(key);
      if (before !== undefined && isFutile(history, before, one, memory)) {
        const passed = showDuration(one.call.at - before.call.at);
        against.push(at(one.call, `${one.call.operation} repeated #${before.call.number} after ${passed}`));
      }
      if (isRemembered(history, one)) answered.set(key, one);
    }
    return decide(against, answered.size, 'nothing was answered for five minutes');
  },
};

/** The answer could not have changed, the client could know that, and had heard nothing that gave it a reason. */
const isFutile = (history: History, { call: first, subject }: Asked, { call: again }: Asked, memory: number): boolean => {
  const { heard } = first;
  if (heard === undefined || again.place < heard.place) return false;
  const givenAt = heard.answer.rememberedSince ?? heard.answer.at;
  if (again.at >= Math.min(first.at, givenAt) + memory) return false;
  const isBetween = (place: number): boolean => place > first.place && place < again.place;
  const { notices, asked } = readConduct(history);
  if (notices.some(({ place, outcomes }) => isBetween(place) || outcomes.some((one) => isBetween(one.place))))
    return false;
  if (subject.query === undefined) {
    // What it says is to be followed by a new query.
    return !asked.some(
      ({ call, refusal }) => isRow(refusal, 'accessTimeElapsed') && isBetween(call.heard?.place ?? -1),
    );
  }
  return !readDownloads(history).some((call) => isDead(call) && isBetween(call.heard?.place ?? -1));
};
