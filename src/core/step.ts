/**
 * The core is the simulated service: what it knows is one `World`, and `step` is the only thing that changes it.
 *
 * An input is plain data: a request, something due, an action of a scenario, a customer's authorization. A request is routed
 * (`routes.ts`) and served (`service.ts`), unless a fault that waits for it comes first (`faults.ts`). A call of interface C is
 * turned into independent facts (`facts.ts`), which a list of gates reads from top to bottom (`gates.ts`); then come limits, the
 * memory of answers, and the operation itself (`portability.ts`). The other interfaces have a file each. Whatever the tables
 * of `src/spec` say is read from there; where they leave a choice open, `turn.assume` makes it and notes that it decided
 * something. What comes of it is gathered in a `Turn` and returned as effects: an answer with its reason, changes of state,
 * what happened, notifications to be sent, and what is due later. Time of day, sockets, files and waiting are for others.
 *
 * Two laws.
 * 1. Everything that decides an answer is reached from here: this function and the tables it reads.
 * 2. Nothing here knows how requests arrive or where time comes from: `now` is an argument, and effects are plain data.
 */
import type { AssumptionId } from '../spec/assumptions.ts';
import type { ConnectionFaultName } from '../spec/faults.ts';
import type { Region } from '../spec/regions.ts';
import type { Instant } from '../spec/time.ts';
import type { Action } from './action.ts';
import { act } from './actions.ts';
import { endCollection } from './collection.ts';
import { endConsent } from './consent.ts';
import { close } from './limits.ts';
import { giveCode, giveTokens, type TokensGiven } from './login.ts';
import { chooseEndpoint, hearBack, letGo, sendNotice } from './notices.ts';
import { answer, type Circumstances } from './service.ts';
import type { Reply } from './reply.ts';
import { beginTurn, type Due, type ServiceEvent, type SentNotification, type Transition, type Turn } from './turn.ts';
import { unreachable } from './unreachable.ts';
import type { ExchangeFault, NotificationFault, WireRequest } from './wire.ts';
import type { Consenting, World } from './world.ts';

export type Input =
  /** `exchange` tells requests under way apart; without it the request is over as soon as it is answered. */
  | ({ readonly kind: 'request'; readonly request: WireRequest } & Circumstances)
  /** The answer to a request has arrived, or nobody waits for it any more. */
  | { readonly kind: 'closed'; readonly exchange: number }
  /** A notification that was sent goes out to the network; its number tells it apart. */
  | { readonly kind: 'leaves'; readonly notification?: number }
  /** A notification gets to the application, which has endpoints in these regions. */
  | { readonly kind: 'arrives'; readonly region: Region; readonly endpoints: readonly Region[] }
  /** The application answered a notification, or did not. */
  | { readonly kind: 'heard'; readonly query: string; readonly attempt: number; readonly accepted: boolean }
  | { readonly kind: 'due'; readonly due: Due }
  | { readonly kind: 'action'; readonly action: Action }
  /**
   * The customer authorizes the application for a scope: consent is given, an authorization code handed out; or, where it
   * has been exchanged already, the tokens for it.
   */
  | ({
      readonly kind: 'authorize' | 'authorizeWithTokens';
      /** Milliseconds until the consent ends by itself; without it, it does not. */
      readonly for?: number;
    } & Consenting);

export interface Effects {
  /** Present for requests only, but for those that never got here. */
  readonly reply?: Reply;
  /** Why a request never got here. */
  readonly unreached?: ExchangeFault<ConnectionFaultName>;
  /** What the network does to the notification that leaves, where it does anything. */
  readonly fault?: NotificationFault | undefined;
  /** The region whose endpoint a notification that arrives goes to, where there is one. */
  readonly endpoint?: Region | undefined;
  /** Present for authorizations only. */
  readonly code?: string;
  /** Present for authorizations with tokens, where there is such an application. */
  readonly tokens?: TokensGiven | undefined;
  readonly transitions: readonly Transition[];
  readonly events: readonly ServiceEvent[];
  readonly notifications: readonly SentNotification[];
  readonly dues: readonly { readonly at: Instant; readonly due: Due }[];
  /** The assumptions that decided something on the way. */
  readonly leaned: readonly AssumptionId[];
}

/** What the service does about one input at one instant. Changes the world in place; same world, input and now, same effects. */
export const step = (world: World, input: Input, now: Instant): Effects => {
  if (input.kind === 'closed') {
    close(world, input.exchange);
    return nothing;
  }
  const turn = beginTurn(world, now);
  const outcome = deal(turn, input);
  const { transitions, events, notifications, dues, leaned } = turn;
  return { transitions, events, notifications, dues, leaned, ...outcome };
};

type Outcome = Pick<Effects, 'reply' | 'unreached' | 'fault' | 'endpoint' | 'code' | 'tokens'>;

const deal = (turn: Turn, input: Exclude<Input, { readonly kind: 'closed' }>): Outcome | undefined => {
  switch (input.kind) {
    case 'request': {
      const given = answer(turn, input.request, input);
      return 'unreached' in given ? given : { reply: given };
    }
    case 'leaves':
      return { fault: letGo(turn, input.notification) };
    case 'arrives':
      return { endpoint: chooseEndpoint(turn, input.region, input.endpoints) };
    case 'heard':
      hearBack(turn, input);
      return undefined;
    case 'due':
      handleDue(turn, input.due);
      return undefined;
    case 'action':
      act(turn, input.action);
      return undefined;
    case 'authorize':
      return { code: giveCode(turn, input, input.for) };
    case 'authorizeWithTokens':
      return { tokens: giveTokens(turn, input, input.for) };
    default:
      return unreachable(input);
  }
};

const nothing: Effects = { transitions: [], events: [], notifications: [], dues: [], leaned: [] };

const handleDue = (turn: Turn, due: Due): void => {
  switch (due.kind) {
    case 'collectionEnds':
      return endCollection(turn, due.query);
    case 'notification':
      return sendNotice(turn, due.query, due.attempt);
    case 'consentEnds':
      return endConsent(turn, due);
    default:
      return unreachable(due);
  }
};
