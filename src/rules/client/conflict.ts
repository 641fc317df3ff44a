import { retryWaits } from '../../spec/retry.ts';
import { ms, showDuration } from '../../spec/time.ts';
import type { Evidence, Rule } from '../rule.ts';
import { groupBy, readConduct } from './conduct.ts';
import { isRow } from './subjects.ts';
import { at, decide } from './verdicts.ts';

/** Whoever comes back no later than this treats a conflict as an error that passes. (Errors, interface C) */
const hammering = ms(retryWaits[retryWaits.length - 1] ?? '30s');

export const conflictWaits: Rule = {
  id: 'C9',
  name: 'conflict-waits',
  judges: 'client',
  level: 'must',
  claim: 'After a conflict a client waits for the query under way before it creates another.',
  why: 'The refusal is remembered and a collection takes its time, so that retries are in vain and use up the limits.',
  section: 'States and transitions',
  judge: (history) => {
    const { asked, notices } = readConduct(history);
    const creates = asked.filter(({ subject }) => subject.query === undefined);
    const chains = groupBy(creates, ({ call, subject }) => `${call.credentials}\n${subject.key}`);
    let conflicts = 0;
    const against: Evidence[] = [];
    for (const chain of chains.values()) {
      for (const [index, { call, refusal }] of chain.entries()) {
        if (!isRow(refusal, 'requestConflict')) continue;
        conflicts += 1;
        const { heard } = call;
        const next = chain[index + 1]?.call;
        if (heard === undefined || next === undefined || next.place < heard.place) continue;
        const hasNews = notices.some(({ place }) => place > call.place && place < next.place);
        const passed = next.at - heard.at;
        if (hasNews || passed > hammering) continue;
        against.push(at(next, `createDataQuery was repeated ${showDuration(passed)} after conflict #${call.number}`));
      }
    }
    return decide(against, conflicts, 'there was no conflict');
  },
};
