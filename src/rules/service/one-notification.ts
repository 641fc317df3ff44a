import { notification, notificationSection } from '../../spec/notification.ts';
import type { Region } from '../../spec/regions.ts';
import { isAccepted } from '../history/queries.ts';
import { readJson, textIn } from '../history/read-text.ts';
import type { Notification, Query, History } from '../history.ts';
import { serviceRule } from '../rule.ts';
import { short } from '../../trace/short.ts';
import type { Findings } from '../verdicts.ts';
import { readLives } from './under-way.ts';

export const oneNotification = serviceRule({
  id: 'S4',
  name: 'one-notification',
  claim:
    'A query that ended is announced once: to its application, with its id, its status, the version, in the region of its create.',
  why: 'An application waits for the notification, and acts on what it says.',
  section: notificationSection,
  good: [
    ['10m', 'service', 'query 4f1c: inProgress → completed'],
    ['10m', 'service', 'notification: 4f1c is COMPLETED'],
  ],
  bad: [
    ['10m', 'service', 'query 4f1c: inProgress → canceled'],
    ['10m', 'service', 'notification: 4f1c is COMPLETED'],
  ],
  judge: (history, findings) => {
    for (const query of history.queries.values()) {
      for (const sent of query.notifications) {
        findings.test();
        checkContents(history, findings, query, sent);
      }
      checkCount(history, findings, query);
    }
    if (history.world !== undefined) findMissing(history, findings);
    return findings.decide('no query ended');
  },
});

const checkContents = (history: History, findings: Findings, query: Query, sent: Notification): void => {
  const problems: string[] = [];
  checkBody(problems, history, query, sent);
  checkWay(problems, history, query, sent);
  if (history.world !== undefined) checkMoment(problems, query, sent);
  for (const text of problems) findings.add({ at: sent.at, text: `notification ${sent.number} ${text}` });
};

const checkBody = (problems: string[], { context }: History, query: Query, { body, status }: Notification): void => {
  const entries = readJson(body);
  const message = readJson(textIn(entries, 'Message') ?? '');
  const most = context.limits.notificationSize.bytes;
  if (textIn(entries, 'Subject') !== notification.subject) {
    problems.push(`has not the subject "${notification.subject}"`);
  }
  if (textIn(message, 'id') !== query.id) problems.push(`names another query than ${short(query.id)}`);
  if (textIn(message, 'version') !== notification.version) {
    problems.push(`has not the version ${notification.version}`);
  }
  if (textIn(message, 'status') !== status) problems.push(`does not say ${status}`);
  if (body.length > most || Buffer.byteLength(body) > most) problems.push(`is larger than ${most} bytes`);
};

/** Where it comes from and where it goes. */
const checkWay = (problems: string[], history: History, query: Query, sent: Notification): void => {
  const { region, application, deliveries } = sent;
  const from = regionOf(history, query, sent) ?? region;
  const owner = ownerOf(history, query) ?? application;
  const stray = deliveries.find(({ endpoint = region }) => endpoint !== region);
  const mayStray = history.context.assumptions['region.missingEndpoint'] === 'another-region';
  if (from !== region) problems.push(`comes from ${region}, the create went to ${from}`);
  if (application !== undefined && application !== owner) {
    problems.push(`goes to ${application}, the create came from ${owner}`);
  }
  if (stray !== undefined && !mayStray) problems.push(`of ${region} went to the endpoint of ${stray.endpoint}`);
};

const checkMoment = (problems: string[], { id, ended, initially }: Query, { turn, status }: Notification): void => {
  const endedIn = ended?.turn ?? (initially === undefined ? undefined : -1);
  const state = ended?.state ?? initially?.state;
  if (endedIn === undefined || endedIn > turn) problems.push(`was sent before query ${short(id)} had ended`);
  else if ((state === 'completed') !== (status === 'COMPLETED')) {
    problems.push(`says ${status} of a query that is ${state}`);
  }
};

/** The region of the create that began the query, or of the last one before that was answered with its id. */
const regionOf = ({ context, exchange }: History, query: Query, sent: Notification): Region | undefined => {
  const { begunBy, given, initially } = query;
  const first = begunBy === undefined ? initially?.region : exchange(begunBy)?.region;
  if (context.assumptions['region.notification'] === 'region-of-create') return first;
  return given.findLast(({ answer }) => answer.turn < sent.turn)?.region ?? first;
};

/** The application whose token the create was made with. */
const ownerOf = ({ exchange, state }: History, { begunBy, initially }: Query): string | undefined => {
  if (begunBy === undefined) return initially?.application;
  return state.tokens.get(exchange(begunBy)?.parsed.bearer ?? '')?.application;
};

/** One sending, or as many as the assumptions allow: copies at once, and attempts after one that was not accepted. */
const checkCount = (
  { context, continues }: History,
  findings: Findings,
  { id, notifications, initially }: Query,
): void => {
  if (continues && initially !== undefined) return;
  const copies = context.assumptions['notification.duplicates'] === 'twice' ? 2 : 1;
  const retries = context.assumptions['notification.retry'] === 'until-accepted';
  for (let index = copies; index < notifications.length; index++) {
    const sent = notifications[index] as Notification;
    const attempt = Math.floor(index / copies);
    const before = notifications.slice(0, attempt * copies);
    const wasAccepted = before.some(({ deliveries }) =>
      deliveries.some((delivery) => delivery.turn < sent.turn && isAccepted(delivery)),
    );
    if (retries && !wasAccepted) continue;
    findings.add({
      at: sent.at,
      text: `query ${short(id)} was announced once more by notification ${sent.number}`,
    });
  }
};

const findMissing = (history: History, findings: Findings): void => {
  for (const { query, customer, scope } of readLives(history)) {
    const { ended } = query;
    if (ended === undefined || query.notifications.length > 0) continue;
    const holding = history.world?.holdings.find((one) => one.customer === customer && one.scope === scope);
    const wait = holding?.notifiedAfter ?? 0;
    if (wait > 0 && ended.at + wait >= history.lastAt) continue;
    findings.test();
    findings.add({ at: ended.at + wait, text: `query ${short(query.id)} ended, and no notification was sent` });
  }
};
