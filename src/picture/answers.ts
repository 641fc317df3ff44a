import type { EntryOf } from '../trace/entry.ts';
import { ms, showDuration } from '../spec/time.ts';
import type { Exchange, Scene } from './scene.ts';
import { short } from '../trace/short.ts';
import { slotOf } from './scene.ts';

/** What answers leave behind: links that live for five minutes, and the answers themselves, which are given again as long. */
export const drawAnswers = (scene: Scene): void => {
  const kept = readRepeated(scene);
  for (const [entry, one] of scene.entries.entries()) {
    if (one.kind !== 'answer' || one.injected === true) continue;
    const exchange = scene.exchanges.get(one.exchange);
    if (exchange === undefined || !isPortability(exchange)) continue;
    if (exchange.request.operation === 'listDataQueryRecords') drawLinks(scene, exchange, one, entry);
    if (one.rememberedSince === undefined) drawMemory(scene, exchange, one, entry, kept);
  }
};

const isPortability = ({ request: { operation } }: Exchange): boolean =>
  operation === 'createDataQuery' || operation === 'listDataQueryRecords';

const decidedAt = ({ at, decided }: EntryOf<'answer'>): number => decided?.at ?? at;

/** What is asked for, whichever region is asked. */
const askedFor = ({ request: { operation, request } }: Exchange): string =>
  `${operation} ${request.headers['authorization'] ?? ''} ${request.url.replace(/^[a-z]+:\/\/[^/]*/, '')}`;

/** How often answers were given again, by what was asked and when it was first answered. */
const readRepeated = ({ entries, exchanges }: Scene): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  for (const one of entries) {
    if (one.kind !== 'answer' || one.rememberedSince === undefined) continue;
    const exchange = exchanges.get(one.exchange);
    if (exchange === undefined) continue;
    const key = `${one.rememberedSince} ${askedFor(exchange)}`;
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  return times;
};

/** "The same for five minutes." Which refusals are kept the document leaves open: those that were given again are. */
const drawMemory = (
  { limits, lanes, end }: Scene,
  exchange: Exchange,
  answer: EntryOf<'answer'>,
  entry: number,
  repeated: ReadonlyMap<string, number>,
): void => {
  const from = decidedAt(answer);
  const { operation } = exchange.request;
  const times = repeated.get(`${from} ${askedFor(exchange)}`) ?? 0;
  const { status } = answer.answer;
  if (status >= 400 && times === 0) return;
  const to = from + ms(limits.answerMemory.value);
  const again = times === 0 ? '' : `; given again ${times === 1 ? 'once' : `${times} times`}`;
  const tells = `the answer ${status} to #${answer.exchange} is remembered until ${showDuration(to)}${again}`;
  const tone = to < end ? 'over' : 'plain';
  lanes.put('memory', operation, operation, {
    from,
    to,
    label: String(status),
    tells,
    tone,
    entry,
    exchange: answer.exchange,
  });
};

/** "Usable for five minutes from the moment the response was sent." */
const drawLinks = (scene: Scene, exchange: Exchange, answer: EntryOf<'answer'>, entry: number): void => {
  const { assumptions, limits, lanes, end } = scene;
  const isAgain = answer.rememberedSince !== undefined;
  const renews = assumptions['links.lifetimeUnderCache'] === 'every-sending';
  const isSpoken = answer.answer.status === 200 && answer.answer.body.includes('://');
  if (!isSpoken || (isAgain && !renews)) return;
  const from = decidedAt(answer);
  const to = from + ms(limits.linkLifetime.value);
  const [, query = ''] = /\/data-queries\/([^/?#]+)\/records/.exec(exchange.request.request.url) ?? [];
  const slot = slotOf(scene, query.toLowerCase());
  const tells = `the links of #${answer.exchange}, query ${short(query)}, work until ${showDuration(to)}`;
  lanes.put('links', slot, slot, {
    from,
    to,
    label: `links #${answer.exchange}`,
    tells,
    tone: to < end ? 'over' : 'fine',
    entry,
    exchange: answer.exchange,
  });
};
