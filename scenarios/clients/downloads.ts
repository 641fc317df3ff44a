import { setTimeout as sleep } from 'node:timers/promises';
import type { AxiosInstance } from 'axios';
import { describe, statusOf } from './http.ts';

export interface Link {
  readonly file: string;
  readonly schema: string;
}

const atOnce = 5;
const mostRenewals = 3;

/** Listed again within five minutes, a page comes from memory, with the very links that are dead. */
const memory = 5 * 60_000;

/** Fetches every record once. Links live for five minutes; for those that have died the page is listed again. */
export const downloadAll = async (
  http: AxiosInstance,
  links: readonly Link[],
  listAgain: () => Promise<readonly Link[]>,
  signal: AbortSignal,
): Promise<void> => {
  let current = links;
  let left = await download(http, current, [...links.keys()]);
  for (let renewals = 0; left.length > 0; renewals++) {
    if (renewals === mostRenewals)
      throw new Error(`download: the links of ${left.length} records died again and again`);
    const fresh = await listAgain();
    const isRemembered = fresh[0]?.file === current[0]?.file;
    if (isRemembered) await sleep(memory, undefined, { signal });
    current = isRemembered ? await listAgain() : fresh;
    left = await download(http, current, left);
  }
};

/** Fetches the records at these positions, a few at once, and tells which are left since a link was found dead. */
const download = async (
  http: AxiosInstance,
  links: readonly Link[],
  positions: readonly number[],
): Promise<readonly number[]> => {
  const queue = [...positions];
  const dead: number[] = [];
  let failure: Error | undefined;
  const work = async (): Promise<void> => {
    while (dead.length === 0 && failure === undefined) {
      const position = queue.shift();
      const link = position === undefined ? undefined : links[position];
      if (position === undefined || link === undefined) return;
      try {
        await http.get(link.file);
        await http.get(link.schema);
      } catch (error) {
        if (isDead(error)) dead.push(position);
        else failure = describe('download', error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (failure !== undefined) throw failure;
  return [...dead, ...queue];
};

const isDead = (error: unknown): boolean => statusOf(error) === 403 || statusOf(error) === 410;
