import { type ErrorName, errorNames, errors, errorSection } from '../spec/errors.ts';
import { type Host, type OperationName, operations } from '../spec/routes.ts';
import { isErrorName, isTokenErrorName, type RefusalName } from '../spec/refusals.ts';
import type { Failure } from './action.ts';
import { refuseMail } from './email.ts';
import { json, refuse, xml } from './respond.ts';
import type { Reply } from './reply.ts';
import { refuseToken } from './tokens.ts';
import type { Turn } from './turn.ts';

/** Failures that a scenario injects: the service refuses before it does anything. */

/** The answer of the first failure that waits for this operation, which is then used up by one. */
export const takeFault = (turn: Turn, operation: OperationName): Reply | undefined => {
  const { faults } = turn.world;
  const index = faults.findIndex((fault) => fault.operation === operation);
  const fault = faults[index];
  if (fault === undefined) return undefined;
  if (fault.remaining > 1) faults[index] = { ...fault, remaining: fault.remaining - 1 };
  else faults.splice(index, 1);
  const reply = fail(turn, operations[operation].host, fault.failure);
  return { ...reply, reason: { ...reply.reason, injected: true } };
};

const fail = (turn: Turn, host: Host, failure: Failure): Reply => {
  if (failure.kind === 'row') return refuseBy(turn, failure.row);
  const { status } = failure;
  const error = nameOf(status);
  switch (host) {
    case 'portability': {
      if (turn.assume('errors.unknown') === 'outside-table') {
        const stranger = { category: error, type: `STATUS_${status}`, message: `Injected ${status}` };
        return json(status, stranger, errorSection);
      }
      const row = rowFor(status);
      if (row !== undefined) return refuse(row);
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
    case 'store':
      return json(status, { message: `Injected ${status}` }, 'Errors, interface B');
    default:
      return host satisfies never;
  }
};

const refuseBy = (turn: Turn, name: RefusalName): Reply => {
  if (isErrorName(name)) return refuse(name);
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
