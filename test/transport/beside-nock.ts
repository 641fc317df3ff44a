import type nock14 from 'nock14';
import type nock15 from 'nock';
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest';
import { viaNock } from '../../src/transport/nock.ts';
import { answer, makeGateway } from './gateways.ts';

const read = async (url: string): Promise<string> => (await fetch(url)).text();

/** What whoever uses nock finds of it beside a simulation; and `whenGone`, how it answers for hosts of one that is over. */
export const besideNock = (
  nock: typeof nock14 | typeof nock15,
  whenGone: (answer: Promise<string>) => Promise<void>,
): void => {
  afterAll(() => nock.restore());
  afterEach(() => nock.cleanAll());

  const attach = async (host = 'a.test') => {
    const undo = await viaNock(nock)(makeGateway([`https://${host}`], () => answer(200, 'ours')));
    onTestFinished(undo);
    return { undo };
  };

  test('scopes of your own go on beside it, and ours do not count as pending', async () => {
    const scope = nock('https://theirs.test')
      .get('/')
      .times(2)
      .reply(() => [200, 'theirs']);
    const { undo } = await attach();

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
    await attach();

    expect(await read('https://a.test')).toBe('ours');
    await expect(read('https://other.test')).rejects.toThrow();
  });

  test('a nock that was put away is active for as long as the simulation', async () => {
    nock.restore();
    onTestFinished(() => nock.activate());
    const { undo } = await attach();

    expect(await read('https://a.test')).toBe('ours');
    await undo();

    expect(nock.isActive()).toBe(false);
  });

  test('two simulations share one nock', async () => {
    const first = await attach('a.test');
    await attach('b.test');

    expect([await read('https://a.test'), await read('https://b.test')]).toEqual(['ours', 'ours']);
    await first.undo();

    expect(await read('https://b.test')).toBe('ours');
    await whenGone(read('https://a.test'));
  });
};
