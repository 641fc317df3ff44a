/** What can happen to the world, in the past tense: the words that scenarios wait for and traces print. */
export const eventNames = [
  'tokenIssued',
  'tokenRefreshed',
  'created',
  'completed',
  'canceled',
  'notified',
  'listed',
  'downloaded',
  'mailSent',
] as const;

export type EventName = (typeof eventNames)[number];
