import { showDuration } from '../../spec/time.ts';
import type { Evidence, Rule } from '../rule.ts';
import type { History } from '../history.ts';
import { textIn } from '../history/read-text.ts';
import { type Asked, idleTime, readConduct } from './conduct.ts';
import { foundOtherTrouble } from './other-trouble.ts';
import { readOwners } from './owners.ts';
import { listingWindow } from './published.ts';
import { isRow } from './subjects.ts';
import { at, decide, inconclusive } from './verdicts.ts';
import { collect } from '../history/collect.ts';

interface Late extends Asked {
  readonly query: string;
  readonly place: number;
}

/** Listings that were refused since their hour was over, and the client knows. */
const findLate = (history: History): readonly Late[] =>
  collect(readConduct(history).asked, (one) => {
    const { heard } = one.call;
    const { query } = one.subject;
    if (!isRow(one.refusal, 'accessTimeElapsed') || heard === undefined || query === undefined) return [];
    return [{ ...one, query, place: heard.place }];
  });

export const insideTheHour: Rule = {
  id: 'C11',
  name: 'inside-the-hour',
  judges: 'client',
  level: 'must',
  claim: 'Records are listed for an hour after the notification; later a new query is created.',
  why: 'The data of a query is out of reach for good once its hour is over.',
  section: 'Limits, interface C',
  judge: (history) => {
    const { asked, ended } = readConduct(history);
    const late = findLate(history);
    const lists = asked.filter(({ subject }) => subject.query !== undefined);
    const against = collect(lists, (one) => findFault(history, one, late));
    if (against.length > 0) return decide(against, true, '');
    const left = late.filter((one) => !startedOver(history, one, late));
    if (left.length === 0) return decide([], lists.length, 'nothing was listed');
    if (ended === undefined) return inconclusive('the trace ends before the client does');
    const isHour = (call: Asked['call']): boolean => late.some((one) => one.call === call);
    if (left.some(({ place }) => foundOtherTrouble(history, place, isHour))) {
      return inconclusive('something else went wrong, too');
    }
    return decide(
      left.map(({ call }) => at(call, 'the hour was over, and no new query was created')),
      true,
      '',
    );
  },
};

const findFault = (history: History, { call, subject }: Asked, late: readonly Late[]): readonly Evidence[] => {
  const told = late.find(
    (one) => one.query === subject.query && one.place < call.place && !wasCreatedAgain(history, one, call),
  );
  if (told !== undefined)
    return [at(call, `records were listed again although #${told.call.number} told that the hour is over`)];
  const heardAt = whenHeard(history, subject.query);
  const window = listingWindow(history);
  if (heardAt === undefined || call.at - heardAt <= window) return [];
  // While it slept or waited for answers, the client could do nothing about the time.
  if (idleTime(readConduct(history), { from: heardAt, to: call.at }) <= window) return [];
  return [at(call, `records were listed ${showDuration(call.at - heardAt)} after the notification had arrived`)];
};

/** A create that is answered from memory gives the query that was there before. (Limits, interface C) */
const wasCreatedAgain = (history: History, { query, place }: Late, listed: Asked['call']): boolean =>
  readConduct(history).asked.some(({ call: { heard, place: sent }, subject }) => {
    if (subject.query !== undefined || heard === undefined || sent <= place) return false;
    return heard.place < listed.place && textIn(heard.answer.json, 'id') === query;
  });

/** When the application first had the notification that the query is completed: the hour had begun by then. */
const whenHeard = (history: History, query: string | undefined): number | undefined => {
  const { notices } = readConduct(history);
  const heard = notices
    .filter((notice) => notice.query === query && notice.status === 'COMPLETED')
    .flatMap(({ outcomes }) => outcomes.filter(({ kind }) => kind === 'delivered').map((outcome) => outcome.at));
  return heard.length === 0 ? undefined : Math.min(...heard);
};

/** A new query was created, or that had been done before: how often is the client's choice. */
const startedOver = (history: History, { subject, call, place }: Late, late: readonly Late[]): boolean => {
  const { maybeSame } = readOwners(history);
  const earliest = late
    .filter((one) => one.subject.scope === subject.scope && maybeSame(one.call.credentials, call.credentials))
    .reduce((least, one) => Math.min(least, one.place), place);
  return readConduct(history).asked.some(
    (other) =>
      other.subject.query === undefined &&
      other.subject.scope === subject.scope &&
      other.call.place > earliest &&
      maybeSame(other.call.credentials, call.credentials),
  );
};
