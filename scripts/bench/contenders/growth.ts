import { step } from '../../../src/core/step.ts';
import { holding } from '../../../test/core/scenery.ts';
import { hosts, Story } from '../../../test/core/world.ts';
import { type Contender, each } from '../contender.ts';

/** What a request costs the service in a crowded world, and in one that is nearly empty. */

const heads = 1_000_000;

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

const casesOf = (story: Story, place: string): Contender['cases'] => {
  const { token } = story.login();
  const ask = (url: string, method: string, authorization: string): void => {
    step(story.world, { kind: 'request', request: { method, url, headers: { authorization }, body: '' } }, story.now);
  };
  const queries = `${hosts.regions['eu-west-1']}/orders/data-queries`;
  const list = `${queries}/00000000-0000-4000-8000-000000000000/records`;
  let round = 0;
  const times = 5000;
  return {
    [`create${place}`]: each(times, () => {
      story.now += 1000;
      ask(queries, 'POST', `Bearer ${token}`);
    }),
    [`unknown${place}`]: each(times, () => {
      story.now += 300;
      ask(`${list}?nextPageToken=${round++}`, 'GET', `Bearer ${token}`);
    }),
    [`refused${place}`]: each(times, () => ask(list, 'GET', 'Bearer nobody')),
  };
};

export const growth = async (): Promise<Contender> => ({
  cases: { ...casesOf(crowd(10), ''), ...casesOf(crowd(heads), ' in a crowd') },
  rounds: 5,
});
