import { notification, notificationSection } from '../../spec/notification.ts';
import type { Region } from '../../spec/regions.ts';
import type { Rule } from '../rule.ts';
import { readJson, textIn } from '../history/read-text.ts';
import type { Notice, Query, History } from '../history.ts';
import { type Findings, gather, short } from './findings.ts';
import { readLives } from './under-way.ts';

export const oneNotification: Rule = {
  id: 'S4',
  name: 'one-notification',
  judges: 'service',
  level: 'must',
  claim:
    'A query that ended is announced once: to its application, with its id, its status, the version, in the region of its create.',
  why: 'An application waits for the notification, and acts on what it says.',
  section: notificationSection,
  judge: (history) => {
    const findings = gather();
    for (const query of history.queries.values()) {
      for (const notice of query.notices) {
        findings.test();
        checkContents(history, findings, query, notice);
      }
      checkCount(history, findings, query);
    }
    if (history.world !== undefined) findMissing(history, findings);
    return findings.decide('no query ended');
  },
};

const checkContents = (history: History, findings: Findings, query: Query, notice: Notice): void => {
  const { at, body, status, region } = notice;
  const add = (text: string): void => findings.add({ at, text: `notification ${notice.number} ${text}` });
  const entries = readJson(body);
  const message = readJson(textIn(entries, 'Message') ?? '');
  if (textIn(entries, 'Subject') !== notification.subject) add(`has not the subject "${notification.subject}"`);
  if (textIn(message, 'id') !== query.id) add(`names another query than ${short(query.id)}`);
  if (textIn(message, 'version') !== notification.version) add(`has not the version ${notification.version}`);
  if (textIn(message, 'status') !== status) add(`does not say ${status}`);
  const most = history.context.limits.notificationSize.bytes;
  if (body.length > most || Buffer.byteLength(body) > most) add(`is larger than ${most} bytes`);
  const from = regionOf(history, query, notice);
  if (from !== undefined && from !== region) add(`comes from ${region}, the create went to ${from}`);
  const owner = ownerOf(history, query);
  const isAstray = owner !== undefined && notice.application !== undefined && notice.application !== owner;
  if (isAstray) add(`goes to ${notice.application}, the create came from ${owner}`);
  const stray = notice.outcomes.find(({ endpoint = region }) => endpoint !== region);
  const mayStray = history.context.assumptions['region.missingEndpoint'] === 'another-region';
  if (stray !== undefined && !mayStray) add(`of ${region} went to the endpoint of ${stray.endpoint}`);
  if (history.world === undefined) return;
  const ended = query.ended?.turn ?? (query.initially === undefined ? undefined : -1);
  if (ended === undefined || ended > notice.turn) return add(`was sent before query ${short(query.id)} had ended`);
  const state = query.ended?.state ?? query.initially?.state;
  if ((state === 'completed') !== (status === 'COMPLETED')) add(`says ${status} of a query that is ${state}`);
};

/** The region of the create that began the query, or of the last one before that was answered with its id. */
const regionOf = ({ context, exchange }: History, query: Query, notice: Notice): Region | undefined => {
  const { begunBy, given, initially } = query;
  const first = begunBy === undefined ? initially?.region : exchange(begunBy)?.region;
  if (context.assumptions['region.notification'] === 'region-of-create') return first;
  return given.findLast(({ answer }) => answer.turn < notice.turn)?.region ?? first;
};

/** The application whose token the create was made with. */
const ownerOf = ({ exchange, standing }: History, { begunBy, initially }: Query): string | undefined => {
  if (begunBy === undefined) return initially?.application;
  return standing.tokens.get(exchange(begunBy)?.call.bearer ?? '')?.application;
};

/** One sending, or as many as the ledger allows: copies at once, and attempts after one that was not accepted. */
const checkCount = ({ context, continues }: History, findings: Findings, { id, notices, initially }: Query): void => {
  if (continues && initially !== undefined) return;
  const copies = context.assumptions['notification.duplicates'] === 'twice' ? 2 : 1;
  const retries = context.assumptions['notification.retry'] === 'until-accepted';
  for (const [index, notice] of notices.entries()) {
    const attempt = Math.floor(index / copies);
    if (attempt === 0) continue;
    const before = notices.slice(0, attempt * copies);
    const wasAccepted = before.some(({ outcomes }) =>
      outcomes.some(({ turn, status = 0 }) => turn < notice.turn && status >= 200 && status < 300),
    );
    if (retries && !wasAccepted) continue;
    findings.add({
      at: notice.at,
      text: `query ${short(id)} was announced once more by notification ${notice.number}`,
    });
  }
};

const findMissing = (history: History, findings: Findings): void => {
  for (const { query, customer, scope } of readLives(history)) {
    const { ended } = query;
    if (ended === undefined || query.notices.length > 0) continue;
    const holding = history.world?.holdings.find((one) => one.customer === customer && one.scope === scope);
    const wait = holding?.notifiedAfter ?? 0;
    if (wait > 0 && ended.at + wait >= history.lastAt) continue;
    findings.test();
    findings.add({ at: ended.at + wait, text: `query ${short(query.id)} ended, and no notification was sent` });
  }
};
