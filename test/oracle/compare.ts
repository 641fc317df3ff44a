import type { Answer, Content, Page } from './reference/answer.ts';
import { eventAt, type History, rightAfter } from './reference/history.ts';
import { notificationsUpTo } from './reference/notifications.ts';
import { outboxUpTo } from './reference/others.ts';
import { endingOf, queriesOf } from './reference/queries.ts';
import { rows, tokenRows } from './reference/rows.ts';
import type { Seen, SeenPost, Service } from './service.ts';

/** Where the core and the reference differ, as `what: expected, seen`. Nothing when they agree. */
export type Differences = readonly string[];

const differ = (what: string, expected: unknown, seen: unknown): Differences => {
  const [one, other] = [JSON.stringify(expected), JSON.stringify(seen)];
  return one === other ? [] : [`${what}: reference ${one}, core ${other}`];
};

/** The create that an id first came from; undefined for an id the core made up just now. */
const createOf = ({ texts }: Service, id: unknown): number | undefined => {
  const index = texts.findIndex(({ query }) => query !== undefined && query === id);
  return index < 0 ? undefined : index;
};

/** What stands where the next page token goes. (list.lastPage) */
const pageEnd = (history: History, page: Page): string => {
  if (page.next) return 'token';
  const choice = history.settings.choices['list.lastPage'];
  if (choice === 'null' && history.settings.choices['list.tokenPosition'] === 'header') return 'any';
  return choice;
};

const wordFor = (page: unknown): string => {
  if (page === undefined) return 'absent';
  if (page === null) return 'null';
  return page === '' ? 'empty-string' : 'token';
};

const comparePage = (history: History, page: Page, seen: Seen): Differences => {
  const records: unknown = seen.body?.records;
  const end = pageEnd(history, page);
  return [
    ...differ('records', page.count, Array.isArray(records) ? records.length : undefined),
    ...(end === 'any' ? [] : differ('next page token', end, wordFor(seen.page))),
  ];
};

const compareContent = (
  history: History,
  service: Service,
  index: number,
  content: Content,
  { body, answer }: Seen,
): Differences => {
  switch (content.kind) {
    case 'nothing':
    case 'page':
      return [];
    case 'refusal': {
      const [, category, type, message] = rows[content.row];
      return differ('error', [category, type, message], [body?.category, body?.type, body?.message]);
    }
    case 'tokenRefusal': {
      const [error, description] = tokenRows[content.row];
      return [
        ...differ('error', error, body?.error),
        ...(description === undefined ? [] : differ('description', description, body?.error_description)),
      ];
    }
    case 'query':
      return differ('query of event', content.query, createOf(service, body?.id));
    case 'token': {
      const { expiresIn, scope, grant } = content;
      const refresh = service.texts[index]?.refresh;
      const original = grant.kind === 'customer' ? service.texts[grant.refresh]?.refresh : undefined;
      const isNew = service.texts.findIndex((texts) => texts.token === body?.access_token) === index;
      return [
        ...differ(
          'token',
          [expiresIn, scope, 'bearer', true],
          [body?.expires_in, body?.scope, body?.token_type, isNew],
        ),
        ...(refresh === undefined ? [] : differ('refresh token', original, refresh)),
        ...(grant.kind === 'customer' && grant.refresh === index && refresh === undefined ? ['no refresh token'] : []),
      ];
    }
    case 'store':
      return content.granted ? [] : differ('message', 'Request is not authorized', body?.message);
    case 'download':
      return content.what === 'file' ? differ('record', content.record, body?.position) : [];
    case 'deadLink': {
      const choice = history.settings.choices['links.expiredAnswer'];
      const type = answer?.headers['content-type'] ?? '';
      const word = type.includes('xml') ? 'xml-403' : type.includes('json') ? 'json-403' : 'gone-410';
      return differ('dead link', choice, word);
    }
    case 'mail':
      return [];
    case 'badMail':
      return compareBadMail(history, index, content.fields, body, answer?.body ?? '');
    case 'status':
      return compareStatus(history, index, body);
  }
};

/** A body that is no JSON has no fields to name. */
const compareBadMail = (
  history: History,
  index: number,
  fields: readonly string[],
  body: Seen['body'],
  text: string,
): Differences => {
  const event = eventAt(history, index);
  switch (history.settings.choices['email.badRequestBody']) {
    case 'empty':
      return differ('body', '', text);
    case 'error-response':
      return differ('fields', ['category', 'message', 'type'], Object.keys(body ?? {}).sort());
    case 'message':
      return event.kind === 'email' && event.json
        ? differ(
            'fields at fault',
            fields,
            ['toEmailAddress', 'fromEmailAddress', 'emailContent'].filter((name) => body?.message?.includes(name)),
          )
        : differ('message', 'string', typeof body?.message);
  }
};

