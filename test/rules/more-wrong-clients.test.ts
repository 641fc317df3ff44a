import { describe, expect, test } from 'vitest';
import { runScenario, scenario, type Scenario } from '../../src/index.ts';
import { moreWrongClients, type MoreWrongClientName } from './clients/more-wrong-clients.ts';
import { wrongClients } from './clients/wrong-clients.ts';

const orders = (records: number) =>
  scenario('records are lost').customer({ scope: 'orders', collects: '30m', records });
const two = scenario('two customers')
  .customer({ id: 'a', scope: 'orders', collects: '30m', records: 60 })
  .customer({ id: 'b', scope: 'orders', collects: '20m', records: 61 });

const consentIsWithdrawn = orders(30).after('created', { wait: '10m' }).revokeConsent().build();
const firstOfTwoIsCanceled = two.after('created', { wait: '10m' }).revokeConsent().build();
const secondPageFails = orders(70)
  .on('listDataQueryRecords', { where: { page: 2 } })
  .fail(500, { for: '3h' })
  .build();
const sixPages = orders(260).build();

/** Who says that all went well, and where it did not. */
const losses = {
  takesCancelForNone: consentIsWithdrawn,
  swallowsAll: consentIsWithdrawn,
  tellsHalf: firstOfTwoIsCanceled,
  countsThoseThatWorked: firstOfTwoIsCanceled,
  endsAtPageItCannotHave: secondPageFails,
  readsFivePages: sixPages,
  forgetsLastPage: sixPages,
  looksForMoreElsewhere: sixPages,
} as const satisfies Partial<Record<MoreWrongClientName, Scenario>>;

describe('records that never came are told as a success', () => {
  test.each(Object.entries(losses))('by %s', async (name, story) => {
    const { outcome, trace } = await runScenario(story, moreWrongClients[name as keyof typeof losses].client, {
      transport: 'fetch',
    });
    const files = trace.entries.filter((entry) => entry.kind === 'request' && entry.operation === 'downloadFile');
    const there = story.customers.reduce((sum, { records }) => sum + Number(records), 0);

    expect(outcome).toMatchObject({ ok: true });
    expect(files.length).toBeLessThan(there);
  });
});

describe('the table of wrong clients', () => {
  test('has no name twice', () => {
    expect(Object.keys(moreWrongClients).filter((name) => name in wrongClients)).toEqual([]);
  });

  test.each(Object.entries(moreWrongClients))(
    'says of %s what it does, against which section, and in which story',
    (_, { why }) => {
      expect(why).toMatch(/\(.+\).*: .+\.$/);
    },
  );
});
