import { type Effects, step } from '../../src/core/step.ts';
import type { World } from '../../src/core/world.ts';
import {
  after,
  always,
  before,
  bodied,
  type Bug,
  isCreate,
  isDownload,
  isList,
  isToken,
  onAction,
  stamped,
} from './tamper.ts';

/** Bugs of what ought to make no difference, and of neighbours. */

export const outsideBugs: readonly Bug[] = [
  {
    bug: 'one region answers in its own way',
    make: () =>
      after(isList, (effects, _, __, { url }) => (url.includes('us-west') ? stamped(effects, 'west') : undefined)),
    breaks: ['regions'],
  },
  {
    bug: 'a notification says from where it comes',
    make: () => (world, input, now) => {
      const effects = step(world, input, now);
      return {
        ...effects,
        notifications: effects.notifications.map((post) => ({ ...post, body: post.body + post.region })),
      };
    },
    breaks: ['notificationRegion'],
  },
  {
    bug: 'answers count across services',
    make: () => {
      let answers = 0;
      return after(always, (effects) => stamped(effects, String(answers++)));
    },
    breaks: ['replay', 'sideBySide', 'snapshot'],
  },
  {
    bug: 'a service knows its world by identity',
    make: () => {
      const seen = new WeakMap<World, number>();
      return after(isToken, (effects, world) => {
        seen.set(world, (seen.get(world) ?? 0) + 1);
        return stamped(effects, String(seen.get(world)));
      });
    },
    breaks: ['snapshot'],
  },
  {
    bug: 'a seed decides whether there is data',
    make: () =>
      after(isCreate, (effects, world) => (world.settings.seed % 2 === 0 ? bodied(effects, () => '{}') : undefined)),
    breaks: ['seeds'],
  },
  {
    bug: 'what is answered hangs on the second of the clock',
    make: () => after(isList, (effects, _, now) => stamped(effects, String(Math.floor(now / 1000) % 60))),
    breaks: ['start'],
  },
  {
    bug: 'the year is counted from another day',
    make: () => after(isList, (effects, _, now) => stamped(effects, now > 1_780_000_000_000 ? 'summer' : 'winter')),
    breaks: ['wholeDays'],
  },
  {
    bug: 'an absent page size is smaller than the usual one',
    make: () => (world, input, now) => {
      if (input.kind !== 'request' || !isList(input.request) || input.request.url.includes('maxResults='))
        return step(world, input, now);
      const { request } = input;
      const url = `${request.url}${request.url.includes('?') ? '&' : '?'}maxResults=2`;
      return step(world, { ...input, request: { ...request, url } }, now);
    },
    breaks: ['spelling'],
  },
  {
    bug: 'where all share an address, tokens live longer',
    make: () =>
      after(isToken, (effects, world) =>
        world.settings.addresses.token.includes('one.example')
          ? bodied(effects, (body) => body.replace('3600', '7200'))
          : undefined,
      ),
    breaks: ['hosts'],
  },
  {
    bug: 'what is remembered lasts while somebody asks',
    make: () => {
      let last = 0;
      return before((world, _, now) => {
        if (now - last > 300_000) world.memory.clear();
        last = now;
      });
    },
    breaks: ['looks'],
  },
  {
    bug: 'the list of what happened is one and the same, and grows',
    make: () => {
      const all: Effects['notifications'][number][] = [];
      const headers: Record<string, string> = {};
      return (world, input, now) => {
        const effects = step(world, input, now);
        headers['x-last'] = String(now + all.push(...effects.notifications));
        if (effects.reply === undefined) return effects;
        return { ...effects, reply: { ...effects.reply, answer: { ...effects.reply.answer, headers } } };
      };
    },
    breaks: ['handedOut'],
  },
  {
    bug: 'a notification that is not taken closes the listing',
    make: () => (world, input, now) => {
      if (input.kind === 'heard' && !input.accepted) world.queries.delete(input.query);
      return step(world, input, now);
    },
    breaks: ['endpoint'],
  },
  {
    bug: 'a new token ends the one before it',
    make: () =>
      after(isToken, ({ reply }, world) => {
        const text = /"access_token":"([^"]+)"/.exec(reply.answer.body)?.[1] ?? '';
        const mine = world.tokens.get(text);
        for (const [other, token] of world.tokens) {
          if (other === text || token.kind !== 'customer' || mine?.kind !== 'customer') continue;
          if (token.customerId === mine.customerId && token.scope === mine.scope) world.tokens.delete(other);
        }
      }),
    breaks: ['tokens'],
  },
  {
    bug: 'mail makes the memory fade',
    make: () =>
      after(
        ({ url }) => url.endsWith('/sendEmail'),
        (_, world) => world.memory.clear(),
      ),
    breaks: ['mail'],
  },
  {
    bug: 'ids hang on how many queries there are',
    make: () => (world, input, now) => {
      if (input.kind !== 'request' || !isCreate(input.request)) return step(world, input, now);
      const settings = { ...world.settings, seed: world.settings.seed + world.queries.size };
      return step({ ...world, settings }, input, now);
    },
    breaks: ['strangers', 'otherScope', 'order'],
  },
  {
    bug: 'revoking one customer’s tokens revokes everybody’s',
    make: () =>
      onAction('revokeToken', (world) => {
        for (const [text, token] of world.tokens) world.tokens.set(text, { ...token, revoked: true });
      }),
    breaks: ['customerActions'],
  },
  {
    bug: 'delisting one application delists all',
    make: () =>
      onAction('delistApp', (world) => {
        for (const [id, one] of world.applications) world.applications.set(id, { ...one, allowlisted: false });
      }),
    breaks: ['applicationActions'],
  },
  {
    bug: 'a download uses its query up',
    make: () =>
      after(isDownload, (_, world, __, { url }) => {
        world.queries.delete(/([0-9a-f-]{36})\./.exec(url)?.[1] ?? '');
      }),
    breaks: ['downloads'],
  },
  {
    bug: 'a listing opens the hour anew',
    make: () =>
      after(isList, ({ reply }, world, now, { url }) => {
        const id = /([0-9a-f-]{36})\/records/.exec(url)?.[1] ?? '';
        const query = world.queries.get(id);
        if (reply.answer.status !== 200 || query === undefined || query.state === 'inProgress') return;
        world.queries.set(id, { ...query, notice: { state: 'sent', sentAt: now, lastSentAt: now, attempts: 1 } });
      }),
    breaks: ['listing'],
  },
];
