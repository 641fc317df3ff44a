import type { Action } from '../core/action.ts';
import { showDuration } from '../spec/time.ts';
import type { Entry } from './entry.ts';

/** A trace the way people read it: a column of virtual time, then who did what. */
export const formatLines = (entries: readonly Entry[]): readonly string[] => {
  const lines: string[] = [];
  const asked = new Map<number, Extract<Entry, { kind: 'request' }>>();
  for (const [index, entry] of entries.entries()) {
    const next = entries[index + 1];
    if (entry.kind === 'request') {
      asked.set(entry.exchange, entry);
      const answeredNext = next?.kind === 'answer' && next.exchange === entry.exchange && next.at === entry.at;
      if (!answeredNext) lines.push(line(entry.at, 'client', `${what(entry)} …`));
    } else lines.push(line(entry.at, ...say(entry, asked)));
  }
  return lines;
};

type Who = 'client' | 'service' | 'scenario' | 'clock';

const line = (at: number, who: Who, text: string): string =>
  `${showDuration(at).padStart(14)}  ${who.padEnd(8)}  ${text}`;

const what = ({ operation, region, request, exchange }: Extract<Entry, { kind: 'request' }>): string =>
  `#${exchange} ${operation === 'unknown' ? `${request.method} ${request.url}` : operation}${region ? ` (${region})` : ''}`;

const say = (
  entry: Exclude<Entry, { kind: 'request' }>,
  asked: ReadonlyMap<number, Extract<Entry, { kind: 'request' }>>,
): [Who, string] => {
  switch (entry.kind) {
    case 'began':
      return ['clock', `begins at ${entry.epoch}, seed ${entry.seed}`];
    case 'answer':
      return ['client', sayAnswer(entry, asked.get(entry.exchange))];
    case 'hungUp':
      return ['client', `#${entry.exchange} hung up before the answer`];
    case 'transition': {
      const because = entry.because === undefined ? '' : ` (${entry.because})`;
      return [
        'service',
        `query ${short(entry.query)} ${entry.customer}/${entry.scope}: ${entry.from} → ${entry.to}${because}`,
      ];
    }
    case 'notification':
      return [
        'service',
        `notification ${entry.notification}: ${short(entry.query)} is ${entry.status} (${entry.region})`,
      ];
    case 'delivered':
      return ['client', `notification ${entry.notification} answered ${entry.status}`];
    case 'undelivered':
      return ['client', `notification ${entry.notification} not taken: ${entry.why}`];
    case 'action':
      return ['scenario', sayAction(entry.action)];
    case 'due':
      return ['clock', entry.what === 'step' ? `due: ${entry.of}` : `due: the collection of ${short(entry.of)} ends`];
    case 'slept':
      return ['scenario', `${showDuration(entry.duration)} pass while the client sleeps`];
    case 'ended':
      return ['client', entry.outcome === 'fulfilled' ? 'finished' : `failed: ${entry.error ?? ''}`];
    default:
      return entry satisfies never;
  }
};

const sayAnswer = (
  entry: Extract<Entry, { kind: 'answer' }>,
  request: Extract<Entry, { kind: 'request' }> | undefined,
): string => {
  const notes = [
    entry.row,
    entry.injected && 'injected',
    entry.rememberedSince !== undefined && `remembered since ${showDuration(entry.rememberedSince)}`,
  ].filter((note) => typeof note === 'string');
  const subject = request === undefined ? `#${entry.exchange}` : what(request);
  return `${subject} → ${entry.answer.status}${notes.length > 0 ? ` ${notes.join(', ')}` : ''}`;
};

const sayAction = (action: Action): string => {
  switch (action.do) {
    case 'fail': {
      const failure = action.failure.kind === 'row' ? action.failure.row : String(action.failure.status);
      return `${action.operation} fails with ${failure}${action.times > 1 ? `, ${action.times} times` : ''}`;
    }
    case 'expireStoreToken':
    case 'revokeStoreToken':
      return `${action.do} ${action.store}`;
    case 'revokeConsent':
    case 'expireConsent':
    case 'grantConsent':
      return `${action.do} ${action.customer}${action.scope === undefined ? '' : `/${action.scope}`}`;
    default:
      return `${action.do} ${action.customer}`;
  }
};

/** Ids are long; eight digits tell them apart in one run. */
const short = (id: string): string => id.slice(0, 8);
