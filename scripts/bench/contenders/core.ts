import { readLimits } from '../../../src/simulation/options.ts';
import { limits } from '../../../src/spec/limits.ts';
import { holding } from '../../../test/core/scenery.ts';
import { hosts, Story } from '../../../test/core/world.ts';
import { type Contender, each, eachAnew } from '../contender.ts';
import { customersAtOnce, manyLimits } from '../exchanges.ts';

/** The core alone: a request as plain data goes in, an answer comes out. No trace, no time that passes, nobody who waits. */
export const core = async (): Promise<Contender> => {
  const names = Array.from({ length: customersAtOnce }, (_, index) => `customer-${index}`);
  let story: Story;
  let tokens: readonly string[];
  /** A world of its own for each sample: how one that has grown compares to a small one is measured by itself. */
  const beginAnew = (): void => {
    story = new Story({
      more: names.map((name) => holding(name, 'orders')),
      limits: readLimits(limits, manyLimits),
      assumptions: { 'token.lifetime': '365d' },
    });
    tokens = names.map((name) => story.login(name).token);
  };
  const url = `${hosts.regions['eu-west-1']}/orders/data-queries`;
  const create = (token: string | undefined, status = 201): void => {
    const request = { method: 'POST', url, headers: { authorization: `Bearer ${token}` }, body: '' };
    const { reply } = story.step({ kind: 'request', request });
    if (reply?.answer.status !== status) throw new Error(`a create was answered ${reply?.answer.body}`);
  };
  beginAnew();
  let at = 0;
  /** All queries end, all answers are forgotten. */
  const renew = (): void => story.wait('2h');
  return {
    cases: {
      create: each(1000, () => create(tokens[0])),
      refused: each(1000, () => create('nobody', 403)),
      freshCreate: () => {
        beginAnew();
        return eachAnew(10, renew, customersAtOnce, () => create(tokens[at++ % customersAtOnce]))();
      },
    },
  };
};
