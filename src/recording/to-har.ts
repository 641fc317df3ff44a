import { readStory, type Exchange, type Story } from '../rules/history.ts';
import { chooseAddresses, endpointUrl, type Hosts } from '../simulation/addresses.ts';
import { newestProfile, profiles } from '../spec/profiles.ts';
import type { Trace } from '../trace/trace.ts';
import { type Har, writeHar } from './har.ts';
import type { Recorded } from './recorded.ts';
import { redact } from './redact-har.ts';

/**
 * What a simulated client could have recorded, as HAR 1.2: the same run against the real service gives a recording to lay
 * beside it. Secrets have names.
 *
 * @example
 * writeFileSync('simulated.har', JSON.stringify(toHar(sim.trace)));
 */
export const toHar = (trace: Pick<Trace, 'entries'>): Har => {
  const { assumptions, limits } = profiles[newestProfile];
  const story = readStory(trace.entries, { assumptions, limits });
  const epoch = story.epoch ?? 0;
  const all = [...story.exchanges.map((one) => recordExchange(one, story)), ...recordNotices(story)];
  const inTime = all.map((one) => ({ ...one, at: epoch + one.at })).sort((one, other) => one.at - other.at);
  const addresses = story.world?.hosts ?? chooseAddresses({}, 1, false);
  const { regions, ...others } = addresses;
  const hosts: Hosts = { ...others, ...regions };
  return writeHar(redact(inTime), { hosts, endpoint: endpointUrl });
};

const recordExchange = (exchange: Exchange, story: Story): Recorded => {
  const { at, request, answer, fault, received, receivedAt, hungUpAt } = exchange;
  const common = { at, request, ...(isPlanted(exchange, story) && { injected: true as const }) };
  if (answer === undefined || received === 'nothing') {
    const error = hungUpAt === undefined ? (fault?.name ?? 'no answer') : 'hung up';
    return { ...common, duration: (hungUpAt ?? answer?.at ?? story.lastAt) - at, error };
  }
  const { status, headers, body } = answer.wire;
  const whole = received === 'whole' ? body : undefined;
  return { ...common, duration: (receivedAt ?? answer.at) - at, answer: { status, headers, body: whole } };
};

/** A scenario had it refused, or had ended the life of its token: nothing on the wire tells of that. */
const isPlanted = ({ answer, call }: Exchange, { standing }: Story): boolean => {
  if (answer === undefined) return false;
  const ended = standing.tokens.get(call.bearer ?? '')?.expired;
  return answer.isInjected || (!answer.isOk && ended !== undefined && ended.turn < answer.turn);
};

/** One for each time that it came to the application. */
const recordNotices = ({ entries }: Story): readonly Recorded[] => {
  const sent = new Map(
    entries.flatMap((entry) => (entry.kind === 'notification' ? [[entry.notification, entry]] : [])),
  );
  const delayed = new Set(entries.flatMap((entry) => (entry.kind === 'notificationFault' ? [entry.notification] : [])));
  return entries.flatMap((entry) => {
    if (entry.kind !== 'delivered') return [];
    const notice = sent.get(entry.notification);
    if (notice === undefined) return [];
    const at = delayed.has(entry.notification) ? entry.at : notice.at;
    const headers = { 'content-type': 'application/json' };
    return {
      at,
      duration: entry.at - at,
      request: { method: 'POST', url: endpointUrl, headers, body: notice.body },
      answer: { status: entry.status, headers: {}, body: '' },
      region: notice.region,
      notification: entry.notification,
    };
  });
};
