import type { Exchange, History } from '../history.ts';
import { isRow } from '../history/response.ts';
import { inconclusive } from '../verdicts.ts';

export const otherCause = inconclusive('something else went wrong, too');

/**
 * Whether, from that place in the trace on, anything but an expired token and what `isKnown` gave the client a reason to
 * give up.
 */
export const foundOtherCause = (
  { exchanges, notifications }: History,
  place: number,
  isKnown: (call: Exchange) => boolean = () => false,
): boolean => {
  const refused = exchanges.some((call) => {
    const { response, refusal, place: sent, overAt } = call;
    if (isKnown(call)) return false;
    if (response === undefined) return overAt !== undefined && sent > place;
    if (response.place <= place) return false;
    return !response.isWhole || (response.status >= 400 && !isRow(refusal, 'tokenExpired'));
  });
  return refused || notifications.some((sent) => sent.place > place && sent.status === 'CANCELED');
};
