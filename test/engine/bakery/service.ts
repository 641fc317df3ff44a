import type { ExchangeFault, WireAnswer, WireRequest } from '../../../src/core/wire.ts';
import type { Effects, Input, Reply, Service } from '../../../src/engine/service.ts';
import { isConnectionFault } from '../../../src/spec/faults.ts';
import type { Instant } from '../../../src/spec/time.ts';

/**
 * A service that has nothing to do with ours: bread is ordered, bakes for an hour, and is announced and fetched. What is on the
 * shelf is announced as soon as it is ordered.
 */
export interface Bakery {
  readonly orders: Map<string, 'baking' | 'baked'>;
  /** What the network does to the next request for an operation. */
  readonly faults: Map<Operation, ExchangeFault>;
}

type Operation = 'orderBread' | 'fetchBread';

export interface BakeryTypes {
  readonly operation: Operation;
  readonly route: { readonly operation: Operation | undefined; readonly order: string };
  readonly action: { readonly do: 'fault'; readonly operation: Operation; readonly fault: ExchangeFault };
  readonly due: { readonly order: string };
  readonly event: { readonly event: 'ordered' | 'baked'; readonly order: string };
  readonly notification: { readonly underway: number; readonly order: string };
  readonly reply: Reply;
  readonly input: { readonly kind: 'told'; readonly order: string; readonly accepted: boolean };
  readonly result: object;
  readonly words: {
    readonly world: object;
    readonly request: { readonly operation: Operation | 'unknown' };
    readonly answer: object;
    readonly transition: { readonly order: string; readonly to: 'baking' | 'baked' };
    readonly notification: { readonly order: string };
    readonly endpoint: object;
    readonly action: BakeryTypes['action'];
    readonly due: { readonly what: 'baked'; readonly of: string };
    readonly own: never;
  };
}

const hour = 3_600_000;
const nothing = { transitions: [], events: [], notifications: [], dues: [] } as const;

export const openBakery = (): Bakery => ({ orders: new Map(), faults: new Map() });

const step = (bakery: Bakery, input: Input<BakeryTypes>, now: Instant): Effects<BakeryTypes> => {
  switch (input.kind) {
    case 'request':
      return serve(bakery, input, now);
    case 'due': {
      const { order } = input.due;
      bakery.orders.set(order, 'baked');
      const happened = { transitions: [{ order, to: 'baked' }], events: [{ event: 'baked', order }] } as const;
      return { ...nothing, ...happened, notifications: [{ underway: 0, order }] };
    }
    case 'action':
      bakery.faults.set(input.action.operation, input.action.fault);
      return nothing;
    default:
      return nothing;
  }
};

const serve = (
  bakery: Bakery,
  { request, route: { operation, order }, despiteFault }: Extract<Input<BakeryTypes>, { readonly kind: 'request' }>,
  now: Instant,
): Effects<BakeryTypes> => {
  if (operation === undefined) return { ...nothing, reply: { answer: json(404, {}) } };
  const fault = despiteFault === true ? undefined : bakery.faults.get(operation);
  bakery.faults.delete(operation);
  if (fault !== undefined && isConnectionFault(fault.name)) {
    return { ...nothing, unreached: { ...fault, name: fault.name } };
  }
  const how = fault === undefined ? {} : { fault };
  if (operation === 'fetchBread') {
    return { ...nothing, reply: { answer: json(200, { bread: bakery.orders.get(order) ?? 'none' }), ...how } };
  }
  const id = String(bakery.orders.size + 1);
  if (request.body === 'from the shelf') {
    bakery.orders.set(id, 'baked');
    return { ...nothing, reply: { answer: json(201, { id }), ...how }, notifications: [{ underway: 0, order: id }] };
  }
  bakery.orders.set(id, 'baking');
  return {
    ...nothing,
    reply: { answer: json(201, { id }), ...how },
    transitions: [{ order: id, to: 'baking' }],
    events: [{ event: 'ordered', order: id }],
    dues: [{ at: now + hour, due: { order: id } }],
  };
};

const json = (status: number, value: object): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

const route = ({ method, url }: WireRequest): BakeryTypes['route'] => {
  const [, order = ''] = /\/orders\/?(\w*)$/.exec(new URL(url).pathname) ?? [];
  if (method === 'POST' && order === '') return { operation: 'orderBread', order };
  return { operation: method === 'GET' && order !== '' ? 'fetchBread' : undefined, order };
};

export const bakeryService = (bakery: Bakery): Service<BakeryTypes> => ({
  step: (input, now) => step(bakery, input, now),
  route,
  operationAt: ({ operation }) => operation,
  placeInLine: ({ operation }) => operation ?? '',
  heard: ({ order }, accepted) => ({ kind: 'told', order, accepted }),
  complete: () => undefined,
  words: {
    request: ({ operation }) => ({ operation: operation ?? 'unknown' }),
    answer: () => ({}),
    notification: ({ order }) => ({ order }),
    due: ({ order }) => ({ what: 'baked', of: order }),
  },
});
