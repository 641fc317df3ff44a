import process from 'node:process';
import type { Misuse } from '../../misuse.ts';
import type { CheckSummary } from './summary.ts';
import type { Standing } from './tell-stories.ts';

/** Set for the processes that share the work: they tell their parent, and nobody else. */
export const workerOf = 'STUNT_DOUBLE_WORKER';

/** What a worker tells its parent. Not on standard output, where the client may print. */
export type Message =
  | { readonly kind: 'standing'; readonly standing: Standing }
  | { readonly kind: 'summary'; readonly summary: CheckSummary }
  | { readonly kind: 'refused'; readonly misuse: Pick<Misuse, 'code' | 'place' | 'what' | 'hint'> };

/** Fulfils when the message is on its way; nobody may be there any more to hear it. */
export const tellParent = (message: Message): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected && process.send !== undefined) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });
