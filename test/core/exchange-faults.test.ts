import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../src/spec/routes.ts';
import { type Answer, completed, type Story, tell } from './world.ts';

/** The service has acted, and its answer is lost or late: the caller cannot tell what happened. */

const mail = { toEmailAddress: 'a@b', fromEmailAddress: 'c@d', emailContent: 'x' };

const lose = (story: Story, operation: OperationName, times = 1): void => {
  story.act({ do: 'fault', operation, fault: { name: 'reset' }, times });
};

const lost = { name: 'reset' } as const;

describe('loseAnswer: what was asked for has happened', () => {
  test('createDataQuery: the query exists, and is found again by the remembered answer', () => {
    const story = tell();
    const { token } = story.login();
    lose(story, 'createDataQuery');

    const first = story.create(token);

    expect([first.status, first.fault, story.world.queries.size]).toEqual([201, lost, 1]);
    const again = story.create(token);
    expect([again.text, again.fault]).toEqual([first.text, undefined]);
    story.wait('5m');
    expect(story.create(token).row).toBe('requestConflict');
    story.wait('5m');
    expect(story.notifications.map(({ query }) => query)).toEqual([first.body.id]);
  });

  test('sendEmail: the mail is in the outbox, and asked for again it is there twice', () => {
    const story = tell();
    lose(story, 'sendEmail');

    const first = story.sendEmail(mail);

    expect([first.status, first.fault, story.world.outbox.length]).toEqual([200, lost, 1]);
    story.sendEmail(mail);
    expect(story.world.outbox).toHaveLength(2);
  });

  test('requestToken: the token is known to the service, and the next is another', () => {
    const story = tell();
    lose(story, 'requestToken');
    const ask = (): Answer => story.form({ grant_type: 'client_credentials', scope: 'store::apps:readwrite' });

    const first = ask();

    expect([first.fault, story.world.tokens.size]).toEqual([lost, 1]);
    expect(story.world.tokens.has(first.body.access_token)).toBe(true);
    expect(ask().body.access_token).not.toBe(first.body.access_token);
  });

  test('requestToken with a code: the code is used up, and the family that nobody knows of exists', () => {
    const story = tell();
    const code = story.code();
    lose(story, 'requestToken');

    const first = story.exchange(code);

    expect([first.fault, story.world.families.size]).toEqual([lost, 1]);
    expect(story.exchange(code).row).toBe('invalidGrant');
  });

  test('requestToken with a refresh token that rotates: the old one is dead', () => {
    const story = tell({ 'login.refreshRotation': 'rotates' });
    const { refresh } = story.login();
    lose(story, 'requestToken');

    expect(story.refresh(refresh).fault).toEqual(lost);
    expect(story.refresh(refresh).row).toBe('invalidGrant');
  });

  test('listDataQueryRecords and downloads: they counted, were remembered, and took place', () => {
    const { story, token, id } = completed();
    lose(story, 'listDataQueryRecords');
    const first = story.list(token, id);
    lose(story, 'downloadFile');
    const file = story.ask(first.body.records[0].file);

    expect([first.fault, file.fault]).toEqual([lost, lost]);
    expect(story.list(token, id)).toMatchObject({ remembered: true, text: first.text });
    expect(story.events.slice(-2).map(({ event }) => event)).toEqual(['listed', 'downloaded']);
  });
});

describe('faults that wait', () => {
  test('each hits its own operation, as often as told, in the order they came', () => {
    const story = tell();
    lose(story, 'createDataQuery', 2);
    story.act({ do: 'fault', operation: 'createDataQuery', fault: { name: 'late', by: 2500 }, times: 1 });
    story.act({ do: 'fault', operation: 'sendEmail', fault: { name: 'silence' }, times: 1 });

    const seen = [1, 2, 3, 4].map(() => story.create('x').fault);

    expect(seen).toEqual([lost, lost, { name: 'late', by: 2500 }, undefined]);
    expect(story.sendEmail(mail).fault).toEqual({ name: 'silence' });
    expect(story.world.faults).toEqual([]);
  });

  test('a refusal is lost like any other answer, an injected one too', () => {
    const story = tell();
    const { token } = story.login();
    lose(story, 'createDataQuery');
    story.act({ do: 'fail', operation: 'createDataQuery', failure: { kind: 'status', status: 500 }, times: 1 });

    const first = story.create(token);

    expect([first.status, first.fault, story.world.queries.size]).toEqual([500, lost, 0]);
    expect(story.create(token)).toMatchObject({ status: 201, fault: undefined });
  });

  test('a request to no operation has no fault, and leaves it waiting', () => {
    const story = tell();
    lose(story, 'createDataQuery');

    const answer = story.ask('https://eu.example/orders/data-queries', { method: 'PUT' });

    expect([answer.status, answer.fault, story.world.faults.length]).toEqual([404, undefined, 1]);
  });
});
