import type { Entry } from '../trace/entry.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { ms } from '../spec/time.ts';
import { serviceNow } from './clock.ts';
import { type Json, object, text, whole } from './json-schema.ts';

/** Links are no part of the world, for all that is needed to judge one stands in it: they are found in what was answered. */
export const linksIn = (sim: Simulation) => {
  const now = serviceNow(sim);
  const lifetime = ms(String(sim.world.limits.linkLifetime));
  const pages = sim.trace.entries
    .flatMap((entry) => pageIn(entry))
    .map(({ issuedAt, ...page }) => {
      const expiresAt = issuedAt + lifetime;
      return { ...page, issuedAt, expiresAt, livesFor: Math.max(0, expiresAt - now) };
    });
  return { now, pages };
};

/** `…/files/<query>.<position>?issued=<instant>&signature=…`, beside the one of its schema. */
const link = /\/files\/([0-9a-f-]{36})\.\d+\?issued=(\d+)&/g;

const pageIn = (entry: Entry): readonly { exchange: number; query: string; files: number; issuedAt: number }[] => {
  if (entry.kind !== 'answer' || !entry.answer.body.includes('/files/')) return [];
  const found = [...entry.answer.body.matchAll(link)];
  const [, query, issued] = found[0] ?? [];
  if (query === undefined) return [];
  return [{ exchange: entry.exchange, query, files: found.length, issuedAt: Number(issued) }];
};

export const linkSchema: Json = object('The links of one answer. They are of one moment.', {
  exchange: whole('The exchange whose answer had them.', 1),
  query: text('The query that they are of.'),
  files: whole('How many files they lead to; to each belongs a schema.', 1),
  issuedAt: whole('When they were made. Milliseconds since 1970, by the clock of the service.'),
  expiresAt: whole('When they can be used no more.'),
  livesFor: whole('Milliseconds until then; 0 where they cannot be used.'),
});
