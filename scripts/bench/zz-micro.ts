import { byFetch, byDoor } from './clients.ts';
import { begin, complete, requestsOf } from './exchanges.ts';
import { each } from './contender.ts';
const keeper = await begin({ transport: 'none' });
const sim = await begin({ transport: 'none', keep: 1000 });
const requests = requestsOf(sim, await complete(sim));
const text = '{"id":"a0c8ba38-08b1-4afd-9d98-e7d767c8a7b1"}';
const fake = byFetch((async () => ({ json: async () => JSON.parse(text) })) as never);
const fakeSync = byFetch((() => Promise.resolve({ json: async () => JSON.parse(text) })) as never);
const viaDoor = byDoor(sim.gateway);
const viaFetch = byFetch(sim.fetch);
const cases: Record<string, () => Promise<number>> = {};
for (const name of ['create', 'refused', 'token'] as const) {
  const r = requests.again(name);
  cases[`fake ${name}`] = each(2000, () => fake(r));
  cases[`door ${name}`] = each(2000, () => viaDoor(r));
  cases[`fetch ${name}`] = each(2000, () => viaFetch(r));
}
const only = process.argv[2];
const show = async (where: string) => {
  for (const [name, run] of Object.entries(cases)) {
    if (only && !name.includes(only)) continue;
    let best = Infinity;
    for (let i = 0; i < Number(process.argv[3] ?? 25); i++) best = Math.min(best, await run());
    console.log(where, name, best.toFixed(2));
  }
};
await show('outside');
await sim.run(() => show('in run'));
void keeper;
process.exit();
