import type { ExchangeFault } from './wire.ts';
import { type ConnectionFaultName, isConnectionFault } from '../spec/faults.ts';
import { type ErrorName, errorNames, errors, errorSection } from '../spec/errors.ts';
import type { Host } from '../spec/hosts.ts';
import type { OperationName } from '../spec/routes.ts';
import { isErrorName, isTokenErrorName, type RefusalName } from '../spec/refusals.ts';
import type { Failure, RequestFault } from './action.ts';
import { refuseMail } from './email.ts';
import { unknownWait } from './limits.ts';
import { json, refuse, refuseToken, tellWhen, throttled, xml } from './respond.ts';
import type { KnownRoute } from './routes.ts';
import type { Reply } from './reply.ts';
import { findOutage } from './service-faults.ts';
import type { Turn } from './turn.ts';
import { unreachable } from './unreachable.ts';
import { takeOldest } from './waiting.ts';

/* What a scenario does to single exchanges: the service refuses before it does anything, or the network has a fault. */

/** The refusal that waits for this request: its region is out, or a failure was injected, which is then used up by one. */
export const takeFailure = (turn: Turn, route: KnownRoute, exchange: number | undefined): Reply | undefined => {
  const outage = route.region && findOutage(turn, route.region);
  const failure =
    outage?.failure ?? take(turn, route.operation, exchange, (action) => action.do === 'fail' && action)?.failure;
  if (failure === undefined) return undefined;
  const reply = fail(turn, route.host, failure);
  return { ...reply, reason: { ...reply.reason, injected: true } };
};

/** What the network does to this exchange. Where nothing gets to a region, whatever else waits goes on waiting. */
export const takeExchangeFault = (
  turn: Turn,
  route: KnownRoute,
  exchange: number | undefined,
): ExchangeFault | undefined => {
  const outage = route.region && findOutage(turn, route.region);
  if (outage?.fault !== undefined) return outage.fault;
  const action = take(turn, route.operation, exchange, (one) => one.do !== 'fail' && one);
  if (action === undefined) return undefined;
  switch (action.do) {
    case 'fault':
      return action.fault;
    default:
      return unreachable(action.do);
  }
};

/** Whether a fault keeps the request from the service. */
export const isBeforeArrival = (fault: ExchangeFault): fault is ExchangeFault<ConnectionFaultName> =>
  isConnectionFault(fault.name);

const take = <Kind extends RequestFault>(
  turn: Turn,
  operation: OperationName,
  exchange: number | undefined,
  is: (action: RequestFault) => Kind | false,
): Kind | undefined =>
  takeOldest(turn, exchange, (action) => 'operation' in action && action.operation === operation && is(action));

const fail = (turn: Turn, host: Host, failure: Failure): Reply => {
  if (failure.kind === 'row') return refuseBy(turn, failure.row);
  const { status } = failure;
  const error = nameOf(status);
  switch (host) {
    case 'portability': {
      if (turn.assume('errors.unknown') === 'outside-table') {
        const stranger = { category: error, type: `STATUS_${status}`, message: `Injected ${status}` };
        const reply = json(status, stranger, errorSection);
        return status === 429 ? tellWhen(turn, reply, unknownWait) : reply;
      }
      const row = rowFor(status);
      if (row !== undefined) return refuseBy(turn, row);
      return json(status, { category: error, type: error, message: `Injected ${status}` }, errorSection);
    }
    case 'token':
      return json(
        status,
        { error: error.toLowerCase(), error_description: `Injected ${status}` },
        'Errors, interface B',
      );
    case 'links':
      return xml(status, `<Error><Code>${error}</Code></Error>`, errorSection);
    case 'email':
      return json(status, { message: `Injected ${status}` }, 'Errors, interface A');
    case 'submission':
    case 'reporting':
      return json(status, { message: `Injected ${status}` }, 'Errors, interface B');
  }
};

const refuseBy = (turn: Turn, name: RefusalName): Reply => {
  if (isErrorName(name)) return errors[name].status === 429 ? throttled(turn, name, unknownWait) : refuse(name);
  return isTokenErrorName(name) ? refuseToken(turn, name) : refuseMail(turn, 'injected');
};

/** The row a bare status stands for: the only one with that status, or the general one among several. */
const general: Readonly<Record<number, ErrorName>> = {
  400: 'invalidParameters',
  403: 'appNotAuthorized',
  404: 'resourceNotFound',
  429: 'tooManyRequests',
  500: 'internalServerError',
};

const rowFor = (status: number): ErrorName | undefined =>
  general[status] ?? errorNames.find((name) => errors[name].status === status);

const names: Readonly<Record<number, string>> = {
  401: 'UNAUTHORIZED',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
};

const nameOf = (status: number): string => names[status] ?? `STATUS_${status}`;
