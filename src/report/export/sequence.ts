import { exchangeFaultRow } from '../../spec/faults.ts';
import { operations } from '../../spec/routes.ts';
import { showDuration } from '../../spec/time.ts';
import type { Entry, EntryOf } from '../../trace/entry.ts';
import { sayAction, sayNotificationFault } from '../../trace/say-action.ts';
import { sayEnd } from '../../trace/say-end.ts';
import { sayRequest } from '../../trace/say-request.ts';
import { short } from '../../trace/short.ts';
import { joinDiagram, message } from './mermaid.ts';

/** A run as a sequence diagram of Mermaid: who said what to whom, and at which virtual time. */
export const writeSequence = (entries: readonly Entry[]): string => {
  const requests = new Map<number, EntryOf<'request'>>();
  for (const entry of entries) if (entry.kind === 'request') requests.set(entry.exchange, entry);
  const told = entries.flatMap((entry) => {
    const line = tell(entry, requests);
    return line === undefined ? [] : [`  ${line}`];
  });
  const hosts = new Set([...requests.values()].map(hostOf));
  return joinDiagram(
    [
      'sequenceDiagram',
      '  participant client',
      ...[...hosts].map((host) => `  participant ${host}`),
      ...(hosts.has(service) ? [] : [`  participant ${service}`]),
      ...told,
    ],
    (count) => `  Note over client: ${count} more are left out`,
  );
};

/** What happens by itself happens where the queries are. */
const service = 'portability';

const hostOf = ({ operation }: EntryOf<'request'>): string =>
  operation === 'unknown' ? 'unknown' : operations[operation].host;

/** Faults after which nothing of an answer gets to the client. */
const isBreaking = ({ fault }: EntryOf<'fault'>): boolean =>
  ['nothing', 'error', 'end'].includes(exchangeFaultRow(fault.name).sees);

const tell = (entry: Entry, requests: ReadonlyMap<number, EntryOf<'request'>>): string | undefined => {
  const text = (said: string): string => message(`${showDuration(entry.at)} ${said}`);
  const note = (who: string, said: string): string => `Note over ${who}: ${text(said)}`;
  const host = ('exchange' in entry && hostOfExchange(entry.exchange, requests)) || service;
  switch (entry.kind) {
    case 'began':
    case 'due':
      return undefined;
    case 'authorized':
      return note('client', `${entry.customer} authorizes ${entry.application} for ${entry.scope}`);
    case 'request':
      return `client->>${host}: ${text(`#${entry.exchange} ${sayRequest(entry)}`)}`;
    case 'answer':
      return `${host}-->>client: ${text(sayAnswer(entry))}`;
    case 'hungUp':
      return `client-x${host}: ${text(`#${entry.exchange} hangs up`)}`;
    case 'fault':
      return isBreaking(entry)
        ? `${host}--xclient: ${text(`#${entry.exchange} ${entry.fault.name}`)}`
        : note(host, `#${entry.exchange} ${entry.fault.name}`);
    case 'arrived':
      return note('client', `the answer to #${entry.exchange} arrives`);
    case 'transition':
      return note(service, `query ${short(entry.query)}: ${entry.from} → ${entry.to}`);
    case 'notification':
      return `${service}->>client: ${text(`notification ${entry.notification} ${entry.status}`)}`;
    case 'notificationFault':
      return note(service, `notification ${entry.notification} ${sayNotificationFault(entry.fault)}`);
    case 'delivered':
      return `client-->>${service}: ${text(`notification ${entry.notification}: ${entry.status}`)}`;
    case 'undelivered':
      return `${service}-xclient: ${text(`notification ${entry.notification} not taken: ${entry.why}`)}`;
    case 'action':
      return note(service, sayAction(entry.action));
    case 'dropped':
      return note('client', `${entry.entries} older entries are not kept`);
    case 'slept':
      return note('client', `${showDuration(entry.duration)} have passed while it slept`);
    case 'ended':
      return note('client', sayEnd(entry));
    default:
      return entry satisfies never;
  }
};

const hostOfExchange = (exchange: number, requests: ReadonlyMap<number, EntryOf<'request'>>): string | undefined => {
  const request = requests.get(exchange);
  return request && hostOf(request);
};

const sayAnswer = ({ exchange, answer, row, rememberedSince }: EntryOf<'answer'>): string =>
  [`#${exchange}`, String(answer.status), row, rememberedSince === undefined ? undefined : 'remembered']
    .filter((part) => part !== undefined)
    .join(' ');
