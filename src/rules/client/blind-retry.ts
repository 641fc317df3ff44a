import type { ErrorName } from '../../spec/errors.ts';
import { ms } from '../../spec/time.ts';
import type { Evidence, Rule } from '../rule.ts';
import type { Story } from '../history.ts';
import type { Call, Heard } from './calls.ts';
import { readConduct } from './conduct.ts';
import { answerMemory } from './published.ts';
import { nameRefusal, readRefusal, readSubject } from './subjects.ts';
import { at, decide } from './verdicts.ts';
import { collect } from '../history/collect.ts';

/** Refusals that have a rule of their own, and the two of 403 that are worth another try. (Errors, interface C) */
const excepted: readonly ErrorName[] = ['blockedRequest', 'tokenExpired', 'tokenRevoked', 'accessTimeElapsed'];

const finalStatuses: readonly number[] = [400, 403, 404, 413];

/** Later than this somebody may have mended what was wrong, and it is not blind to look. */
const blindFor = ms('1h');

/** What was refused for good: how, and until when nothing can have changed. */
interface Final {
  readonly call: Call;
  readonly heard: Heard;
  readonly what: string;
  readonly until: number;
}

const judgeAnswer = (story: Story, call: Call): Final | undefined => {
  const { heard, operation, exchange } = call;
  if (heard === undefined) return undefined;
  if (operation === 'requestToken') {
    const isOfCustomer = exchange.form.get('grant_type') !== 'client_credentials';
    if (!isOfCustomer || !heard.isWhole || ![400, 401].includes(heard.status)) return undefined;
    return { call, heard, what: String(heard.status), until: heard.at + blindFor };
  }
  const refusal = readRefusal(heard);
  if (refusal === undefined || !refusal.listed || !finalStatuses.includes(refusal.status)) return undefined;
  if (excepted.includes(refusal.row)) return undefined;
  // A query that is not completed may be so later; not within the memory of answers, though.
  const length = refusal.row === 'queryNotCompleted' ? answerMemory(story) : blindFor;
  return { call, heard, what: nameRefusal(refusal), until: heard.at + length };
};

/** A call word for word, but for the region, which makes no difference. */
const callKey = (call: Call): string => {
  const { request, credentials } = call;
  const what = readSubject(call)?.key ?? `${request.method} ${request.url}`;
  return `${what}\n${credentials}\n${request.body}`;
};

export const noBlindRetry: Rule = {
  id: 'C6',
  name: 'no-blind-retry',
  judges: 'client',
  level: 'must',
  claim:
    'What cannot succeed is not repeated unchanged: 400, 404, 413, and 403 but for blocked requests and expired tokens.',
  why: 'The same request gets the same refusal, and the limits run down meanwhile.',
  section: 'Errors, interface C',
  judge: (story) => {
    const { calls, by } = readConduct(story);
    const mended = readMendings(story);
    const finals = new Map<string, Final>();
    const against: Evidence[] = [];
    for (const call of by('createDataQuery', 'listDataQueryRecords', 'requestToken', 'unknown')) {
      const key = callKey(call);
      const before = finals.get(key);
      if (before !== undefined && isBlind(before, call, mended)) {
        const { number } = before.call;
        against.push(
          at(call, `${call.operation} repeated #${number} unchanged, which was refused with ${before.what}`),
        );
      }
      const final = judgeAnswer(story, call);
      if (final !== undefined) finals.set(key, final);
    }
    return decide(against, finals.size, calls.length > 0 ? 'nothing was refused for good' : 'nothing was asked');
  },
};

const isBlind = ({ heard, until }: Final, { at: sent, place }: Call, mended: readonly number[]): boolean =>
  place > heard.place && sent < until && !mended.some((one) => one > heard.place && one < place);

/** What a person or the service does that can make a refused call succeed. */
const mending: readonly string[] = [
  'grantConsent',
  'releaseAccount',
  'finishCollection',
  'createProfile',
  'allowlistApp',
  'enableScope',
  'attachProfile',
  'endFault',
  'regionUp',
];

/** Where in the trace something was mended, or a query came to its end. */
const readMendings = ({ entries }: Story): readonly number[] =>
  collect(entries, (entry, place) => {
    const isMended = entry.kind === 'action' && mending.includes(entry.action.do);
    return isMended || entry.kind === 'notification' ? [place] : [];
  });
