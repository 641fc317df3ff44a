import { describe, expect, test } from 'vitest';
import { namesOfVerbs, rowOf } from '../../src/language/verbs.ts';
import { consoleVerbs } from '../../src/language/verbs/console.ts';
import { drawPicture } from '../../src/picture/draw.ts';
import type { Bar, Picture } from '../../src/picture/picture.ts';
import { given } from '../rules/client/write-trace.ts';
import { minute, play, playWholeRun } from '../rules/service/whole-run.ts';
import type { Assumptions } from '../../src/spec/assumptions.ts';
import type { Entry } from '../../src/trace/entry.ts';

const hour = 60 * minute;
const second = 1000;

const laneOf = (picture: Picture, start: string) => picture.lanes.find(({ id }) => id.startsWith(start));
const barsOf = (picture: Picture, start: string): readonly Bar[] => laneOf(picture, start)?.bars ?? [];
const spans = (bars: readonly Bar[]) => bars.map(({ from, to, label }) => [from, to, label]);
const ofExchange = (bars: readonly Bar[], number: number) => bars.find(({ exchange }) => exchange === number);

/** How full a lane's limit is at an instant, once all of it has happened. */
const levelAt = (picture: Picture, id: string, at: number): number | undefined =>
  laneOf(picture, id)?.levels?.steps.findLast((step) => step.at <= at)?.used;

const run = await playWholeRun();
const picture = drawPicture(run.entries);

