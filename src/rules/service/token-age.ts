import type { Answered, History, Token } from '../history.ts';

/** Whether a token's life was over when a call was decided; `unknown` where the trace cannot tell. (`token.expiryBoundary`) */
export const isExpired = (
  { context, world }: History,
  { expiresAt, expired, issuedBy }: Token,
  { at, answer }: Answered,
): 'yes' | 'no' | 'unknown' => {
  if (expired !== undefined && expired.turn < answer.turn) return 'yes';
  if (expiresAt === undefined) return 'unknown';
  const isOver = (instant: number): boolean =>
    instant > expiresAt || (instant === expiresAt && context.assumptions['token.expiryBoundary'] === 'dead');
  if (world !== undefined) return isOver(answer.decidedAt) ? 'yes' : 'no';
  // In a recording the token was issued some time between its request and its answer.
  const lag = issuedBy === undefined ? 0 : issuedBy.answer.at - issuedBy.at;
  if (isOver(at)) return 'yes';
  return isOver(answer.at + lag) ? 'unknown' : 'no';
};
