import { operations } from '../spec/routes.ts';
import { sendEmail } from './email.ts';
import { takeFault } from './faults.ts';
import { answerLink } from './links.ts';
import { answerPortability } from './portability.ts';
import { refuse } from './respond.ts';
import { findRoute, type Route } from './routes.ts';
import { callStore } from './store.ts';
import { issueToken } from './tokens.ts';
import type { Reply } from './reply.ts';
import type { Turn } from './turn.ts';
import type { WireRequest } from './wire.ts';

/** Every request comes in here, and every answer is given here. */
export const answer = (turn: Turn, request: WireRequest): Reply => {
  const route = findRoute(turn.world, request);
  if (route.operation === undefined) return nothingThere(turn, route);
  const injected = takeFault(turn, route.operation);
  if (injected !== undefined) return injected;
  switch (route.operation) {
    case 'sendEmail':
      return sendEmail(turn, request);
    case 'requestToken':
      return issueToken(turn, request);
    case 'callSubmission':
    case 'callReporting':
      return callStore(turn, request, route.store);
    case 'createDataQuery':
    case 'listDataQueryRecords':
      return answerPortability(turn, request, route);
    case 'downloadFile':
    case 'downloadSchema':
      return answerLink(turn, request, route);
    default:
      return route satisfies never;
  }
};

/** A path that no operation has, or a method that is not defined for it. */
const nothingThere = (turn: Turn, route: Extract<Route, { operation: undefined }>): Reply => {
  if (route.place?.interface === 'portability') {
    return refuse(route.malformed ? 'invalidApiPath' : 'resourceNotFound');
  }
  const empty = turn.assume('hosts.unknownRoute') === 'empty-404';
  return {
    answer: {
      status: 404,
      headers: empty ? {} : { 'content-type': 'application/json' },
      body: empty ? '' : JSON.stringify({ message: 'Not Found' }),
    },
    reason: { row: 'unknownRoute', section: operations.requestToken.section },
  };
};
