import { exchangeFaultRow } from '../spec/faults.ts';
import { operations } from '../spec/routes.ts';
import { sendEmail } from './email.ts';
import { isBeforeArrival, takeExchangeFault, takeFailure } from './faults.ts';
import { findLeftover } from './leftovers.ts';
import { answerLink } from './links.ts';
import { answerPortability } from './portability.ts';
import { refuse } from './respond.ts';
import { routeOf } from './known-routes.ts';
import type { KnownRoute, Nowhere, Route } from './routes.ts';
import { sawAddress } from './saw/address.ts';
import { callStore } from './store.ts';
import { issueToken } from './tokens.ts';
import type { Reply, Unreached } from './reply.ts';
import type { Turn } from './turn.ts';
import type { WireRequest } from './wire.ts';

/** What is known of a request besides what it says. */
export interface Circumstances {
  /** Where it leads, for those who had to know before. */
  readonly route?: Route;
  readonly exchange?: number | undefined;
  /** The fault that it had has been overcome by the client, so that it arrives all the same. */
  readonly despiteFault?: true | undefined;
}

/** Every request comes in here, and every answer is given here. */
export const answer = (
  turn: Turn,
  request: WireRequest,
  { route = routeOf(turn.world, request), exchange, despiteFault }: Circumstances,
): Reply | Unreached => {
  if (route.operation === undefined) return nothingThere(turn, request, route);
  if (despiteFault === true) return serve(turn, request, route, exchange);
  const fault = takeExchangeFault(turn, route, exchange);
  if (fault === undefined) return serve(turn, request, route, exchange);
  if (isBeforeArrival(fault)) return { unreached: fault };
  // Whoever sent the request once more no longer waits for the first answer: that exchange is over.
  if (exchangeFaultRow(fault.name).acts === 'twice') serve(turn, request, route, undefined);
  return { ...serve(turn, request, route, exchange), fault };
};

const serve = (turn: Turn, request: WireRequest, route: KnownRoute, exchange: number | undefined): Reply => {
  const reply = takeFailure(turn, route, exchange) ?? operate(turn, request, route, exchange);
  const leftover = findLeftover(turn.world.settings, request, route);
  return leftover === undefined ? reply : { ...reply, reason: { ...reply.reason, leftover } };
};

const operate = (turn: Turn, request: WireRequest, route: KnownRoute, exchange: number | undefined): Reply => {
  switch (route.operation) {
    case 'sendEmail':
      return sendEmail(turn, request);
    case 'requestToken':
      return issueToken(turn, request);
    case 'callSubmission':
    case 'callReporting':
      return callStore(turn, request, route);
    case 'createDataQuery':
    case 'listDataQueryRecords':
      return answerPortability(turn, request, route, exchange);
    case 'downloadFile':
    case 'downloadSchema':
      return answerLink(turn, request, route);
  }
};

/** A path that no operation has, or a method that is not defined for it. */
const nothingThere = (turn: Turn, request: WireRequest, route: Nowhere): Reply => {
  const saw = sawAddress(request);
  switch (route.host) {
    case 'portability': {
      if (route.malformed) return refuse('invalidApiPath', saw);
      const missing = route.lacksParameter && turn.assume('errors.missingSegment') === 'missing-parameter';
      return refuse(missing ? 'missingParameter' : 'resourceNotFound', saw);
    }
    case 'links':
      if (request.method === 'HEAD') turn.assume('links.head');
      return unknownRoute(turn, saw);
    case 'email':
    case 'token':
    case 'submission':
    case 'reporting':
    case undefined:
      return unknownRoute(turn, saw);
  }
};

const unknownRoute = (turn: Turn, saw: string): Reply => {
  const empty = turn.assume('hosts.unknownRoute') === 'empty-404';
  return {
    answer: {
      status: 404,
      headers: empty ? {} : { 'content-type': 'application/json' },
      body: empty ? '' : JSON.stringify({ message: 'Not Found' }),
    },
    reason: { row: 'unknownRoute', section: operations.requestToken.section, saw },
  };
};
