import type { Arrival } from '../core/wire.ts';
import { deal } from './http/body.ts';
import type { Door } from './gateway.ts';
import { frame } from './http/message.ts';
import { streamBody } from './stream-body.ts';

/** An arrival as a `Response`, once its head is there; a body that does not come at once is made as it is read. */
export const respond = async (door: Door, arrival: Arrival, method: string, gone: AbortSignal): Promise<Response> => {
  const framed = frame(arrival, method);
  const { status, reason, headers, body, more, manner } = framed;
  if (manner?.kind === 'slowHeaders') await door.pass(manner.by * manner.pieces);
  const isAtOnce = more === undefined && (manner === undefined || manner.kind === 'slowHeaders');
  const content = isAtOnce ? body : streamBody(deal(door, framed), gone);
  return new Response(content, { status, statusText: reason, headers });
};
