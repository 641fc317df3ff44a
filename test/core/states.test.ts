import { describe, expect, test } from 'vitest';
import { queryStates, queryTriggers, transitions } from '../../src/spec/transitions.ts';
import { completed, hosts, nobodysId, rows, type Story, tell } from './world.ts';

/** A query in each state, more than five minutes after anything was asked, so that no answer is remembered. */
const reach = (state: string): { story: Story; token: string; id: string } => {
  const story = tell();
  const { token } = story.login();
  if (state === 'none') return { story, token, id: nobodysId };
  const id = String(story.create(token).body.id);
  story.wait(state === 'completed' ? '10m' : '6m');
  if (state === 'canceled') {
    story.act({ do: 'revokeConsent', customer: 'ann' });
    story.act({ do: 'grantConsent', customer: 'ann' });
  }
  return { story, token, id };
};

const stateOf = (story: Story, id: string): string => story.world.queries.get(id)?.state ?? 'none';

const listLate = (story: Story, id: string): string => {
  const query = story.world.queries.get(id);
  if (query?.state === 'inProgress') story.dues.length = 0; // It never ends: its listing is late all the same.
  story.wait('1h1ms');
  const { token } = story.login();
  const answer = story.list(token, id);
  return answer.row ?? (answer.status === 200 ? 'records' : 'none');
};

const triggers: Readonly<Record<string, (told: { story: Story; token: string; id: string }) => string>> = {
  create: ({ story, token }) => {
    const answer = story.create(token);
    return answer.row ?? (answer.status === 201 ? 'query' : 'none');
  },
  collected: ({ story, id }) => {
    story.wait('10m');
    story.step({ kind: 'due', due: { kind: 'collectionEnds', query: id } });
    return 'silent';
  },
  requirementLost: ({ story }) => {
    story.act({ do: 'holdAccount', customer: 'ann' });
    return 'silent';
  },
  list: ({ story, token, id }) => {
    const answer = story.list(token, id);
    return answer.row ?? (answer.status === 200 ? 'records' : 'none');
  },
  listLate: ({ story, id }) => listLate(story, id),
};

const cells = rows(`
  from        trigger          answer             to          notifications
  none        create           query              none        none
  none        collected        silent             none        none
  none        requirementLost  silent             none        none
  none        list             queryIdNotFound    none        none
  none        listLate         queryIdNotFound    none        none
  inProgress  create           requestConflict    inProgress  none
  inProgress  collected        silent             completed   COMPLETED
  inProgress  requirementLost  silent             canceled    CANCELED
  inProgress  list             queryNotCompleted  inProgress  none
  inProgress  listLate         queryNotCompleted  inProgress  none
  completed   create           query              completed   none
  completed   collected        silent             completed   none
  completed   requirementLost  silent             completed   none
  completed   list             records            completed   none
  completed   listLate         accessTimeElapsed  completed   none
  canceled    create           query              canceled    none
  canceled    collected        silent             canceled    none
  canceled    requirementLost  silent             canceled    none
  canceled    list             queryNotCompleted  canceled    none
  canceled    listLate         queryNotCompleted  canceled    none
`);

