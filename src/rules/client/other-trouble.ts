import type { Call } from './calls.ts';
import { readConduct } from './conduct.ts';
import { readRefusal, isRow } from './subjects.ts';
import type { History } from '../history.ts';

/**
 * Whether, from that place in the trace on, anything but an expired token and what `isKnown` gave the client a reason to
 * give up.
 */
export const foundOtherTrouble = (
  history: History,
  place: number,
  isKnown: (call: Call) => boolean = () => false,
): boolean => {
  const { calls, notices } = readConduct(history);
  const refused = calls.some((call) => {
    const { heard, place: sent, over } = call;
    if (isKnown(call)) return false;
    if (heard === undefined) return over !== undefined && sent > place;
    if (heard.place <= place) return false;
    return !heard.isWhole || (heard.status >= 400 && !isRow(readRefusal(heard), 'tokenExpired'));
  });
  return refused || notices.some((notice) => notice.place > place && notice.status === 'CANCELED');
};
