import { exchangeFaults, type SeenOfExchange } from '../spec/faults.ts';
import { showDuration } from '../spec/time.ts';
import { sayRequest } from '../trace/say-request.ts';
import type { Bar, Tone } from './picture.ts';
import { endOf, type Exchange, faultRowOf, type Scene } from './scene.ts';

/** A lane for each operation: a bar from the request until nobody waits for it any more; and what befell some on the network. */
export const drawRequests = (scene: Scene): void => {
  const { exchanges, lanes, end } = scene;
  for (const exchange of exchanges.values()) {
    const { operation, exchange: number, at } = exchange.request;
    const to = Math.max(at, endOf(exchange, end));
    const bar: Bar = {
      from: at,
      to,
      ...tellExchange(exchange, to),
      entry: exchange.entry,
      last: exchange.last,
      exchange: number,
    };
    lanes.put('requests', operation, operation, bar);
  }
  drawFaults(scene);
};

/** What the client gets to see in place of the answer that was given. */
const spoils: { readonly [Sees in SeenOfExchange]: boolean } = {
  nothing: true,
  error: true,
  end: true,
  redirect: true,
  part: true,
  'another body': true,
  pieces: false,
  late: false,
  whole: false,
};

const tellExchange = (exchange: Exchange, to: number): Pick<Bar, 'label' | 'tells' | 'tone'> => {
  const { answer, request } = exchange;
  const [label, tone] = outcomeOf(exchange);
  const since = answer?.rememberedSince;
  const tells = [
    `#${request.exchange} ${sayRequest(request)} → ${label}`,
    answer?.row,
    answer?.injected && 'injected by the scenario',
    since !== undefined && `remembered since ${showDuration(since)}`,
    answer?.leftover !== undefined && `the ${answer.leftover} is of another simulation`,
    tone === 'waiting' ? 'still under way at the end' : to > request.at && `after ${showDuration(to - request.at)}`,
  ].filter((part) => typeof part === 'string');
  return { label, tone, tells: tells.join(', ') };
};

const outcomeOf = (exchange: Exchange): readonly [string, Tone] => {
  const { answer, fault, hungUpAt, arrivedAt } = exchange;
  if (hungUpAt !== undefined && arrivedAt === undefined) return ['hung up', 'failed'];
  const row = faultRowOf(exchange);
  const isOverlooked = row?.place === 'connection' && answer !== undefined;
  if (fault !== undefined && row !== undefined && spoils[row.sees] && !isOverlooked) {
    return [fault.fault.name, row.sees === 'nothing' ? 'waiting' : 'failed'];
  }
  if (answer === undefined) return ['no answer', 'waiting'];
  const { status } = answer.answer;
  const label = answer.rememberedSince === undefined ? String(status) : `${status} remembered`;
  if (status < 400) return [label, 'fine'];
  return [label, status < 500 ? 'refused' : 'failed'];
};

const drawFaults = ({ entries, exchanges, lanes, end }: Scene): void => {
  for (const [entry, one] of entries.entries()) {
    if (one.kind !== 'fault') continue;
    const { at, exchange: number, fault } = one;
    const exchange = exchanges.get(number);
    const to = exchange === undefined ? at : Math.max(at, endOf(exchange, end));
    const tells = `#${number} ${fault.name}: ${exchangeFaults[fault.name].what}`;
    lanes.put('faults', 'exchanges', 'network', {
      from: at,
      to,
      label: fault.name,
      tells,
      tone: 'failed',
      entry,
      ...(exchange !== undefined && { last: Math.max(entry, exchange.last) }),
      exchange: number,
    });
  }
};
