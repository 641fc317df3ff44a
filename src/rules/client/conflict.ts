import { longestRetryWait } from '../../spec/retry.ts';
import { ms, showDuration } from '../../spec/time.ts';
import { isRow } from '../history/response.ts';
import { clientRule } from '../rule.ts';
import { atCall, decide, type Evidence, inconclusive } from '../verdicts.ts';
import { mayNotHaveHeard } from './calls.ts';
import { refusedCalls } from './refused.ts';
import { readAttempts } from './same-call.ts';

/** Whoever comes back no later than this treats a conflict as an error that passes. (Errors, interface C) */
const hammering = ms(longestRetryWait);

export const conflictWaits = clientRule({
  id: 'C9',
  name: 'conflict-waits',
  level: 'must',
  claim: 'After a conflict a client waits for the query under way before it creates another.',
  why: 'The refusal is remembered and a collection takes its time, so that retries are in vain and use up the limits.',
  section: 'States and transitions',
  good: [
    ['0s', 'client', 'createDataQuery → 409 REQUEST_CONFLICT'],
    ['6m', 'client', 'createDataQuery → 201'],
  ],
  bad: [
    ['0s', 'client', 'createDataQuery → 409 REQUEST_CONFLICT'],
    ['1s', 'client', 'createDataQuery → 409 REQUEST_CONFLICT'],
    ['2s', 'client', 'createDataQuery → 409 REQUEST_CONFLICT'],
  ],
  judge: (history) => {
    const wasRefused = refusedCalls(history).some(({ sure: { refusal } }) => isRow(refusal, 'requestConflict'));
    if (!wasRefused) return inconclusive('there was no conflict');
    let conflicts = 0;
    const against: Evidence[] = [];
    for (const chain of readAttempts(history)) {
      for (const [index, call] of chain.entries()) {
        if (!isRow(call.sure?.refusal, 'requestConflict')) continue;
        conflicts += 1;
        const { sure } = call;
        const next = chain[index + 1];
        if (sure === undefined || next === undefined || next.place < sure.place) continue;
        const hasNews = history.notifications.some(({ place }) => place > call.place && place < next.place);
        const passed = next.at - sure.at;
        if (hasNews || passed > hammering || mayNotHaveHeard(call, next)) continue;
        const text = `createDataQuery was repeated ${showDuration(passed)} after conflict #${call.number}`;
        against.push(atCall(next, text));
      }
    }
    return decide(against, conflicts, 'there was no conflict');
  },
});
