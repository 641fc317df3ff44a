import { importInLayers } from '../wrong/pipeline.ts';
import type * as read from '../wrong/readings.ts';

/**
 * A conflict is final to it: it remembers each, asks no more, and ends with an error that names it. Those that a caller is to
 * retry are 429, 500 and 504. (Retry rules 2)
 */
export const importWhereNoConflictIs = importInLayers({
  cache: (send) => {
    const conflicts = new Map<string, read.Answer>();
    return async (call) => {
      const key = `${call.method} ${call.url}`;
      const answer = conflicts.get(key) ?? (await send(call));
      if (call.kind === 'create' && answer.status === 409) conflicts.set(key, answer);
      return answer;
    };
  },
});
