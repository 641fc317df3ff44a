import { emailErrors } from '../spec/email-errors.ts';
import { resources } from '../spec/fields.ts';
import { operations } from '../spec/routes.ts';
import { ms } from '../spec/time.ts';
import { identifyCaller, tokenState } from './facts.ts';
import { json, named } from './respond.ts';
import { sawBody, sawMailFields } from './saw/mail.ts';
import { anyOf, quote } from './saw/quote.ts';
import { sawStoreCall } from './saw/store.ts';
import { jsonObject, mediaType } from './text.ts';
import type { Reply } from './reply.ts';
import type { Turn } from './turn.ts';
import type { Mail } from './world.ts';
import type { WireRequest } from './wire.ts';

/* Interface A: one operation, and an outbox that tests can read. (Endpoints, interface A) */

const { section, success } = operations.sendEmail;
const fields = Object.keys(resources.EmailRequest.fields) as (keyof typeof resources.EmailRequest.fields)[];

export const sendEmail = (turn: Turn, request: WireRequest): Reply => {
  if (turn.assume('email.authentication') === 'bearer-token') {
    const caller = identifyCaller(turn, request);
    if (tokenState(turn, caller.token) !== 'live') {
      const reply = json(401, { message: 'Unauthorized' }, section);
      return named('emailUnauthorized', reply, sawStoreCall(turn, request, caller, undefined));
    }
  }
  const foreign = findForeignForm(turn, request);
  if (foreign !== undefined) return foreign;
  const given = jsonObject(readText(turn, request.body));
  if (given === undefined) return refuseMail(turn, 'the body is not a JSON object', sawBody(request));
  const faulty = fields.filter((field) => !isValid(turn, field, given[field]));
  if (faulty.length > 0)
    return refuseMail(turn, `missing or invalid: ${faulty.join(', ')}`, sawMailFields(given, faulty));
  const strangers = Object.keys(given).filter((name) => !fields.some((field) => field === name));
  if (strangers.length > 0 && turn.assume('email.unknownField') === 'refused') {
    return refuseMail(turn, `unknown: ${strangers.join(', ')}`, `body: ${anyOf(strangers)}, which is no field`);
  }
  const mail: Mail = {
    at: turn.now,
    to: String(given['toEmailAddress']),
    from: String(given['fromEmailAddress']),
    content: String(given['emailContent']),
  };
  if (!isRepeat(turn, mail)) {
    turn.world.outbox.push(mail);
    turn.events.push({ event: 'mailSent' });
  }
  return json(success, { message: 'Email sent' }, section);
};

/** What says by its headers that it is no plain JSON in UTF-8. */
const findForeignForm = (turn: Turn, { headers }: WireRequest): Reply | undefined => {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding !== 'identity' && turn.assume('email.contentEncoding') === 'refused-415') {
    return unsupported('the content encoding is not supported', `content-encoding: ${quote(encoding)}`);
  }
  const type = headers['content-type'];
  if (mediaType(type) !== 'application/json') {
    const choice = turn.assume('email.contentType');
    const problem = 'the content type is not application/json';
    const saw = `content-type: ${type === undefined ? 'absent' : quote(type)}, where application/json belongs`;
    if (choice === 'json-required-415') return unsupported(problem, saw);
    const isTaken = choice === 'not-read' || (choice === 'json-or-none' && mediaType(type) === '');
    if (!isTaken) return refuseMail(turn, problem, saw);
  }
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(type ?? '')?.[1] ?? 'utf-8';
  const isOther = !/^utf-?8$/i.test(charset) && turn.assume('email.charset') === 'refused';
  return isOther
    ? refuseMail(turn, 'the charset is not UTF-8', `content-type: the charset ${quote(charset)}`)
    : undefined;
};

const unsupported = (message: string, saw: string): Reply =>
  named('emailUnsupported', json(415, { message }, section), saw);

const byteOrderMark = '\uFEFF';

const readText = (turn: Turn, body: string): string =>
  body.startsWith(byteOrderMark) && turn.assume('email.byteOrderMark') === 'ignored' ? body.slice(1) : body;

const isValid = (turn: Turn, field: (typeof fields)[number], value: unknown): boolean => {
  if (typeof value !== 'string') return false;
  if (value === '') return field === 'emailContent' && turn.assume('email.emptyContent') === 'accepted';
  if (field !== 'emailContent') return isAddress(turn, value);
  const limit = turn.world.settings.assumptions['email.contentLimit'];
  return typeof limit !== 'number' || (turn.assume('email.contentLimit'), [...value].length <= limit);
};

const isAddress = (turn: Turn, text: string): boolean => {
  const format = turn.assume('email.addressFormat');
  if (format === 'any-text') return true;
  const [local = '', domain = '', ...more] = text.split('@');
  if (/\s/.test(text) || local === '' || domain === '' || more.length > 0) return false;
  return format !== 'strict' || (local.length <= 64 && text.length <= 254);
};

const isRepeat = (turn: Turn, mail: Mail): boolean => {
  const choice = turn.assume('email.retrySafety');
  if (choice === 'every-request-sends') return false;
  const { outbox } = turn.world;
  const oldest = turn.now - ms(choice);
  // From the newest back, and only as far as the choice reaches.
  for (let at = outbox.length - 1; at >= 0; at--) {
    const sent = outbox[at] as Mail;
    if (sent.at < oldest) return false;
    if (sent.to === mail.to && sent.from === mail.from && sent.content === mail.content) return true;
  }
  return false;
};

/** `saw` is absent where nobody looked, as in an injected one. */
export const refuseMail = (turn: Turn, problem: string, saw?: string): Reply => {
  const { status } = emailErrors.badRequest;
  const reply = named('badRequest', json(status, { message: problem }, emailErrors.badRequest.section), saw);
  switch (turn.assume('email.badRequestBody')) {
    case 'empty':
      return { ...reply, answer: { status, headers: {}, body: '' } };
    case 'error-response': {
      const body = JSON.stringify({ category: 'BAD_REQUEST', type: 'INVALID_PARAMETERS', message: problem });
      return { ...reply, answer: { ...reply.answer, body } };
    }
    default:
      return reply;
  }
};
