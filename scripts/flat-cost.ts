/** What a request costs in a crowded world, as a ratio to what it costs in an empty one. `npx tsx scripts/flat-cost.ts` */
import { step } from '../src/core/step.ts';
import { hosts, Story } from '../test/core/world.ts';
import { holding } from '../test/core/scenery.ts';

const people = 100_000;
const asked = 20_000;

/** A world in which so many customers have a token, a query and a remembered answer. */
const crowd = (size: number): Story => {
  const more = Array.from({ length: size }, (_, index) => holding(`c${index}`, 'orders'));
  const story = new Story({ more, assumptions: { 'token.lifetime': '365d' } });
  for (let index = 0; index < size; index++) {
    story.create(story.login(`c${index}`).token);
    story.now += 300;
  }
  return story;
};

const requests = (story: Story): Readonly<Record<string, (round: number) => void>> => {
  const { token } = story.login();
  const ask = (url: string, method: string, authorization: string): void => {
    step(story.world, { kind: 'request', request: { method, url, headers: { authorization }, body: '' } }, story.now);
  };
  const list = `${hosts.regions['eu-west-1']}/orders/data-queries/00000000-0000-4000-8000-000000000000/records`;
  return {
    'remembered create': () => {
      story.now += 1000;
      ask(`${hosts.regions['eu-west-1']}/orders/data-queries`, 'POST', `Bearer ${token}`);
    },
    'list of an unknown query, new parameters': (round) => {
      story.now += 300;
      ask(`${list}?nextPageToken=${round}`, 'GET', `Bearer ${token}`);
    },
    'refused token': () => ask(list, 'GET', 'Bearer nobody'),
  };
};

const elapsedSince = (began: bigint): number => Number(process.hrtime.bigint() - began);

/** Nanoseconds a request, the least disturbed of seven rounds. */
const measure = (work: (round: number) => void): number => {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 7; round++) {
    const began = process.hrtime.bigint();
    for (let index = 0; index < asked; index++) work(round * asked + index);
    best = Math.min(best, elapsedSince(began) / asked);
  }
  return best;
};

const [empty, crowded] = [requests(crowd(10)), requests(crowd(people))];
for (const [name, work] of Object.entries(empty)) {
  const few = measure(work);
  const many = measure(crowded[name] ?? work);
  const ratio = (many / few).toFixed(2);
  process.stdout.write(
    `${name}: ${ratio} (${Math.round(many)} ns with ${people} customers, ${Math.round(few)} with 10)\n`,
  );
}
