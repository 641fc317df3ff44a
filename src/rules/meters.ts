/**
 * What still counts against a limit. Requests are noted in the order in which they came, and each counts until it is over:
 * both the judge of the service, which may neither refuse too early nor too late, and the judge of clients count by these.
 */
export interface Meter<Request> {
  readonly note: (request: Request) => void;
  /** How many count when another one comes. What is over by then is over for good. */
  readonly count: (now: Request) => number;
}

type IsOver<Request> = (one: Request, now: Request) => boolean;

/** For a window of time: they are over in the order in which they came. */
export const openWindow = <Request>(isOver: IsOver<Request>): Meter<Request> => {
  const all: Request[] = [];
  let from = 0;
  return {
    note: (request) => all.push(request),
    count: (now) => {
      for (let next = all[from]; next !== undefined && isOver(next, now); next = all[from]) from += 1;
      return all.length - from;
    },
  };
};

/** For what is under way at once: they are over in any order. */
export const openUnderWay = <Request>(isOver: IsOver<Request>): Meter<Request> => {
  let all: Request[] = [];
  return {
    note: (request) => all.push(request),
    count: (now) => {
      all = all.filter((one) => !isOver(one, now));
      return all.length;
    },
  };
};

/** The first request that comes when as many as are allowed count. */
export const findExcess = <Request>(
  requests: readonly Request[],
  most: number,
  meter: Meter<Request>,
): Request | undefined =>
  requests.find((request) => {
    const isFull = meter.count(request) >= most;
    meter.note(request);
    return isFull;
  });