const listedTypes: ReadonlySet<string> = new Set(Object.values(rows).map(([, , type]) => type));

/** An injected status has a row of the table where it can, or a type of its own. (errors.unknown) */
const compareStatus = (history: History, index: number, body: Seen['body']): Differences => {
  const { kind } = eventAt(history, index);
  const status = history.answers[index]?.status;
  const listed = Object.values(rows).some(([one]) => one === status);
  if ((kind !== 'create' && kind !== 'list') || !listed) return [];
  const inTable = history.settings.choices['errors.unknown'] === 'none';
  return differ('type is in the table', inTable, listedTypes.has(body?.type ?? ''));
};

const compareAnswer = (history: History, service: Service, index: number, answer: Answer, seen: Seen): Differences => {
  if (answer.status === 0) return seen.answer === undefined ? [] : ['an answer to what is no request'];
  const since = answer.rememberedFrom === undefined ? undefined : eventAt(history, answer.rememberedFrom).at;
  const status = differ('status', answer.status, seen.answer?.status);
  if (status.length > 0) return status;
  return [
    ...compareContent(history, service, index, answer.content, seen),
    ...(answer.content.kind === 'page' ? comparePage(history, answer.content.page, seen) : []),
    ...differ('remembered since', since, seen.rememberedSince),
    ...differ('retry-after', answer.retryAfter, seen.answer?.headers['retry-after']),
  ];
};

const writtenPost = (history: History, { post, at }: SeenPost, service: Service): string => {
  const { choices } = history.settings;
  const { Subject: subject, Message: message } = JSON.parse(post.body) as { Subject: string; Message: string };
  const { id, version, status, ...others } = JSON.parse(message) as Record<string, string>;
  const shape = [
    subject === 'Data Portability Notification 1.0',
    version === '1.0',
    id === post.query,
    status === post.status,
    Object.keys(others).length === (choices['notification.extraFields'] === 'none' ? 0 : 1),
    post.headers['content-type'] === choices['notification.contentType'],
    Object.keys(post.headers).length === (choices['notification.signature'] === 'none' ? 1 : 2),
    post.underway === 0 || (choices['notification.order'] === 'reordered' && post.underway === 30_000),
  ];
  const wrong = shape.flatMap((right, index) => (right ? [] : [index]));
  const suffix = wrong.length === 0 ? '' : ` wrong in ${wrong.join()}`;
  const { query, application, attempt, status: said, region } = post;
  return `${at} #${createOf(service, query)} ${application} ${attempt} ${said} ${region}${suffix}`;
};

/** What left the service and what became of queries, up to and with this event. */
const compareWorld = (history: History, service: Service, index: number): Differences => {
  const view = rightAfter(history, index);
  if (service.endings.size === 0 && service.notifications.length === 0 && queriesOf(history, view).length === 0)
    return [];
  const expected = notificationsUpTo(history, view)
    .map((one) => `${one.at} #${one.query} ${one.application} ${one.attempt} ${one.status} ${one.region}`)
    .sort();
  for (const post of service.notifications.slice(service.lines.length))
    service.lines.push(writtenPost(history, post, service));
  const notifications = service.lines.toSorted();
  const endings = queriesOf(history, view).flatMap((query) => {
    const ending = endingOf(history, query, view);
    return ending === undefined ? [] : [`#${query.startedBy} ${ending.status.toLowerCase()} ${ending.moment.now}`];
  });
  const ended = [...service.endings].map(([id, { status, at }]) => `#${createOf(service, id)} ${status} ${at}`);
  return [...differ('ended', endings.sort(), ended.sort()), ...differ('notifications', expected, notifications)];
};

export const compare = (history: History, service: Service, index: number, seen: Seen): Differences => {
  const answer = history.answers[index];
  const event = eventAt(history, index);
  if (answer === undefined) throw new RangeError(`event ${index} has no answer yet`);
  const outbox = event.kind === 'email' ? outboxUpTo(history, index + 1) : [];
  return [
    ...compareAnswer(history, service, index, answer, seen),
    ...compareWorld(history, service, index),
    ...(event.kind === 'email'
      ? differ(
          'outbox',
          outbox.map(({ to, from, content, at }) => ({ at, to, from, content })),
          service.world.outbox,
        )
      : []),
  ];
};
