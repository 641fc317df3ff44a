import { ms } from '../spec/time.ts';
import type { Caller } from './facts.ts';
import { stillRemembered } from './boundaries.ts';
import type { Reply } from './reply.ts';
import type { Turn } from './turn.ts';
import { key } from './key.ts';
import type { Remembered, World } from './world.ts';
import type { WireRequest } from './wire.ts';

/* The five-minute memory of answers: same caller, same parameters, same answer, in every region. (Endpoints, interface C) */

const lifetimeIn = ({ world }: Turn): number => ms(world.settings.limits.answerMemory.value);

export const byToken = (caller: Caller, parameters: string): string => key('token', caller.bearer.token, parameters);

/** A refusal is kept for the very header that met it, whether or not there is a token in it. */
export const byHeader = (request: WireRequest, parameters: string): string => {
  const header = request.headers['authorization'];
  return key('refused', header === undefined ? 'absent' : `given ${header}`, parameters);
};

/** Under whose name an answer is kept. */
export const byCaller = (turn: Turn, caller: Caller, parameters: string): string => {
  const { token } = caller;
  const sharedByTokens = turn.world.settings.assumptions['cache.identity'] === 'application-and-customer';
  if (!sharedByTokens || token?.kind !== 'customer') return byToken(caller, parameters);
  return key('caller', token.clientId, token.customerId, parameters);
};

/** Whether there is a remembered answer, without giving it. */
export const isKnown = (turn: Turn, name: string): boolean => find(turn, name) !== undefined;

const find = (turn: Turn, name: string): Remembered | undefined => {
  const kept = turn.world.memory.get(name);
  if (kept === undefined) return undefined;
  const lifetime = lifetimeIn(turn);
  const exactly = turn.now - kept.answeredAt === lifetime;
  const atEnd = exactly && turn.assume('cache.boundary') === 'old-answer';
  return stillRemembered(kept.answeredAt, turn.now, lifetime, atEnd) ? kept : undefined;
};

/** What is remembered, as long as it is only looked at. */
export const knownReply = (turn: Turn, name: string): Reply | undefined => {
  const kept = find(turn, name);
  return kept && { answer: kept.answer, reason: Object.assign({}, kept.reason, { rememberedSince: kept.answeredAt }) };
};

export const recall = (turn: Turn, name: string): Reply | undefined => {
  for (const id of find(turn, name)?.leaned ?? []) turn.lean(id);
  return knownReply(turn, name);
};

export const remember = (turn: Turn, name: string, reply: Reply): void => {
  const { memory } = turn.world;
  forgetOld(turn);
  memory.delete(name);
  memory.set(name, { answeredAt: turn.now, leaned: [...turn.leaned], ...reply });
};

/** Whether an answer by the operation itself is one of those that are kept. */
export const isKept = (turn: Turn, status: number): boolean => {
  if (status < 400) return true;
  const choice = turn.assume('cache.errors');
  if (choice === 'everything') return true;
  return choice === 'operation-refusals' && status < 500;
};

/** In so few nobody need remember how far they have been cleared; to hang that on a memory takes longer than to look. */
const few = 16;

/** How far each long memory has been cleared: whoever began at its beginning would step over all that ever were there. */
const cleared = new WeakMap<World['memory'], { readonly rest: Iterator<Kept>; oldest: Kept | undefined }>();

type Kept = readonly [name: string, kept: Remembered];

/** The oldest come first, so only those that are dropped are looked at, and the one that is next. */
const forgetOld = (turn: Turn): void => {
  const { memory } = turn.world;
  const lifetime = lifetimeIn(turn);
  const isLong = memory.size > few;
  const place = (isLong ? cleared.get(memory) : undefined) ?? { rest: memory[Symbol.iterator](), oldest: undefined };
  for (;;) {
    place.oldest ??= place.rest.next().value as Kept | undefined;
    // What has come to its end sees nothing that is added later.
    if (place.oldest === undefined) return void cleared.delete(memory);
    const [name, kept] = place.oldest;
    const isStill = memory.get(name) === kept;
    if (isStill && turn.now - kept.answeredAt <= lifetime) return void (isLong && cleared.set(memory, place));
    if (isStill) memory.delete(name);
    place.oldest = undefined;
  }
};
