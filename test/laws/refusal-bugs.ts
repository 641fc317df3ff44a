import * as counters from '../../src/core/counters.ts';
import { gates } from '../../src/core/gates.ts';
import { step } from '../../src/core/step.ts';
import { key } from '../../src/core/key.ts';
import type { World } from '../../src/core/world.ts';
import { after, before, type Bug, isCreate, onAction } from './tamper.ts';

/** Bugs of refusals, of answers given twice or not arriving, and of actions. */

const maps = ['queries', 'underWay', 'made', 'memory', 'tokens', 'families', 'refreshTokens', 'counters'] as const;

/** A world put back to what it was. */
const restore = (world: World, saved: World): void => {
  for (const part of maps) {
    const now: Map<unknown, unknown> = world[part];
    now.clear();
    for (const [name, value] of saved[part]) now.set(name, value);
  }
};

/** Notes a request once more. */
const countAgain = (world: World, limit: 'createRate' | 'listRate', scope: string, now: number): void => {
  const name = key('limit', limit, scope);
  const known = world.counters.get(name);
  const ring: counters.Ring = known?.kind === 'ring' ? known : { kind: 'ring', times: [], next: 0 };
  world.counters.set(name, ring);
  counters.noteInRing(ring, now, { most: world.settings.limits[limit].value, length: 1000 });
};

const isGate = (row: string | undefined): boolean => gates.some(({ refuses }) => refuses === row);

export const refusalBugs: readonly Bug[] = [
  {
    bug: 'a refusal at a gate counts against the rate',
    make: () =>
      after(isCreate, ({ reply }, world, now) => {
        if (isGate(reply.reason.row) && reply.reason.usage === undefined)
          countAgain(world, 'createRate', 'orders', now);
      }),
    breaks: ['gates'],
  },
  {
    bug: 'a throttled request counts',
    make: () =>
      after(isCreate, ({ reply }, world, now, { url }) => {
        if (reply.answer.status === 429)
          countAgain(world, 'createRate', url.includes('/orders/') ? 'orders' : 'profile', now);
      }),
    breaks: ['throttled'],
  },
  {
    bug: 'behind an injected failure the service acts',
    make: () => (world, input, now) => {
      const effects = step(world, input, now);
      if (effects.reply?.reason.injected === true) step({ ...world, faults: [], outages: new Map() }, input, now);
      return effects;
    },
    breaks: ['injected'],
  },
  {
    bug: 'an answer that is lost is not committed',
    make: () => (world, input, now) => {
      const saved = world.faults.length > 0 ? structuredClone(world) : undefined;
      const effects = step(world, input, now);
      if (saved !== undefined && (effects.reply?.fault?.name === 'reset' || effects.reply?.fault?.name === 'silence'))
        restore(world, saved);
      return effects;
    },
    breaks: ['lost'],
  },
  {
    bug: 'nothing is remembered',
    make: () => before((world) => world.memory.clear()),
    breaks: ['repeated', 'twice'],
  },
  {
    bug: 'an account once held stays held',
    make: () => (world, input, now) => {
      const held = [...world.accountsOnHold];
      const effects = step(world, input, now);
      for (const customer of held) world.accountsOnHold.add(customer);
      return effects;
    },
    breaks: ['held', 'heldBriefly'],
  },
  {
    bug: 'withdrawing consent ends tokens, and granting it does not bring them back',
    make: () =>
      onAction('revokeConsent', (world, { action }) => {
        for (const [text, token] of world.tokens) {
          if (token.kind !== 'customer' || !('customer' in action) || token.customerId !== action.customer) continue;
          world.tokens.set(text, { ...token, revoked: true });
        }
      }),
    breaks: ['consentAgain'],
  },
  {
    bug: 'a service fault leaves the memory empty',
    make: () => onAction('beginFault', (world) => world.memory.clear()),
    breaks: ['undone'],
  },
  {
    bug: 'finishing a collection makes the rest forgotten',
    make: () => onAction('finishCollection', (world) => world.memory.clear()),
    breaks: ['idleActions'],
  },
  {
    bug: 'a service fault lasts into its last instant',
    make: () =>
      onAction('beginFault', (world, { action }, now) => {
        if (action.do === 'beginFault' && action.for !== undefined)
          world.serviceFaults.set(action.fault, now + action.for + 1);
      }),
    breaks: ['lasting'],
  },
  {
    bug: 'a consent that ends by itself leaves its queries alone',
    make: () => (world, input, now) => {
      const nothing = input.kind === 'due' && input.due.kind === 'consentEnds';
      return nothing ? step(world, { kind: 'closed', exchange: -1 }, now) : step(world, input, now);
    },
    breaks: ['consentFor'],
  },
  {
    bug: 'every hour tokens come to life again',
    make: () =>
      before((world, _, now) => {
        for (const [text, token] of world.tokens) {
          if (now > token.expiresAt + 600_000) world.tokens.set(text, { ...token, expiresAt: now + 3_600_000 });
        }
      }),
    breaks: ['expiry'],
  },
  {
    bug: 'consent given anew brings revoked tokens back',
    make: () =>
      onAction('grantConsent', (world) => {
        for (const [text, token] of world.tokens) world.tokens.set(text, { ...token, revoked: false });
      }),
    breaks: ['revoked'],
  },
];
