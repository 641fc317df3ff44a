import { show } from '../language/show.ts';
import { refuse } from '../misuse.ts';
import { readHistory, type Exchange, type History } from '../rules/history.ts';
import { chooseAddresses, endpointUrl, type Hosts } from '../simulation/addresses.ts';
import { settingsIn } from '../trace/settings-in.ts';
import type { Trace } from '../trace/trace.ts';
import { type Har, writeHar } from './har.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { redact } from './redact-har.ts';

/**
 * What a simulated client could have recorded, as HAR 1.2: the same run against the real service gives a recording to lay
 * beside it. Secrets have names.
 *
 * @example
 * writeFileSync('simulated.har', JSON.stringify(toHar(sim.trace)));
 */
export const toHar = (trace: Pick<Trace, 'entries'>): Har => {
  if (!Array.isArray(trace?.entries)) throw refuse('toHar', `${show(trace)} is no trace`, 'give it sim.trace');
  const history = readHistory(trace.entries, settingsIn(trace.entries));
  const epoch = history.epoch ?? 0;
  const all = [...history.exchanges.map((one) => recordExchange(one, history)), ...recordNotifications(history)];
  const inTime = all.map((one) => ({ ...one, at: epoch + one.at })).sort((one, other) => one.at - other.at);
  const addresses = history.world?.hosts ?? chooseAddresses({}, 1, false);
  const { regions, ...others } = addresses;
  const hosts: Hosts = { ...others, ...regions };
  return writeHar(redact(inTime), { hosts, endpoint: endpointUrl });
};

const recordExchange = (exchange: Exchange, history: History): RecordedExchange => {
  const { at, request, answer, fault, maybe, hungUpAt } = exchange;
  const common = { at, request, ...(isPlanted(exchange, history) && { injected: true as const }) };
  if (answer === undefined || maybe === undefined) {
    const error = hungUpAt === undefined ? (fault?.name ?? 'no answer') : 'hung up';
    return { ...common, duration: (hungUpAt ?? answer?.at ?? history.lastAt) - at, error };
  }
  const { status, headers, body } = answer.wire;
  const whole = maybe.isWhole ? body : undefined;
  return { ...common, duration: maybe.at - at, answer: { status, headers, body: whole } };
};

/** A scenario had it refused, or had ended the life of its token: nothing on the wire tells of that. */
const isPlanted = ({ answer, parsed }: Exchange, { state }: History): boolean => {
  if (answer === undefined) return false;
  const ended = state.tokens.get(parsed.bearer ?? '')?.expired;
  return answer.isInjected || (!answer.isOk && ended !== undefined && ended.turn < answer.turn);
};

/** One for each time that it came to the application. */
const recordNotifications = ({ notifications }: History): readonly RecordedExchange[] =>
  notifications
    .flatMap((sent) => sent.deliveries.map((delivery) => ({ sent, delivery })))
    .sort((one, other) => one.delivery.place - other.delivery.place)
    .flatMap(({ sent, delivery }) => {
      if (delivery.status === undefined) return [];
      const at = sent.fault === undefined ? sent.at : delivery.at;
      const headers = { 'content-type': 'application/json' };
      return {
        at,
        duration: delivery.at - at,
        request: { method: 'POST', url: endpointUrl, headers, body: sent.body },
        answer: { status: delivery.status, headers: {}, body: '' },
        region: sent.region,
        notification: sent.number,
      };
    });
