import type { Event, Failure, Operation, ServiceFault } from './events.ts';
import { answered, eventAt, type History, lastBefore, type View } from './history.ts';
import type { Region } from './settings.ts';

/** What is wrong with the service: faults inside, regions that are down, failures that wait for requests. */

const stillLasts = (event: Event & { readonly for?: number }, now: number): boolean =>
  event.for === undefined || now < event.at + event.for;

/** A service fault lasts from its last beginning until it is ended or its time is over. */
export const hasServiceFault = (history: History, view: View, fault: ServiceFault): boolean => {
  const last = lastBefore(
    history,
    view.before,
    (event) => (event.kind === 'beginFault' || event.kind === 'endFault') && event.fault === fault,
  );
  if (last === undefined) return false;
  const event = eventAt(history, last);
  return event.kind === 'beginFault' && stillLasts(event, view.now);
};

/** How a region refuses everything, if it does. */
export const outageOf = (history: History, view: View, region: Region): Failure | undefined => {
  const last = lastBefore(
    history,
    view.before,
    (event) => (event.kind === 'regionDown' || event.kind === 'regionUp') && event.region === region,
  );
  if (last === undefined) return undefined;
  const event = eventAt(history, last);
  return event.kind === 'regionDown' && stillLasts(event, view.now) ? event.failure : undefined;
};

/** The failure that meets a request to an operation: the oldest that still waits. Each meets as many as it says. */
export const waitingFailure = (
  history: History,
  index: number,
  operation: Operation,
): { readonly failure: Failure; readonly by: number } | undefined => {
  for (let by = 0; by < index; by += 1) {
    const event = eventAt(history, by);
    if (event.kind !== 'fail' || event.operation !== operation) continue;
    const met = history.answers
      .slice(by, index)
      .filter((_, offset) => answered(history, by + offset).injectedBy === by);
    if (met.length < event.times) return { failure: event.failure, by };
  }
  return undefined;
};
