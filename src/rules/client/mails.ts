import { resources } from '../../spec/fields.ts';
import type { Evidence, Rule } from '../rule.ts';
import { readJson, textIn } from '../history/read-text.ts';
import { type Call, cameInPieces } from './calls.ts';
import { groupBy, readConduct } from './conduct.ts';
import { at, decide } from './verdicts.ts';

const fields = Object.keys(resources.EmailRequest.fields);

const isThere = (text: string | undefined, mayBeEmpty: boolean): boolean =>
  text !== undefined && (mayBeEmpty || text !== '');

export const emailFields: Rule = {
  id: 'C23',
  name: 'email-fields',
  judges: 'client',
  level: 'must',
  claim: 'A mail has its three fields, and one that was refused with 400 is not sent again as it was.',
  why: 'Without one of them, or with one that is not valid, it is refused however often it is sent.',
  section: 'Endpoints, interface A',
  judge: (history) => {
    const mails = readConduct(history).by('sendEmail');
    const refused = new Map<string, number>();
    const against: Evidence[] = [];
    for (const call of mails) {
      const { body } = call.request;
      // A byte order mark is no field: whether it may be there is another question.
      const json = readJson(body.replace(/^\uFEFF/, ''));
      const mayBeEmpty = history.context.assumptions['email.emptyContent'] === 'accepted';
      const missing = fields.filter((field) => !isThere(textIn(json, field), mayBeEmpty && field === 'emailContent'));
      if (missing.length > 0) against.push(at(call, `the mail came without ${missing.join(', ')}`));
      const before = refused.get(body);
      if (before !== undefined && before < call.place)
        against.push(at(call, 'the mail had been refused with 400 as it was'));
      if (call.heard?.status === 400) refused.set(body, call.heard.place);
    }
    return decide(against, mails.length, 'no mail was sent');
  },
};

/** The service took the mail, and the client did not hear so. */
const wasLost = (call: Call): boolean =>
  call.exchange.answer?.isOk === true && call.heard?.isWhole !== true && !cameInPieces(call);

export const noDoubleEmail: Rule = {
  id: 'C24',
  name: 'no-double-email',
  judges: 'client',
  level: 'should',
  claim: 'A mail whose answer got lost is not sent a second time.',
  why: 'It may have gone out, and then it goes out twice.',
  section: 'Endpoints, interface A',
  judge: (history) => {
    const mails = readConduct(history).by('sendEmail');
    if (history.context.assumptions['email.retrySafety'] !== 'every-request-sends') {
      return decide([], mails.length, 'no mail was sent');
    }
    const groups = groupBy(mails, ({ request }) => request.body);
    const against = [...groups.values()].flatMap((same) => {
      const lost = same.findIndex(wasLost);
      const again = lost < 0 ? [] : same.slice(lost + 1);
      return again.map((call) => at(call, `the mail had gone out by #${same[lost]?.number}, whose answer was lost`));
    });
    return decide(against, mails.length, 'no mail was sent');
  },
};
