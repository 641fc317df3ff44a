import { expect, test } from 'vitest';
import { simulate } from '../../src/index.ts';
import { create, sleep } from '../simulation/calls.ts';
import { actionsOf, mails } from './acts.ts';

test('what is told together happens at one moment, in its order', async () => {
  await using sim = await simulate();
  sim.at('5m').together((all) => all.holdAccount().expireToken().regionDown('us-east-1'));

  await sim.elapse('10m');

  expect(actionsOf(sim)).toEqual([
    [300_000, 'holdAccount'],
    [300_000, 'expireToken'],
    [300_000, 'regionDown'],
  ]);
});

test('time that passes within a group passes before the rest of it', async () => {
  await using sim = await simulate();
  sim.on('sendEmail').together((all) => all.elapse('1m').holdAccount());

  await sim.run(() => mails(sim.env, 1));

  expect(actionsOf(sim)).toEqual([[60_000, 'holdAccount']]);
});

test('a fault in a group hits the request that the group stands before', async () => {
  await using sim = await simulate();
  sim.on('sendEmail', { nth: 2 }).together((all) => all.holdAccount().fail(503));

  expect(await sim.run(() => mails(sim.env, 3))).toEqual([200, 503, 200]);
});

test('a sequence waits from step to step, each from when the one before has happened', async () => {
  await using sim = await simulate();
  sim.at('1m').sequence((first) => first.revokeConsent().wait('10m').grantConsent().wait('30s').holdAccount());

  await sim.elapse('1h');

  expect(actionsOf(sim)).toEqual([
    [60_000, 'revokeConsent'],
    [660_000, 'grantConsent'],
    [690_000, 'holdAccount'],
  ]);
});

test('what follows at once happens before the request goes on', async () => {
  await using sim = await simulate();
  sim.on('sendEmail').sequence((first) => first.holdAccount().wait('0s').fail(503, { operation: 'sendEmail' }));

  expect(await sim.run(() => mails(sim.env, 2))).toEqual([503, 200]);
});

test('in a sequence requests are counted from the step before', async () => {
  await using sim = await simulate();
  sim.on('sendEmail', { nth: 2 }).sequence((first) => first.holdAccount().on('sendEmail', { nth: 2 }).fail(503));

  // The second e-mail begins it; of those after it, the second is the fourth.
  expect(await sim.run(() => mails(sim.env, 5))).toEqual([200, 200, 200, 503, 200]);
});

test('in a sequence events are counted from the step before', async () => {
  await using sim = await simulate();
  sim.on('createDataQuery').sequence((first) => first.releaseAccount().after('mailSent', { wait: '1m' }).holdAccount());

  await sim.run(async () => {
    await mails(sim.env, 1);
    await sleep(60_000);
    await create(sim.env);
    await mails(sim.env, 1);
    await sleep(120_000);
  });

  expect(actionsOf(sim)).toEqual([
    [60_000, 'releaseAccount'],
    [120_000, 'holdAccount'],
  ]);
});

test('groups can follow one another', async () => {
  await using sim = await simulate();
  sim.at('1s').sequence((first) =>
    first
      .together((all) => all.holdAccount().delistApp())
      .wait('1s')
      .together((all) => all.releaseAccount().allowlistApp()),
  );

  await sim.elapse('3s');

  expect(actionsOf(sim)).toEqual([
    [1000, 'holdAccount'],
    [1000, 'delistApp'],
    [2000, 'releaseAccount'],
    [2000, 'allowlistApp'],
  ]);
});

test('a sequence that begins every time is gone through every time', async () => {
  await using sim = await simulate();
  sim.on('sendEmail', { nth: 'every' }).sequence((first) => first.holdAccount().wait('1m').releaseAccount());

  await sim.run(async () => {
    await mails(sim.env, 1);
    await sleep(90_000);
    await mails(sim.env, 1);
    await sleep(90_000);
  });

  expect(actionsOf(sim)).toEqual([
    [0, 'holdAccount'],
    [60_000, 'releaseAccount'],
    [90_000, 'holdAccount'],
    [150_000, 'releaseAccount'],
  ]);
});

test('of a sequence that breaks off, what did not happen is told', async () => {
  await using sim = await simulate({ unfired: 'ignore' });
  sim.at('1s').sequence((first) => first.holdAccount().wait('1h').releaseAccount().on('sendEmail').fail(503));
  sim.on('sendEmail').together((all) => all.delistApp().allowlistApp());

  await sim.elapse('1m');

  expect(sim.unfired.map(({ action }) => action.do)).toEqual(['releaseAccount', 'fail', 'delistApp', 'allowlistApp']);
});

test('what follows what the seed spared is not missing either', async () => {
  await using sim = await simulate();
  sim.at('1s', { chance: '0.001%' }).sequence((first) => first.holdAccount().wait('1s').releaseAccount());

  await sim.elapse('1m');

  expect(sim.unfired).toEqual([]);
});

test('a token that expires between two pages while a region is down', async () => {
  await using sim = await simulate({ customer: { records: 600 } });
  sim
    .on('listDataQueryRecords', { where: { page: 3 } })
    .together((all) => all.expireToken().regionDown('eu-west-1', { for: '30s' }));

  await sim.now.releaseAccount();

  expect(sim.unfired.map(({ action }) => action.do)).toEqual(['expireToken', 'regionDown']);
  await sim.stop().catch(() => undefined);
});

test.each([['nothing', (sim: never) => sim, 'nothing happens']] as const)('a sequence of %s is refused', async () => {
  await using sim = await simulate();

  expect(() => sim.at('1s').sequence(() => undefined)).toThrow(expect.objectContaining({ what: 'nothing happens' }));
  expect(() => sim.at('1s').sequence((first) => first.holdAccount())).toThrow(
    expect.objectContaining({ what: 'nothing follows' }),
  );
  expect(() =>
    sim.at('1s').sequence((first) => {
      first.holdAccount();
      first.releaseAccount().wait('1s').holdAccount();
    }),
  ).toThrow(expect.objectContaining({ what: 'it begins twice' }));
  expect(() => sim.at('1s').together(() => undefined)).toThrow(
    expect.objectContaining({ what: 'an empty list is not a list of actions' }),
  );
});
