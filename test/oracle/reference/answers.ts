import { type Answer, noAnswer } from './answer.ts';
import { type Event, type Failure, isRequest, type Operation } from './events.ts';
import { eventAt, type History } from './history.ts';
import { answerDownload, answerEmail, answerStore } from './others.ts';
import { answerPortability, answerStray } from './portability.ts';
import { tokenRows, type TokenRowName } from './rows.ts';
import { answerToken, refuseToken } from './token-answers.ts';
import { waitingFailure } from './service-faults.ts';

/** The operation outside interface C that a request goes to. */
const operationOf = (history: History, event: Event): Operation | undefined => {
  switch (event.kind) {
    case 'token':
      return 'requestToken';
    case 'email':
      return 'sendEmail';
    case 'store':
      return event.store === 'submission' ? 'callSubmission' : 'callReporting';
    case 'download':
      if (event.head === true && history.settings.choices['links.head'] === 'unknown-route') return undefined;
      return event.what === 'file' ? 'downloadFile' : 'downloadSchema';
    default:
      return undefined;
  }
};

const fail = (history: History, failure: Failure): Answer => {
  if (failure.kind === 'row' && failure.row in tokenRows) return refuseToken(history, failure.row as TokenRowName);
  const status = failure.kind === 'status' ? failure.status : 0;
  return { status, content: { kind: 'status' }, decider: 'injected', by: 'a failure that was set up' };
};

/** The answer to an event: a function of the settings and of what happened before, and of nothing else. */
const answerTo = (history: History, index: number): Answer => {
  const event = eventAt(history, index);
  if (!isRequest(event)) return noAnswer;
  const operation = operationOf(history, event);
  const waiting = operation === undefined ? undefined : waitingFailure(history, index, operation);
  if (waiting !== undefined) {
    return { ...fail(history, waiting.failure), decider: 'injected', injectedBy: waiting.by };
  }
  switch (event.kind) {
    case 'create':
    case 'list':
      return answerPortability(history, index, event);
    case 'stray':
      return answerStray(history, event);
    case 'token':
      return answerToken(history, index, event);
    case 'store':
      return answerStore(history, index, event);
    case 'download':
      return answerDownload(history, index, event);
    case 'email':
      return answerEmail(history, event);
  }
};

/** Adds an event and says what it is answered. */
export const tell = (history: History, event: Event): Answer => {
  const index = history.events.push(event) - 1;
  const answer = answerTo(history, index);
  history.answers.push(answer);
  return answer;
};
