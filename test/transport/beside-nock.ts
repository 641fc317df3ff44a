import type nock14 from 'nock14';
import type nock15 from 'nock';
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest';
import { viaNock } from '../../src/transport/nock.ts';
import { always, attach, read } from './attached.ts';

/** What whoever uses nock finds of it beside a simulation; and `whenGone`, how it answers for hosts of one that is over. */
export const besideNock = (
  nock: typeof nock14 | typeof nock15,
  whenGone: (answer: Promise<string>) => Promise<void>,
): void => {
  afterAll(() => nock.restore());
  afterEach(() => nock.cleanAll());

  const reach = (host = 'a.test') => attach(viaNock(nock), [`https://${host}`], always('ours'));

  test('scopes of your own go on beside it, and ours do not count as pending', async () => {
    const scope = nock('https://theirs.test')
      .get('/')
      .times(2)
      .reply(() => [200, 'theirs']);
    const { undo } = await reach();

    expect([await read('https://a.test'), await read('https://theirs.test')]).toEqual(['ours', 'theirs']);
    expect(nock.pendingMocks()).toEqual(scope.pendingMocks());
    await undo();

    expect(await read('https://theirs.test')).toBe('theirs');
    expect(nock.isDone()).toBe(true);
    expect(nock.activeMocks()).toEqual([]);
  });

  test('a network that nock has closed stays closed, but for the simulation', async () => {
    nock.disableNetConnect();
    onTestFinished(() => nock.enableNetConnect());
    await reach();

    expect(await read('https://a.test')).toBe('ours');
    await expect(read('https://other.test')).rejects.toThrow();
  });

  test('a nock that was put away is active for as long as the simulation', async () => {
    nock.restore();
    onTestFinished(() => nock.activate());
    const { undo } = await reach();

    expect(await read('https://a.test')).toBe('ours');
    await undo();

    expect(nock.isActive()).toBe(false);
  });

  test('two simulations share one nock', async () => {
    const first = await reach('a.test');
    await reach('b.test');

    expect([await read('https://a.test'), await read('https://b.test')]).toEqual(['ours', 'ours']);
    await first.undo();

    expect(await read('https://b.test')).toBe('ours');
    await whenGone(read('https://a.test'));
  });
};