describe('states and transitions', () => {
  test('every cell is here, and says what the table says', () => {
    expect(cells).toHaveLength(queryStates.length * queryTriggers.length);
    for (const from of queryStates) {
      for (const trigger of queryTriggers) {
        const cell: { answer?: string; next: string; notifies?: string } = transitions[from][trigger];
        const row = cells.find((one) => one['from'] === from && one['trigger'] === trigger);
        expect([row?.['answer'], row?.['notifications']]).toEqual([cell.answer ?? 'silent', cell.notifies ?? 'none']);
        if (from !== 'none') expect(row?.['to']).toBe(cell.next);
      }
    }
  });

  test.each(cells)('$from, $trigger: $answer, then $to', ({ from = '', trigger = '', answer, to, notifications }) => {
    const told = reach(from);
    expect(stateOf(told.story, told.id)).toBe(from);
    told.story.notifications.length = 0;

    const answered = triggers[trigger]?.(told);

    expect([answered, stateOf(told.story, told.id)]).toEqual([answer, to]);
    expect(told.story.notifications.map(({ status }) => status)).toEqual(
      notifications === 'none' ? [] : [notifications],
    );
    expect(told.story.world.underWay.size > 0).toBe(answer === 'query' || to === 'inProgress');
  });

  test('a create is answered with 201 and a UUID, specific to one customer and one scope', () => {
    const story = tell();
    const ask = (customer: string, scope: string): string =>
      String(story.create(story.login(customer, scope).token, scope).body.id);

    const ids = [ask('ann', 'orders'), ask('ann', 'profile'), ask('bob', 'orders')];

    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('the notification', () => {
  test.each([
    ['eu-west-1', 'COMPLETED'],
    ['us-east-1', 'COMPLETED'],
    ['us-west-2', 'CANCELED'],
  ] as const)('region.notification: sent to %s, where the create went, with status %s', (region, status) => {
    const story = tell();
    const { token } = story.login();
    const { id } = story.create(token, 'orders', hosts.regions[region]).body;
    if (status === 'CANCELED') story.act({ do: 'holdAccount', customer: 'ann' });
    story.wait('10m');

    const [post, ...more] = story.notifications;

    expect(more).toEqual([]);
    expect([post?.region, post?.status, post?.query]).toEqual([region, status, id]);
    expect(JSON.parse(post?.body ?? '')).toEqual({
      Subject: 'Data Portability Notification 1.0',
      Message: `{"id":"${id}","version":"1.0","status":"${status}"}`,
    });
    expect(post?.headers).toEqual({ 'content-type': 'application/json' });
    expect(new TextEncoder().encode(post?.body).length).toBeLessThanOrEqual(1000);
  });

  test('the order of what happens: created, completed, notified', () => {
    const { story } = completed();

    expect(story.events.map(({ event }) => event)).toEqual(['tokenIssued', 'created', 'completed', 'notified']);
    expect(story.transitions.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'none inProgress',
      'inProgress completed',
    ]);
  });
});

describe('a requirement lost while collecting', () => {
  const losses = [
    ['revokeConsent', 'revoked'],
    ['expireConsent', 'expired'],
    ['holdAccount', 'held'],
  ] as const;

  test.each(losses)('%s cancels at once, or when the collection would have ended', (action, because) => {
    for (const choice of ['at-once', 'at-collection-end'] as const) {
      const story = tell({ 'query.cancelMoment': choice });
      const id = String(story.create(story.login().token).body.id);
      story.wait('1m');
      story.act({ do: action, customer: 'ann' });

      expect(stateOf(story, id)).toBe(choice === 'at-once' ? 'canceled' : 'inProgress');
      story.wait('8m59.999s');
      expect(stateOf(story, id)).toBe(choice === 'at-once' ? 'canceled' : 'inProgress');
      story.wait('1ms');
      expect(story.world.queries.get(id)).toMatchObject({ state: 'canceled', because });
      expect(story.transitions.at(-1)?.because).toBe(because);
      expect(story.notifications.map(({ status }) => status)).toEqual(['CANCELED']);
    }
  });

  test.each([
    ['completes', 'holdAccount', 'releaseAccount', 'completed'],
    ['canceled', 'holdAccount', 'releaseAccount', 'canceled'],
    ['completes', 'revokeConsent', 'grantConsent', 'completed'],
    ['canceled', 'revokeConsent', 'grantConsent', 'canceled'],
  ] as const)('query.holdReleasedBeforeEnd %s: %s, then %s', (choice, lose, regain, state) => {
    const story = tell({ 'query.cancelMoment': 'at-collection-end', 'query.holdReleasedBeforeEnd': choice });
    const id = String(story.create(story.login().token).body.id);

    story.act({ do: lose, customer: 'ann' });
    story.wait('1m');
    story.act({ do: regain, customer: 'ann' });
    story.wait('9m');

    expect(stateOf(story, id)).toBe(state);
  });

  test('a query created on hold is canceled at once, even if the hold ends in the same instant', () => {
    const story = tell();
    story.act({ do: 'holdAccount', customer: 'ann' });
    const id = String(story.create(story.login().token).body.id);

    story.act({ do: 'releaseAccount', customer: 'ann' });
    story.wait('1ms');

    expect(stateOf(story, id)).toBe('canceled');
  });

  test('only the queries concerned are canceled', () => {
    const story = tell({ 'query.acrossApplications': 'per-application' });
    const ids = [
      story.create(story.login().token).body.id,
      story.create(story.login('bob').token).body.id,
      story.create(story.login('ann', 'profile').token, 'profile').body.id,
    ].map(String);
    const other = String(story.create(story.login('ann', 'orders', 'other').token).body.id);

    story.act({ do: 'revokeConsent', customer: 'ann', scope: 'orders' });

    expect(ids.map((id) => stateOf(story, id))).toEqual(['canceled', 'inProgress', 'inProgress']);
    expect(stateOf(story, other)).toBe('canceled');
    story.act({ do: 'holdAccount', customer: 'ann' });
    expect(ids.map((id) => stateOf(story, id))).toEqual(['canceled', 'inProgress', 'canceled']);
  });
});
