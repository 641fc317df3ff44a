import type { Answer, Weighed } from './answer.ts';
import type { Failure, Stray } from './events.ts';
import { refusedCaller, refusedInFront } from './gates.ts';
import { answered, asFoundBy, type History } from './history.ts';
import { exceeded, retryAfter } from './limits.ts';
import { isVouchedFor, rememberedAnswer, rememberedRefusal } from './memory.ts';
import { answerCreate, answerList, refuse, underWay } from './operations.ts';
import { isOutdated } from './outdated.ts';
import { type Asked, operationOf, understood } from './requests.ts';
import { lengths, type RowName, rows } from './rows.ts';
import { grantOf } from './tokens.ts';
import { hasServiceFault, outageOf, waitingFailure } from './service-faults.ts';

/** Interface C: who answers, from the address to the operation. */

/** A failure somebody made, as interface C words it. Every 429 can say when to come back. */
const fail = (history: History, now: number, failure: Failure, decider: Answer['decider']): Answer => {
  const isRow = failure.kind === 'row' && failure.row in rows;
  const row = isRow ? (failure.row as RowName) : undefined;
  const status = row === undefined ? (failure.kind === 'status' ? failure.status : 0) : rows[row][0];
  return {
    status,
    content: row === undefined ? { kind: 'status' } : { kind: 'refusal', row },
    decider,
    by: 'a failure that was set up',
    retryAfter: status === 429 ? retryAfter(history, now, now + lengths.second) : undefined,
  };
};

const strayRow = (history: History, { shape }: Stray): RowName => {
  switch (shape) {
    case 'undecodable':
      return 'invalidApiPath';
    case 'create-without-scope':
    case 'list-without-query':
      return history.settings.choices['errors.missingSegment'] === 'missing-parameter'
        ? 'missingParameter'
        : 'resourceNotFound';
    default:
      return 'resourceNotFound';
  }
};

/** An address without an operation is refused ahead of everything else. */
export const answerStray = (history: History, stray: Stray): Answer =>
  refuse(strayRow(history, stray), 'address', 'no operation at this address');

/** What is behind the operation can fail it. */
const backendProblem = (history: History, index: number): RowName | undefined => {
  const view = asFoundBy(history, index);
  if (hasServiceFault(history, view, 'backendSilent')) return 'integrationTimeout';
  if (hasServiceFault(history, view, 'backendFails')) return 'integrationFailure';
  return hasServiceFault(history, view, 'serviceThrows') ? 'internalServerError' : undefined;
};

/** The request under its own power: memory, what is behind, operation. */
const operate = (history: History, index: number, asked: Asked): Answer => {
  const remembered = rememberedAnswer(history, index, asked);
  if (remembered !== undefined) {
    const conflicts =
      asked.kind === 'create' &&
      history.settings.choices['cache.beforeConflict'] === 'conflict' &&
      underWay(history, index, asked) !== undefined;
    if (conflicts) return refuse('requestConflict', 'memory', 'a query under way, ahead of the memory');
    if (!isOutdated(history, index, asked, remembered)) {
      const again = stripped(answered(history, remembered));
      return { ...again, decider: 'memory', by: 'the memory', rememberedFrom: remembered };
    }
  }
  const problem = backendProblem(history, index);
  if (problem !== undefined) return refuse(problem, 'backend', 'a fault behind the service');
  return asked.kind === 'create' ? answerCreate(history, index, asked) : answerList(history, index, asked);
};

/** What is repeated of an answer: not how it came about. */
const stripped = ({
  status,
  content,
  retryAfter: header,
}: Answer): Pick<Answer, 'status' | 'content' | 'retryAfter'> => ({
  status,
  content,
  retryAfter: header,
});

/** What the limits say. A request that is remembered can be spared them. (limits.cachedCounts) */
const weigh = (
  history: History,
  index: number,
  asked: Asked,
  passes: boolean,
): { weighed?: Weighed; refusal?: Answer } => {
  if (history.settings.choices['limits.cachedCounts'] === 'not-counted' && passes) {
    const spared = rememberedAnswer(history, index, asked) !== undefined;
    if (spared && operate(history, index, asked).rememberedFrom !== undefined) return {};
  }
  const application = grantOf(history, asked.token)?.application;
  const weighing = { operation: operationOf(asked), application, scope: asked.scope };
  const excess = exceeded(history, index, weighing);
  const weighed = { ...weighing, admitted: excess === undefined };
  if (excess === undefined) return { weighed };
  const header = retryAfter(history, asked.at, excess.freeAt);
  return { weighed, refusal: { ...refuse(excess.row, 'limit', excess.limit), retryAfter: header, weighed } };
};

const pass = (history: History, index: number, asked: Asked): Answer => {
  const caller = { history, view: asFoundBy(history, index), asked };
  const inFront = refusedInFront(caller);
  if (inFront !== undefined) return refuse(inFront, 'gate', 'gates in front');
  const vouched = isVouchedFor(history, index);
  const gate = refusedCaller(caller, vouched);
  if (history.settings.choices['auth.order'] === 'authorization-first' && gate !== undefined) {
    return refuse(gate, 'gate', 'gates of the caller');
  }
  const { weighed, refusal } = weigh(history, index, asked, gate === undefined);
  if (refusal !== undefined) return refusal;
  if (gate !== undefined) return { ...refuse(gate, 'gate', 'gates of the caller, after limits'), weighed };
  return { ...operate(history, index, asked), weighed, vouches: !vouched };
};

export const answerPortability = (history: History, index: number, asked: Asked): Answer => {
  const outage = outageOf(history, asFoundBy(history, index), asked.region);
  if (outage !== undefined) return fail(history, asked.at, outage, 'outage');
  const waiting = waitingFailure(history, index, operationOf(asked));
  if (waiting !== undefined) {
    return { ...fail(history, asked.at, waiting.failure, 'injected'), injectedBy: waiting.by };
  }
  const refusal = rememberedRefusal(history, index, asked);
  if (refusal !== undefined) {
    const again = stripped(answered(history, refusal));
    return { ...again, decider: 'memory', by: 'the memory of refusals', rememberedFrom: refusal };
  }
  return pass(history, index, { ...asked, token: understood(history, asked) });
};
