/**
 * Sends very many requests to one simulation that keeps the newest entries, and prints how its heap grows.
 * `node --expose-gc --import tsx scripts/soak.ts [--requests 1000000] [--keep 10000]`
 */
import { performance } from 'node:perf_hooks';
import { simulate } from '../src/index.ts';
import type { WireRequest } from '../src/core/wire.ts';
import { parseOptions } from './parse-options.ts';

const { values } = parseOptions({
  options: { requests: { type: 'string', default: '1000000' }, keep: { type: 'string', default: '10000' } },
});
const total = Number(values.requests);
const parts = 10;

const say = (line: string): unknown => process.stdout.write(`${line}\n`);

const heap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
};

const sim = await simulate({ transport: 'none', keep: Number(values.keep), unfired: 'ignore' });
const { env } = sim;
const base = env.regions['eu-west-1'];
const authorization = `Bearer ${env.customer.accessToken}`;
const json = { 'content-type': 'application/json' };

/** What a client that goes on for days asks: tokens, mails, and how its import is. */
const requests: readonly ((turn: number) => WireRequest)[] = [
  () => ({ method: 'POST', url: `${base}/${env.customer.scope}/data-queries`, headers: { authorization }, body: '' }),
  (turn) => ({
    method: 'POST',
    url: env.emailUrl,
    headers: json,
    body: JSON.stringify({
      toEmailAddress: `a${turn}@b.example`,
      fromEmailAddress: 'c@d.example',
      emailContent: `No. ${turn}`,
    }),
  }),
  (turn) => ({
    method: 'GET',
    url: `${base}/unknown/${turn}`,
    headers: { authorization, 'x-turn': String(turn) },
    body: '',
  }),
];

const never = new AbortController().signal;
const heaps: number[] = [];
const began = performance.now();
await sim.run(async () => {
  for (let turn = 0; turn < total; turn++) {
    const request = requests[turn % requests.length]?.(turn);
    if (request !== undefined) await sim.gateway.receive(request, never);
    // Time goes on, and so do limits and what is remembered.
    if (turn % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 1000));
    if ((turn + 1) % (total / parts) !== 0) continue;
    heaps.push(heap());
    say(
      `${turn + 1} requests: heap ${heaps.at(-1)?.toFixed(1)} MB, ${sim.trace.entries.length} entries, ${sim.outbox.length} mails`,
    );
  }
});

/** By the least squares over what is behind the first parts, in which everything fills up. */
const slopeOf = (points: readonly number[]): number => {
  const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;
  const places = points.map((_, index) => index);
  const [x, y] = [mean(places), mean(points)];
  const spread = places.reduce((sum, place) => sum + (place - x) ** 2, 0);
  return points.reduce((sum, point, index) => sum + (index - x) * (point - y), 0) / spread;
};
const slope = (slopeOf(heaps.slice(3)) * parts * 1e6) / total;
say(
  `${total} requests in ${((performance.now() - began) / 1000).toFixed(0)} s: ${slope.toFixed(2)} MB for each million more`,
);
process.exitCode = slope < 1 ? 0 : 1;

await sim.stop();
