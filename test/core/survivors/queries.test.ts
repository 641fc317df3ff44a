import { describe, expect, test } from 'vitest';
import { completed, holding, type Story, tell } from '../world.ts';

/** How queries went, in order: `to` and, where there is one, why. */
const endings = ({ transitions }: Story): readonly string[] =>
  transitions.map(({ to, because }) => (because === undefined ? to : `${to} ${because}`));

describe('a collection that cannot finish', () => {
  test('query.cancelMoment at-collection-end: one begun while the account is on hold is canceled at its end', () => {
    const story = tell({ 'query.cancelMoment': 'at-collection-end' });
    const { token } = story.login();
    story.act({ do: 'holdAccount', customer: 'ann' });
    story.create(token);

    story.wait('9m59s');
    expect(endings(story)).toEqual(['inProgress']);
    story.wait('1s');
    expect(endings(story)).toEqual(['inProgress', 'canceled held']);
  });

  test('consent withdrawn from one application leaves another’s query alone', () => {
    const story = tell();
    story.login();
    story.create(story.login('ann', 'orders', 'other').token);

    story.act({ do: 'revokeConsent', customer: 'ann', scope: 'orders', application: 'app' });

    expect(endings(story)).toEqual(['inProgress']);
  });

  test('consent withdrawn cancels the query of an application whose profile was deleted meanwhile', () => {
    const story = tell();
    story.create(story.login().token);
    story.act({ do: 'deleteProfile', application: 'app' });

    story.act({ do: 'revokeConsent', customer: 'ann' });

    expect(endings(story)).toEqual(['inProgress', 'canceled revoked']);
  });
});

test('an account released does not end what is being collected', () => {
  const story = tell({ 'query.cancelMoment': 'at-collection-end' });
  const { token } = story.login();
  story.create(token);
  story.act({ do: 'holdAccount', customer: 'ann' });

  story.act({ do: 'releaseAccount', customer: 'ann' });

  expect(endings(story)).toEqual(['inProgress']);
});

test('a collection that a scenario holds is due at no time', () => {
  const story = tell({}, { more: [holding('cid', 'orders', { collects: { kind: 'held' } })] });

  story.create(story.login('cid').token);

  expect(story.dues).toEqual([]);
});

test('a query that completed has no reason for it', () => {
  const { story } = completed();

  expect(story.transitions.map((one) => Object.keys(one))).toEqual([
    ['query', 'customer', 'scope', 'from', 'to'],
    ['query', 'customer', 'scope', 'from', 'to'],
  ]);
});

describe('what scenarios end leaves nothing behind', () => {
  test('a region that is up again refuses nothing', () => {
    const story = tell();
    const { token } = story.login();
    story.act({ do: 'regionDown', region: 'eu-west-1', failure: { kind: 'status', status: 503 } });

    story.act({ do: 'regionUp', region: 'eu-west-1' });

    expect([story.create(token).status, story.world.faults]).toEqual([201, []]);
  });

  test('an injected refusal says that it was injected, and names a time to come back only when throttling', () => {
    const story = tell({ 'limits.retryAfter': 'seconds' });
    const { token } = story.login();
    const fail = (row: 'tooManyRequests' | 'appNotAllowlisted') =>
      story.act({ do: 'fail', operation: 'createDataQuery', failure: { kind: 'row', row }, times: 1 });
    const request = {
      method: 'POST',
      url: 'https://eu.example/orders/data-queries',
      headers: { authorization: `Bearer ${token}` },
      body: '',
    };

    fail('appNotAllowlisted');
    const refused = story.step({ kind: 'request', request }).reply;
    fail('tooManyRequests');
    const throttled = story.step({ kind: 'request', request }).reply;
    const plain = story.step({ kind: 'request', request }).reply;

    expect([refused, throttled, plain].map((reply) => reply?.reason.injected)).toEqual([true, true, undefined]);
    expect([refused, throttled, plain].map((reply) => reply?.answer.headers['retry-after'])).toEqual([
      undefined,
      '1',
      undefined,
    ]);
    expect(plain?.answer.status).toBe(201);
  });
});