describe('lives of a whole run', () => {
  test('a token lasts for expires_in seconds, 3600 in the sample, or until it is revoked', () => {
    expect(spans(barsOf(picture, 'tokens/application-1/customer-1'))).toEqual([
      [0, hour, 'token 1 expired'],
      [hour, 70 * minute + 1, 'token 3 revoked'],
    ]);
    expect(spans(barsOf(picture, 'tokens/application-1/submission'))).toEqual([[0, hour, 'token 2 expired']]);
  });

  test('a lane of tokens says whose they are, and of which application only where there are several', async () => {
    const named = async (options: Parameters<typeof play>[0]): Promise<readonly string[]> => {
      const { entries } = await play(options, () => Promise.resolve());
      return drawPicture(entries).lanes.flatMap(({ group, name }) => (group === 'tokens' ? [name] : []));
    };

    expect(await named({})).toEqual(['customer-1/orders']);
    expect(await named({ applications: [{ id: 'a' }, { id: 'b' }] })).toEqual([
      'a/customer-1/orders',
      'b/customer-1/orders',
    ]);
  });

  test('a link stays usable for five minutes from the moment the response was sent; the same answer prolongs nothing', () => {
    const links = barsOf(picture, 'links/');

    expect(ofExchange(links, 8)).toMatchObject({ from: 11 * minute, to: 16 * minute, tone: 'over' });
    expect(ofExchange(links, 9)).toBeUndefined();
    expect(ofExchange(links, 15)).toMatchObject({ from: 17 * minute, to: 22 * minute });
  });

  test('records may be listed for 1 hour after the notification was sent', () => {
    expect(spans(barsOf(picture, 'queries/'))).toEqual([
      [0, 10 * minute, 'in progress'],
      [10 * minute, 10 * minute, 'COMPLETED'],
      [10 * minute, 70 * minute, 'may be listed'],
      [70 * minute, picture.end, 'elapsed'],
    ]);
  });

  test('the response for identical parameters is the same for five minutes', () => {
    const creates = barsOf(picture, 'memory/createDataQuery');

    expect(spans(creates)).toContainEqual([0, 5 * minute, '201']);
    expect(ofExchange(creates, 1)?.tells).toContain('given again once');
    expect(ofExchange(creates, 2)).toBeUndefined();
    expect(ofExchange(barsOf(picture, 'requests/createDataQuery'), 2)?.label).toBe('201 remembered');
  });

  test('no more than 10 lists in a second: the eleventh meets a full limit, and a second later it is empty', () => {
    const lane = laneOf(picture, 'limits/listRate');

    expect(lane?.levels?.of).toBe(10);
    expect(levelAt(picture, 'limits/listRate', 30 * minute)).toBe(10);
    expect(levelAt(picture, 'limits/listRate', 30 * minute + second - 1)).toBe(10);
    expect(levelAt(picture, 'limits/listRate', 30 * minute + second)).toBe(0);
    expect(ofExchange(barsOf(picture, 'requests/listDataQueryRecords'), 26)).toMatchObject({
      label: '429',
      tone: 'refused',
    });
  });

  test('no more than 20 creates in a 20-minute interval: each is forgotten 20 minutes later', () => {
    expect(laneOf(picture, 'limits/createOverall')?.levels?.of).toBe(20);
    expect(levelAt(picture, 'limits/createOverall', 6 * minute)).toBe(3);
    expect(levelAt(picture, 'limits/createOverall', 20 * minute)).toBe(1);
    expect(levelAt(picture, 'limits/createOverall', 26 * minute)).toBe(0);
  });

  test('100,000 lists are the quota of a day', () => {
    expect(laneOf(picture, 'limits/listDaily')?.levels?.of).toBe(100_000);
  });

  test('nothing of it is the text of a secret, although the trace was not masked', () => {
    const secrets = run.entries.flatMap((entry) =>
      entry.kind === 'began' ? (entry.world?.tokens ?? []).map(({ token }) => token) : [],
    );
    const text = JSON.stringify(picture);

    expect(secrets.length).toBeGreaterThan(0);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

const draw = (entries: readonly Entry[], assumptions: Partial<Assumptions> = {}): Picture => {
  const begun = given('c1')(1).map((entry) =>
    entry.kind === 'began' && entry.world !== undefined ? { ...entry, world: { ...entry.world, assumptions } } : entry,
  );
  return drawPicture([...begun, ...entries]);
};
const change = { query: 'q1', customer: 'c1', scope: 'orders' } as const;
const completed: Entry = { kind: 'transition', at: minute, ...change, from: 'inProgress', to: 'completed' };
const sent: Entry = {
  kind: 'notification',
  at: 2 * minute,
  notification: 1,
  query: 'q1',
  status: 'COMPLETED',
  region: 'eu-west-1',
  body: '',
};
const again: Entry = { ...sent, at: 5 * minute, notification: 2 };
const accepted: Entry = { kind: 'delivered', at: 5 * minute, notification: 2, status: 204 };
const late: Entry = { kind: 'ended', at: 3 * hour, outcome: 'fulfilled' };

test('the hour counts from the first attempt, or where it is read so from the first that was accepted', () => {
  const entries = [
    { ...completed, at: 0, from: 'none', to: 'inProgress' } as const,
    completed,
    sent,
    again,
    accepted,
    late,
  ];
  const window = (assumptions: Partial<Assumptions> = {}) =>
    spans(barsOf(draw(entries, assumptions), 'queries/')).find(([, , label]) => label === 'may be listed');

  expect(window()).toEqual([2 * minute, 62 * minute, 'may be listed']);
  expect(window({ 'notification.windowStart': 'first-delivery' })).toEqual([5 * minute, 65 * minute, 'may be listed']);
});

test('attempts of a notification are counted for each query', () => {
  const [first, second_] = barsOf(draw([completed, sent, again, accepted, late]), 'notifications/');

  expect(first).toMatchObject({ from: 2 * minute, to: 3 * hour, label: 'COMPLETED', tone: 'waiting' });
  expect(second_).toMatchObject({ from: 5 * minute, to: 5 * minute, label: 'attempt 2' });
});

test('an outage lasts for its length, or until it ends', () => {
  const down: Entry = {
    kind: 'action',
    at: minute,
    place: '',
    action: { do: 'regionDown', region: 'eu-west-1', failure: { kind: 'status', status: 503 }, for: 10 * minute },
  };
  const up: Entry = { kind: 'action', at: 4 * minute, place: '', action: { do: 'regionUp', region: 'eu-west-1' } };

  expect(spans(barsOf(draw([down, late]), 'faults/regions'))).toEqual([[minute, 11 * minute, 'eu-west-1']]);
  expect(spans(barsOf(draw([down, up, late]), 'faults/regions'))).toEqual([
    [minute, 4 * minute, 'eu-west-1'],
    [4 * minute, 4 * minute, 'ends'],
  ]);
});

test('where rules were broken is marked in the order of time', () => {
  const broken = [
    { rule: 'C2', at: 9 },
    { rule: 'C1', at: 3, exchange: 1 },
  ];

  expect(drawPicture([late], { broken }).broken.map(({ rule }) => rule)).toEqual(['C1', 'C2']);
});

test('a pause that is by far longer than the others is idle', () => {
  const slept = (at: number): Entry => ({ kind: 'slept', at, duration: 100, place: '' });
  const entries = [100, 200, 300, 400, 500, 600].map(slept);

  expect(draw([...entries, slept(30 * minute), slept(30 * minute + 100)]).idle).toEqual([
    { from: 600, to: 30 * minute - 100 },
  ]);
  expect(draw(entries).idle).toEqual([]);
});

test('what the developer does in the console, and nothing else, stands in the lane of the console', () => {
  const inConsole = namesOfVerbs.filter((verb) => {
    const said = Object.fromEntries(Object.keys(rowOf(verb).fields).map((field) => [field, `the ${field}`]));
    const action = { failure: { kind: 'status', status: 503 }, ...said, do: verb };
    const { lanes } = drawPicture([{ at: 0, kind: 'action', action, place: 'a step' } as unknown as Entry]);
    return lanes.some(({ id }) => id === 'acts/console');
  });

  expect(inConsole).toEqual(Object.keys(consoleVerbs));
});
