import { operations } from '../spec/routes.ts';
import { storeRefusal } from '../spec/token-errors.ts';
import { identifyCaller, tokenState } from './facts.ts';
import { json, named } from './respond.ts';
import type { RouteTo } from './routes.ts';
import { sawStoreCall } from './saw/store.ts';
import type { Reply } from './reply.ts';
import type { Turn } from './turn.ts';
import type { WireRequest } from './wire.ts';

/** The submission and reporting areas: nothing is known of them but that a live token opens them. (Authentication, interface B) */
export const callStore = (
  turn: Turn,
  request: WireRequest,
  { host: store, storeRoute }: RouteTo<'callSubmission' | 'callReporting'>,
): Reply => {
  const caller = identifyCaller(turn, request);
  const { token, bearer, application } = caller;
  const saw = () => sawStoreCall(turn, request, caller, store);
  turn.assume('store.paths');
  if (token?.kind !== 'store' || token.store !== store) return refuseCall(turn, bearer.form !== 'bearer', saw());
  if (tokenState(turn, token) !== 'live') return refuseCall(turn, false, saw());
  if (application?.attached.has(store) !== true) return refuseCall(turn, false, saw());
  const reply = letIn(turn);
  return storeRoute === undefined ? reply : { ...reply, storeRoute };
};

const letIn = (turn: Turn): Reply => {
  const { section } = operations.callSubmission;
  const empty = turn.assume('store.answer') === 'no-content';
  return empty ? { answer: { status: 204, headers: {}, body: '' }, reason: { section } } : json(200, {}, section);
};

const refuseCall = (turn: Turn, withoutToken: boolean, saw: string): Reply => {
  const { status, message, section } = storeRefusal;
  const unauthorized = withoutToken && turn.assume('store.missingToken') === 'unauthorized';
  return named('storeNotAuthorized', json(unauthorized ? 401 : status, { message }, section), saw);
};
