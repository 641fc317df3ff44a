import { step } from '../../src/core/step.ts';
import type { AssumptionId } from '../../src/spec/assumptions.ts';
import type { Service } from './run.ts';
import { after, always, before, bodied, type Bug, isCreate, isList, onAction, stamped } from './tamper.ts';

/** Bugs of queries and pages, of limits, and of assumptions. */

/** A service that says it did not lean on a point. */
const silentOn =
  (id: AssumptionId): Service =>
  (world, input, now) => {
    const effects = step(world, input, now);
    return { ...effects, leaned: effects.leaned.filter((one) => one !== id) };
  };

export const queryBugs: readonly Bug[] = [
  {
    bug: 'a query under way stands in nobody’s way',
    make: () =>
      before((world, input) => {
        if (input.kind === 'request' && isCreate(input.request)) world.underWay.clear();
      }),
    breaks: ['oneAtATime', 'conflict'],
  },
  {
    bug: 'a query that has ended still stands in the way',
    make: () => (world, input, now) => {
      const ended = [...world.queries.values()].some(({ state }) => state === 'completed');
      if (input.kind !== 'request' || !isCreate(input.request) || !ended) return step(world, input, now);
      return after(isCreate, (effects) => {
        const { answer, reason } = effects.reply;
        const fresh = reason.usage !== undefined && reason.rememberedSince === undefined && answer.status === 201;
        return fresh ? { ...effects, reply: { reason, answer: { ...answer, status: 409 } } } : effects;
      })(world, input, now);
    },
    breaks: ['conflict'],
  },
  {
    bug: 'what has ended can be canceled',
    make: () =>
      onAction('holdAccount', (world) => {
        for (const [id, query] of world.queries) {
          if (query.state === 'completed') world.queries.set(id, { ...query, state: 'canceled', because: 'held' });
        }
      }),
    breaks: ['finality'],
  },
  {
    bug: 'of a canceled query nothing is told',
    make: () => (world, input, now) => {
      const effects = step(world, input, now);
      return { ...effects, notifications: effects.notifications.filter(({ status }) => status === 'COMPLETED') };
    },
    breaks: ['notices'],
  },
  {
    bug: 'one application hears for another',
    make: () => (world, input, now) => {
      const effects = step(world, input, now);
      return { ...effects, notifications: effects.notifications.map((post) => ({ ...post, application: 'other' })) };
    },
    breaks: ['recipients'],
  },
  {
    bug: 'the last record of a page after the first is left out',
    make: () =>
      after(isList, (effects, _, __, { url }) => {
        if (!url.includes('nextPageToken=') || effects.reply.answer.status !== 200) return effects;
        return bodied(effects, (text) => {
          const body = JSON.parse(text) as { readonly records: readonly unknown[] };
          return JSON.stringify({ ...body, records: body.records.slice(0, -1) });
        });
      }),
    breaks: ['pages', 'pagesOfAllSizes'],
  },
  {
    bug: 'data changes while it is listed',
    make: () =>
      after(
        ({ url }) => url.includes('/files/'),
        (effects, _, now) => bodied(effects, (text) => `${text} ${now}`),
      ),
    breaks: ['recordsStay'],
  },
  {
    bug: 'whoever asks rarely has a smaller share',
    make: () => (world, input, now) => {
      const { length } = [...world.counters.values()].flatMap((counter) =>
        counter.kind === 'ring' ? counter.times : [],
      );
      const { limits } = world.settings;
      if (limits.listRate.value > 1000) return step(world, input, now);
      const value = length % 2 === 0 ? 1 : limits.listRate.value;
      const settings = { ...world.settings, limits: { ...limits, listRate: { ...limits.listRate, value } } };
      return step({ ...world, settings }, input, now);
    },
    breaks: ['fewer'],
  },
  {
    bug: 'an answer tells the limit',
    make: () => after(isList, (effects, world) => stamped(effects, String(world.settings.limits.listRate.value))),
    breaks: ['wide'],
  },
  {
    bug: 'a refusal says how many there have been',
    make: () => {
      let asked = 0;
      return after(always, (effects) => {
        asked++;
        return effects.reply.answer.status === 429 ? stamped(effects, String(asked)) : effects;
      });
    },
    breaks: ['firstRefusal'],
  },
  {
    bug: 'one scope at a time is all that an application may ask for',
    make: () => (world, input, now) => {
      const { limits, assumptions } = world.settings;
      if (assumptions['limits.who'] === 'as-stated') return step(world, input, now);
      const settings = { ...world.settings, limits: { ...limits, createRate: { ...limits.createRate, value: 2 } } };
      return step({ ...world, settings }, input, now);
    },
    breaks: ['who'],
  },
  {
    bug: 'the row that all limits share refuses sooner',
    make: () => (world, input, now) => {
      const { limits, assumptions } = world.settings;
      if (assumptions['limits.errorRow'] === 'by-limit') return step(world, input, now);
      const settings = { ...world.settings, limits: { ...limits, createRate: { ...limits.createRate, value: 2 } } };
      return step({ ...world, settings }, input, now);
    },
    breaks: ['row'],
  },
  {
    bug: 'Retry-After is a second short',
    make: () =>
      after(always, (effects) => {
        const { answer } = effects.reply;
        const seconds = answer.headers['retry-after'];
        if (seconds === undefined) return effects;
        const headers = { ...answer.headers, 'retry-after': String(Number(seconds) - 1) };
        return { ...effects, reply: { ...effects.reply, answer: { ...answer, headers } } };
      }),
    breaks: ['retryAfter'],
  },
  {
    bug: 'which notification arrives how often is decided in silence',
    make: () => silentOn('notification.duplicates'),
    breaks: ['assumptions', 'assumptionsUnlimited'],
  },
  {
    bug: 'when a query is canceled is decided in silence',
    make: () => silentOn('query.cancelMoment'),
    breaks: ['assumptions'],
  },
];
