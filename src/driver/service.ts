import type { Action } from '../core/action.ts';
import type { Reply } from '../core/reply.ts';
import { routeOf } from '../core/known-routes.ts';
import type { Route } from '../core/routes.ts';
import { type Effects, type Input, step } from '../core/step.ts';
import type { Due, ServiceEvent, SentNotification } from '../core/turn.ts';
import type { WireAnswer, WireRequest } from '../core/wire.ts';
import type { World } from '../core/world.ts';
import type { Approaching as ApproachingOf, Service } from '../engine/service.ts';
import type { Engine as EngineOf } from '../engine/engine.ts';
import type { AssumptionId } from '../spec/assumptions.ts';
import { hosts } from '../spec/hosts.ts';
import { namesOf } from '../spec/names-of.ts';
import { regionNames } from '../spec/regions.ts';
import type { OperationName } from '../spec/routes.ts';
import type { OurWords } from '../trace/entry.ts';

/** Our service as the engine is told of it. */
export interface OurTypes {
  readonly operation: OperationName;
  readonly route: Route;
  readonly action: Action;
  readonly due: Due;
  readonly event: ServiceEvent;
  readonly notification: SentNotification;
  readonly reply: Reply;
  readonly input: Extract<Input, { readonly kind: 'authorize' | 'authorizeWithTokens' | 'arrives' | 'heard' }>;
  readonly result: Pick<Effects, 'code' | 'tokens' | 'endpoint' | 'leaned'>;
  readonly words: OurWords;
}

export type Engine = EngineOf<OurTypes>;
export type Approaching = ApproachingOf<OurTypes>;

export interface OurService extends Service<OurTypes> {
  /** The assumptions that have decided something so far. */
  readonly leaned: ReadonlySet<AssumptionId>;
}

/** `answerStore` says what the user's own store route answers to a request that was let in. */
export const createService = (
  world: World,
  answerStore: (route: number, request: WireRequest, usual: WireAnswer) => Promise<WireAnswer>,
): OurService => {
  const leaned = new Set<AssumptionId>();
  return {
    leaned,
    step: (input, now) => {
      const effects = step(world, input, now);
      for (const id of effects.leaned) leaned.add(id);
      return effects;
    },
    route: (request) => routeOf(world, request),
    operationAt: ({ operation }) => operation,
    placeInLine: (route, request) => placeInLine(world, route, request),
    heard: ({ query, attempt }, accepted) => ({ kind: 'heard', query, attempt, accepted }),
    complete: ({ storeRoute, answer }, request) =>
      storeRoute === undefined ? undefined : answerStore(storeRoute, request, answer),
    words,
  };
};

const words: OurService['words'] = {
  request: (route) =>
    route.operation === undefined || route.region === undefined
      ? { operation: route.operation ?? 'unknown' }
      : { operation: route.operation, region: route.region },
  answer: ({ reply, leaned }, sinceEpoch) => {
    if (reply === undefined) throw new Error('a request without an answer');
    const { rememberedSince: since } = reply.reason;
    return Object.assign(
      {},
      reply.reason,
      since === undefined ? { leaned } : { rememberedSince: sinceEpoch(since), leaned },
    );
  },
  notification: ({ query, application, status, region, body }) => ({ query, application, status, region, body }),
  due: (due) => ({ what: due.kind, of: 'query' in due ? due.query : `${due.customerId}/${due.scope}` }),
};

/**
 * Which of two connections is faster, and which of a pool is used again, depends on the transport; requests of one method,
 * for one customer, to one address keep the order in which they came.
 */
const placeInLine = ({ tokens }: World, route: Route, { method, headers }: WireRequest): string => {
  const address = route.host === undefined ? namesOf(hosts).length : hosts[route.host].precedence;
  const region =
    route.operation === undefined || route.region === undefined ? 0 : 1 + regionNames.indexOf(route.region);
  const token = tokens.get(headers['authorization']?.split(' ').at(-1) ?? '');
  const customer = token?.kind === 'customer' ? token.customerId : '';
  return [address, region, method === 'POST' ? 0 : 1, token?.clientId ?? '', customer].join(' ');
};
