import { describe, expect, test } from 'vitest';
import type { Circumstances } from '../../src/core/service.ts';
import type { Effects } from '../../src/core/step.ts';
import { exchangeFaultNames, setupFaultNames, isConnectionFault } from '../../src/spec/faults.ts';
import { completed, hosts, type Story, tell } from './world.ts';

/** What happens on the network before a request gets to the service, or between there and back again. */

const mail = { toEmailAddress: 'a@b', fromEmailAddress: 'c@d', emailContent: 'x' };

const create = (
  story: Story,
  token: string,
  region: 'eu-west-1' | 'us-east-1' = 'eu-west-1',
  circumstances: Circumstances = {},
): Effects =>
  story.step({
    kind: 'request',
    ...circumstances,
    request: {
      method: 'POST',
      url: `${hosts.regions[region]}/orders/data-queries`,
      headers: { authorization: `Bearer ${token}` },
      body: '',
    },
  });

const nothing = { transitions: [], events: [], notifications: [], dues: [] };

test.each(exchangeFaultNames.filter(isConnectionFault))(
  '%s: the service has done nothing and knows of nothing, as often as told',
  (name) => {
    const story = tell();
    const { token } = story.login();
    story.act({ do: 'fault', operation: 'createDataQuery', fault: { name }, times: 2 });

    for (const _ of [1, 2]) {
      const effects = create(story, token);
      expect(effects).toMatchObject({ ...nothing, unreached: { name } });
      expect(effects.reply).toBeUndefined();
    }

    expect([story.world.queries.size, story.world.counters.size, story.world.memory.size]).toEqual([0, 0, 0]);
    expect(create(story, token).reply?.answer.status).toBe(201);
  },
);

test('a client that overcomes a fault is answered, and meets none of those that still wait', () => {
  const story = tell();
  const { token } = story.login();
  const fault = { name: 'expiredCertificate' } as const;
  story.act({ do: 'fault', operation: 'createDataQuery', fault, times: 2 });
  expect(create(story, token).unreached).toEqual(fault);

  expect(create(story, token, 'eu-west-1', { despiteFault: true }).reply?.answer.status).toBe(201);

  expect(create(story, token).unreached).toEqual(fault);
});

describe.each(setupFaultNames)('%s', (name) => {
  test('a region that nothing gets to does not stand in the way of the others, until it is up again', () => {
    const story = tell();
    const { token } = story.login();
    const fault = { name, by: 1000 } as const;
    story.act({ do: 'regionDown', region: 'eu-west-1', failure: { kind: 'connection', fault }, for: 60_000 });

    expect(create(story, token).unreached).toEqual(fault);
    expect(create(story, token, 'us-east-1').reply?.answer.status).toBe(201);
    story.wait('59.999s');
    expect(create(story, token).unreached).toEqual(fault);
    story.wait('1ms');
    expect(create(story, token).reply?.answer.status).toBe(201);
  });
});

test('what waits for requests goes on waiting while they do not get to their region', () => {
  const story = tell();
  const { token } = story.login();
  story.act({ do: 'regionDown', region: 'eu-west-1', failure: { kind: 'connection', fault: { name: 'refused' } } });
  story.act({ do: 'fail', operation: 'createDataQuery', failure: { kind: 'status', status: 500 }, times: 1 });
  story.act({ do: 'fault', operation: 'createDataQuery', fault: { name: 'reset' }, times: 1 });

  create(story, token);
  story.act({ do: 'regionUp', region: 'eu-west-1' });

  expect(create(story, token).reply).toMatchObject({ answer: { status: 500 }, fault: { name: 'reset' } });
});

test.each(exchangeFaultNames.filter((name) => !isConnectionFault(name) && name !== 'doubledRequest'))(
  '%s: what was asked for has happened once, and the answer is as it was given',
  (name) => {
    const story = tell();
    const fault = { name, by: 5, pieces: 2 };
    story.act({ do: 'fault', operation: 'sendEmail', fault, times: 1 });

    const first = story.sendEmail(mail);

    expect([first.fault, story.world.outbox.length]).toEqual([fault, 1]);
    expect([story.sendEmail(mail).fault, first.status]).toEqual([undefined, 200]);
  },
);

describe('doubledRequest: the service acts twice, and the second answer is the one that comes', () => {
  const double = (story: Story, operation: 'sendEmail' | 'requestToken' | 'createDataQuery'): void => {
    story.act({ do: 'fault', operation, fault: { name: 'doubledRequest' }, times: 1 });
  };

  test('a mail is sent twice', () => {
    const story = tell();
    double(story, 'sendEmail');

    expect(story.sendEmail(mail)).toMatchObject({ status: 200, fault: { name: 'doubledRequest' } });
    expect(story.world.outbox).toHaveLength(2);
  });

  test('a code is used up by the first, and so refused to the second', () => {
    const story = tell();
    const code = story.code();
    double(story, 'requestToken');

    expect(story.exchange(code).row).toBe('invalidGrant');
    expect(story.world.families.size).toBe(1);
  });

  test('a create stands in its own way, where conflicts come before remembered answers', () => {
    const story = tell({ 'cache.beforeConflict': 'conflict' });
    const { token } = story.login();
    double(story, 'createDataQuery');

    expect(create(story, token).reply?.reason.row).toBe('requestConflict');
    expect(story.world.queries.size).toBe(1);
  });

  test('once its answer has arrived, neither of the two is under way', () => {
    const story = tell({ 'limits.burst': 'in-flight' });
    const { token } = story.login();
    double(story, 'createDataQuery');

    story.ask(`${hosts.regions['eu-west-1']}/orders/data-queries`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      exchange: 1,
    });
    story.close(1);

    const open = [...story.world.counters.values()].filter(({ kind }) => kind === 'open');
    expect(open).toEqual([{ kind: 'open', count: 0 }]);
  });

  test('a refusal that waits is for the first of the two', () => {
    const story = tell();
    story.act({ do: 'fail', operation: 'sendEmail', failure: { kind: 'status', status: 500 }, times: 1 });
    double(story, 'sendEmail');

    expect(story.sendEmail(mail).status).toBe(200);
    expect(story.world.outbox).toHaveLength(1);
  });
});

test('downloads have no region to be out of reach', () => {
  const { story, token, id } = completed();
  const file = story.list(token, id).body.records[0].file;
  for (const region of ['eu-west-1', 'us-east-1', 'us-west-2'] as const)
    story.act({ do: 'regionDown', region, failure: { kind: 'connection', fault: { name: 'refused' } } });

  expect(story.ask(file).status).toBe(200);
});
