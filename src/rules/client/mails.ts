import { resources } from '../../spec/fields.ts';
import { ms, readInstant } from '../../spec/time.ts';
import type { Exchange, History } from '../history.ts';
import { readJson, textIn } from '../history/read-text.ts';
import { collect } from '../history/selectors.ts';
import { clientRule } from '../rule.ts';
import { atCall, decide } from '../verdicts.ts';
import { callsOf } from './calls.ts';
import { judgeRepeats } from './repeats.ts';

const fields = Object.keys(resources.EmailRequest.fields);

export const emailFields = clientRule({
  id: 'C23',
  name: 'email-fields',
  level: 'must',
  claim: 'A mail has its three fields, and one that was refused with 400 is not sent again as it was.',
  why: 'Without one of them, or with one that is not valid, it is refused however often it is sent.',
  section: 'Endpoints, interface A',
  good: [['0s', 'client', 'sendEmail with sender, recipient and content → 200']],
  bad: [
    ['0s', 'client', 'sendEmail without content → 400'],
    ['1s', 'client', 'sendEmail without content → 400'],
  ],
  judge: (history) => {
    const mails = callsOf(history, 'sendEmail');
    const mayBeEmpty = history.context.assumptions['email.emptyContent'] === 'accepted';
    const { against } = judgeRepeats<Exchange, number>(mails, {
      keyOf: ({ request }) => request.body,
      settle: ({ sure }) => (sure?.status === 400 ? sure.place : undefined),
      judge: ({ request, place }, refused) => {
        const missing = findMissing(request.body, mayBeEmpty);
        return [
          ...(missing.length > 0 ? [`the mail came without ${missing.join(', ')}`] : []),
          ...(refused !== undefined && refused < place ? ['the mail had been refused with 400 as it was'] : []),
        ];
      },
    });
    return decide(against, mails.length, 'no mail was sent');
  },
});

const findMissing = (body: string, mayBeEmpty: boolean): readonly string[] => {
  // A byte order mark is no field: whether it may be there is another question.
  const json = readJson(body.replace(/^\uFEFF/, ''));
  return fields.filter((field) => {
    const text = textIn(json, field);
    return text === undefined || (text === '' && !(mayBeEmpty && field === 'emailContent'));
  });
};

/** The service took the mail, and the client did not get its answer. */
const wasLost = (call: Exchange): boolean => call.answer?.isOk === true && call.maybe?.isWhole !== true;

/** What a mail takes; an address may ask for a token. (Assumption `email.authentication`) */
const mailing: ReadonlySet<string> = new Set(['sendEmail', 'requestToken']);

/** What is sent as a habit, as once an hour or a day, is another mail each time. */
const anew = ms('1h');

/**
 * Whether a mail was sent again for want of an answer to that one: it says the same, but for the moment at which
 * it was written, and nothing else was asked for in between. What comes of further work is another mail, in the same words.
 */
const isSentAgain = ({ exchanges, epoch = 0 }: History, lost: Exchange, again: Exchange): boolean =>
  again.place > lost.lastPlace &&
  again.at - (lost.overAt ?? lost.at) < anew &&
  isSameMail(lost, again, epoch) &&
  !exchanges.some(({ operation, place }) => !mailing.has(operation) && place > lost.lastPlace && place < again.place);

/** Other numbers, as of orders or codes, tell one mail from another; a moment since the answer was lost does not. */
const isSameMail = (lost: Exchange, again: Exchange, epoch: number): boolean => {
  const since = lost.overAt ?? lost.at;
  const first = withoutMoments(lost.request.body, epoch + lost.at - justNow, epoch + lost.at);
  return first === withoutMoments(again.request.body, epoch + since, epoch + again.at);
};

const justNow = ms('1m');

const withoutMoments = (text: string, from: number, to: number): string =>
  text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, (moment) => {
    const instant = readInstant(moment) ?? Number.NaN;
    // It may have been written to the second.
    return instant > from - 1000 && instant <= to ? 'now' : moment;
  });

export const noDoubleEmail = clientRule({
  id: 'C24',
  name: 'no-double-email',
  level: 'must',
  claim: 'A mail that may have gone out, since only its answer got lost, is not sent a second time.',
  why: 'Whoever it is for has it twice, and nobody can call it back. Mails that differ in more than the moment at which they were written are two, and one that comes an hour later is another.',
  section: 'Endpoints, interface A',
  good: [
    ['0s', 'network', 'the answer to sendEmail gets lost'],
    ['0s', 'client', 'notes that the mail may not have gone out'],
  ],
  bad: [
    ['0s', 'network', 'the answer to sendEmail gets lost'],
    ['1s', 'client', 'sendEmail → 200, a second mail'],
  ],
  judge: (history) => {
    const mails = callsOf(history, 'sendEmail');
    if (history.context.assumptions['email.retrySafety'] !== 'every-request-sends') {
      return decide([], mails.length, 'no mail was sent');
    }
    const lost = mails.filter(wasLost);
    const against = collect(mails, (call) => {
      const first = lost.find((one) => isSentAgain(history, one, call));
      return first === undefined
        ? []
        : [atCall(call, `the mail had gone out by #${first.number}, whose answer was lost`)];
    });
    return decide(against, mails.length, 'no mail was sent');
  },
});
