import type { Answer } from './answer.ts';
import { applicationExists, isAttached } from './console.ts';
import type { Download, Email, Event, MailField, StoreCall } from './events.ts';
import { answered, asFoundBy, eventAt, type History } from './history.ts';
import { pageAt, understood } from './requests.ts';
import { lengths } from './rows.ts';
import { lengthOf } from './settings.ts';
import { grantOf, tokenState } from './tokens.ts';

/** Store calls, downloads and emails. */

export const answerStore = (history: History, index: number, call: StoreCall): Answer => {
  const { choices } = history.settings;
  const view = asFoundBy(history, index);
  const token = understood(history, call);
  const grant = grantOf(history, token);
  const granted =
    typeof token !== 'string' &&
    grant?.kind === 'store' &&
    grant.store === call.store &&
    tokenState(history, token.of, view) === 'good' &&
    applicationExists(history, view, grant.application) &&
    isAttached(history, view, grant.application, call.store);
  const success = choices['store.answer'] === 'empty-object' ? 200 : 204;
  // An expired token is refused with 403, as shown; what is open is a request without any token.
  const missing = token === 'absent' || token === 'blank' || token === 'malformed';
  const refusal = missing && choices['store.missingToken'] === 'unauthorized' ? 401 : 403;
  return {
    status: granted ? success : refusal,
    content: { kind: 'store', granted },
    decider: 'operation',
    by: granted ? 'a store call' : 'a store call without a usable token',
  };
};

/** When the links of a listing were sent: with the first answer, or with every one that held them. */
const sentAt = (history: History, index: number, { list, record }: Download): number => {
  const { query, issuedAt } = pageAt(history, list.of);
  if (history.settings.choices['links.lifetimeUnderCache'] === 'first-sending') return issuedAt;
  const position = pageAt(history, list.of).from + record;
  const sendings = history.events.slice(0, index).flatMap(({ at }, other) => {
    const { content } = answered(history, other);
    if (content.kind !== 'page') return [];
    const { page } = content;
    const held = page.query === query && page.issuedAt === issuedAt;
    return held && position >= page.from && position < page.from + page.count ? [at] : [];
  });
  return Math.max(...sendings);
};

export const answerDownload = (history: History, index: number, download: Download): Answer => {
  const { choices } = history.settings;
  const { at } = eventAt(history, index);
  const { query, from } = pageAt(history, download.list.of);
  const strange = (status: number, by: string): Answer => ({
    status,
    content: { kind: 'status' },
    decider: 'operation',
    by,
  });
  const unknown = choices['links.unknownAnswer'] === 'not-found-404' ? 404 : 403;
  if (download.head === true && choices['links.head'] === 'unknown-route') return strange(404, 'no route for HEAD');
  if (download.head === true && choices['links.head'] === 'refused-403') return strange(unknown, 'HEAD is not signed');
  if (download.authorized && choices['links.extraAuthorization'] === 'refused-400') {
    return {
      status: 400,
      content: { kind: 'status' },
      decider: 'operation',
      by: 'a link with an authorization header',
    };
  }
  if (download.forged !== undefined) return strange(unknown, 'not the text that was signed');
  const age = at - sentAt(history, index, download);
  const dead = choices['links.boundary'] === 'dead' ? age >= lengths.link : age > lengths.link;
  if (dead) {
    const status = choices['links.expiredAnswer'] === 'gone-410' ? 410 : 403;
    return { status, content: { kind: 'deadLink' }, decider: 'operation', by: 'a link older than five minutes' };
  }
  if (download.range !== undefined && download.head !== true && choices['links.range'] === 'partial') {
    return strange(download.range === 'first' ? 206 : 416, 'a part of a file');
  }
  const content = { kind: 'download', query, record: from + download.record, what: download.what } as const;
  return { status: 200, content, decider: 'operation', by: 'a live link' };
};

const isText = (field: MailField): boolean => field !== 'absent!' && field !== 'number!';

/** Which texts are addresses. (email.addressFormat) */
const isAddress = (history: History, field: MailField): boolean => {
  if (!isText(field) || field === '') return false;
  const format = history.settings.choices['email.addressFormat'];
  if (format === 'any-text') return true;
  const [local = '', domain = '', ...more] = field.split('@');
  if (more.length > 0 || local === '' || domain === '' || /\s/.test(field)) return false;
  return format === 'one-at-sign' || (local.length <= 64 && domain.length <= 255 && field.length <= 254);
};

const isContent = (history: History, field: MailField): boolean => {
  const limit = history.settings.choices['email.contentLimit'];
  if (field === '') return history.settings.choices['email.emptyContent'] === 'accepted';
  return isText(field) && (limit === 'none' || field.length <= limit);
};

/** The status of a refusal for what an email is, ahead of what is in it. */
const refusedForm = (history: History, { type, encoded, marked }: Email): number | undefined => {
  const { choices } = history.settings;
  if (encoded === true && choices['email.contentEncoding'] === 'refused-415') return 415;
  if (type === 'absent' || type === 'text') {
    const choice = choices['email.contentType'];
    if (choice === 'json-required-415') return 415;
    if (choice === 'json-required' || (choice === 'json-or-none' && type === 'text')) return 400;
  }
  if (type === 'latin' && choices['email.charset'] === 'refused') return 400;
  return marked === true && choices['email.byteOrderMark'] === 'refused' ? 400 : undefined;
};

export const answerEmail = (history: History, email: Email): Answer => {
  const refused = refusedForm(history, email);
  const otherwise = { content: { kind: 'status' }, decider: 'operation', by: 'an email of a wrong form' } as const;
  if (refused !== undefined) return { status: refused, ...otherwise };
  const fields = [
    ...(email.json && isAddress(history, email.to) ? [] : ['toEmailAddress']),
    ...(email.json && isAddress(history, email.from) ? [] : ['fromEmailAddress']),
    ...(email.json && isContent(history, email.content) ? [] : ['emailContent']),
  ];
  const isStrange = email.stranger === true && history.settings.choices['email.unknownField'] === 'refused';
  if (fields.length === 0 && isStrange) return { status: 400, ...otherwise };
  return fields.length === 0
    ? { status: 200, content: { kind: 'mail' }, decider: 'operation', by: 'an email' }
    : { status: 400, content: { kind: 'badMail', fields }, decider: 'operation', by: 'an email with wrong fields' };
};

const isEqual = (one: Email, other: Email): boolean =>
  one.to === other.to && one.from === other.from && one.content === other.content;

/** The emails that were sent. An equal one can be taken for a repetition of one sent before. (email.retrySafety) */
export const outboxUpTo = (history: History, before: number): readonly (Event & Email)[] => {
  const safety = history.settings.choices['email.retrySafety'];
  const sent: (Event & Email)[] = [];
  for (let index = 0; index < before; index += 1) {
    const event = eventAt(history, index);
    if (event.kind !== 'email' || answered(history, index).content.kind !== 'mail') continue;
    const repeated =
      safety !== 'every-request-sends' &&
      sent.some((one) => isEqual(one, event) && event.at - one.at <= lengthOf(safety));
    if (!repeated) sent.push(event);
  }
  return sent;
};
