import { describe, expect, test } from 'vitest';
import { holding } from './scenery.ts';
import { type Answer, hosts, type Story, tell } from './world.ts';

/** A day of a busy service, as everything that anybody can see of it. */
const live = (story: Story): readonly unknown[] => {
  const seen: unknown[] = [];
  const mail = { toEmailAddress: 'a@b', fromEmailAddress: 'c@d', emailContent: 'x' };
  seen.push(story.sendEmail(mail), story.storeToken('store::apps:readwrite'), story.sendEmail({}));
  const { token, refresh } = story.login();
  const created = story.create(token);
  const id = String(created.body.id);
  seen.push(token, refresh, created, story.list(token, id), story.create('x'));
  story.wait('15m');
  const page = story.list(token, id, '?maxResults=2');
  seen.push(page, story.ask(page.body.records[0].file), story.ask(page.body.records[1].schema), story.refresh(refresh));
  story.act({ do: 'fail', operation: 'createDataQuery', failure: { kind: 'status', status: 500 }, times: 1 });
  seen.push(story.create(token), story.create(token));
  story.act({ do: 'holdAccount', customer: 'ann' });
  return [seen, story.notifications, story.transitions, story.events, story.dues];
};

describe('the core is a function of world, input and now', () => {
  test('two worlds built alike have the same effects', () => {
    expect(live(tell())).toEqual(live(tell()));
  });

  test('and are the same afterwards', () => {
    const [one, other] = [tell(), tell()];

    live(one);
    live(other);

    expect(one.world).toEqual(other.world);
  });

  test('a customer more, busy in between, changes no other customer’s ids, tokens or records', () => {
    const zoes = { customerId: 'zoe', scope: 'orders', records: 3, notifiedAfter: 0 };
    const crowd = tell({}, { more: [{ ...zoes, collects: { kind: 'fixed', length: 1 } }] });
    const zoe = crowd.login('zoe');
    crowd.create(zoe.token);
    crowd.create(crowd.login('bob').token);
    crowd.wait('1ms');
    for (const list of [crowd.notifications, crowd.transitions, crowd.events, crowd.dues]) list.length = 0;
    crowd.now -= 1;

    // How full limits are is the one thing that customers of a scope share.
    const alone = ([seen, ...effects]: ReturnType<typeof live>) => [
      (seen as readonly Answer[]).map((answer) => ({ ...answer, usage: undefined })),
      ...effects,
    ];
    expect(alone(live(crowd))).toEqual(alone(live(tell())));
  });

  test('what is no input is a bug of the caller', () => {
    // @ts-expect-error: no such kind
    expect(() => tell().step({ kind: 'other' })).toThrow('not foreseen');
    // @ts-expect-error: nothing of this kind is ever due
    expect(() => tell().step({ kind: 'due', due: { kind: 'other' } })).toThrow('not foreseen');
    // @ts-expect-error: no such action
    expect(() => tell().act({ do: 'fly' })).toThrow('not foreseen');
    // @ts-expect-error: a collection takes no such time
    const story = tell({}, { more: [holding('zoe', 'orders', { collects: { kind: 'other' } })] });
    const { token } = story.login('zoe');
    expect(() => story.create(token)).toThrow('not foreseen');
  });

  test('a due that is early, of a query that is final or of none, changes nothing', () => {
    const story = tell();
    const id = String(story.create(story.login().token).body.id);

    const early = story.step({ kind: 'due', due: { kind: 'collectionEnds', query: id } });
    story.step({ kind: 'due', due: { kind: 'collectionEnds', query: 'none' } });

    expect([early.transitions, early.notifications, story.world.queries.get(id)?.state]).toEqual([
      [],
      [],
      'inProgress',
    ]);
  });
});

describe('addresses', () => {
  const one = 'http://api.example:8080/v1/';
  const shared = {
    email: one,
    token: one,
    submission: `${one}submission`,
    reporting: `${one}reporting`,
    regions: { 'eu-west-1': `${one}eu/`, 'us-east-1': `${one}us-east`, 'us-west-2': `${one}us-west` },
    links: one,
  };

  test('hosts.relation one-host: all interfaces at one address are told apart by path', () => {
    const story = tell({ 'hosts.relation': 'one-host' }, { addresses: shared });
    const status = (url: string, method = 'GET'): string | undefined => story.ask(url, { method }).row;

    expect([
      status(`${one}sendEmail`, 'POST'),
      status(`${one}auth/o2/token`, 'POST'),
      status(`${one}submission/sendEmail`),
      status(`${one}submission`),
      status(`${one}reporting/x`),
      status(`${one}eu/orders/data-queries`, 'POST'),
      status(`${one}files/x`),
      status(`${one}submissions`),
      status(`${one}eu/x`),
      status(one),
      status('http://api.example:8080/v2/sendEmail', 'POST'),
    ]).toEqual([
      'badRequest',
      'invalidRequest',
      'storeNotAuthorized',
      'storeNotAuthorized',
      'storeNotAuthorized',
      'missingAuthorizationHeader',
      'linkUnknown',
      'unknownRoute',
      'resourceNotFound',
      'unknownRoute',
      'unknownRoute',
    ]);
  });

  test.each([
    ['https://EMAIL.example/sendEmail', 400],
    ['HTTPS://email.example/sendEmail', 400],
    ['https://email.example:443/sendEmail', 400],
    ['https://user:pw@email.example/sendEmail?x=1#y', 400],
    ['http://email.example:443/sendEmail', 400],
    ['http://email.example/sendEmail', 404],
    ['https://email.example:444/sendEmail', 404],
    ['https://email.example', 404],
    ['https://email.example?x', 404],
    ['https://nowhere.example/sendEmail', 404],
  ])('%s: %d', (url, status) => {
    expect(tell().ask(url, { method: 'POST' }).status).toBe(status);
  });

  test('hosts.unknownRoute: a JSON message, or nothing', () => {
    const ask = (choice: 'json-404' | 'empty-404') => tell({ 'hosts.unknownRoute': choice }).ask(`${hosts.token}/x`);

    expect([ask('json-404').status, ask('json-404').body]).toEqual([404, { message: 'Not Found' }]);
    expect([ask('empty-404').status, ask('empty-404').text, ask('empty-404').headers]).toEqual([404, '', {}]);
  });
});
