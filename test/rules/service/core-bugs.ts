import { step } from '../../../src/core/step.ts';
import type { World, WorldSettings } from '../../../src/core/world.ts';
import type { RuleId } from '../../../src/rules/catalogue.ts';

/** Services that are wrong in one place, and the rules that have to notice. */
export interface CoreBug {
  readonly bug: string;
  readonly breaks: readonly RuleId[];
  readonly step: typeof step;
}

type Step = typeof step;
type Effects = ReturnType<Step>;
type Request = Extract<Parameters<Step>[1], { kind: 'request' }>['request'];

/** The core with other settings than it was given; all that it knows stays shared. */
const withSettings =
  (change: (settings: WorldSettings) => WorldSettings): Step =>
  (world, input, now) =>
    step({ ...world, settings: change(world.settings) }, input, now);

const withLimit = (name: 'createRate' | 'listRate' | 'createOverall' | 'createBurst', more: number): Step =>
  withSettings((settings) => {
    const limit = settings.limits[name];
    return { ...settings, limits: { ...settings.limits, [name]: { ...limit, value: limit.value + more } } };
  });

const withTime = (name: 'listingWindow' | 'answerMemory' | 'linkLifetime', value: string): Step =>
  withSettings((settings) => ({
    ...settings,
    limits: { ...settings.limits, [name]: { ...settings.limits[name], value } },
  }));

const before =
  (change: (world: World, input: Parameters<Step>[1]) => void): Step =>
  (world, input, now) => {
    change(world, input);
    return step(world, input, now);
  };

const afterRequest =
  (isMeant: (request: Request) => boolean, change: (effects: Effects) => Effects): Step =>
  (world, input, now) => {
    const effects = step(world, input, now);
    return input.kind === 'request' && isMeant(input.request) ? change(effects) : effects;
  };

const withBody =
  (change: (body: string, status: number) => string) =>
  (effects: Effects): Effects => {
    if (effects.reply === undefined) return effects;
    const { reply } = effects;
    const body = change(reply.answer.body, reply.answer.status);
    return { ...effects, reply: { ...reply, answer: { ...reply.answer, body } } };
  };

const isC = ({ url }: Request): boolean => url.includes('/data-queries');
const isList = ({ url }: Request): boolean => url.includes('/records');

export const coreBugs: readonly CoreBug[] = [
  {
    bug: 'the listing window is a millisecond longer',
    breaks: ['S5'],
    step: withTime('listingWindow', '1h 0m 0.001s'),
  },
  {
    bug: 'the listing window is a millisecond shorter',
    breaks: ['S5'],
    step: withTime('listingWindow', '59m 59.999s'),
  },
  {
    bug: 'answers are remembered a millisecond longer',
    breaks: ['S7'],
    step: withTime('answerMemory', '5m 0.001s'),
  },
  { bug: 'answers are remembered a millisecond shorter', breaks: ['S6'], step: withTime('answerMemory', '4m 59.999s') },
  { bug: 'a link lives a millisecond longer', breaks: ['S9'], step: withTime('linkLifetime', '5m 0.001s') },
  { bug: 'a link lives a millisecond shorter', breaks: ['S9'], step: withTime('linkLifetime', '4m 59.999s') },
  { bug: 'one create too many is let in in a second', breaks: ['S10'], step: withLimit('createRate', 1) },
  { bug: 'one list too few is let in in a second', breaks: ['S10'], step: withLimit('listRate', -1) },
  { bug: 'one create too many is let in in twenty minutes', breaks: ['S10'], step: withLimit('createOverall', 1) },
  { bug: 'one create too many is under way', breaks: ['S10'], step: withLimit('createBurst', 1) },
  {
    bug: 'what is under way is forgotten',
    breaks: ['S2', 'S3'],
    step: before(({ underWay }) => underWay.clear()),
  },
  {
    bug: 'what was under way is never forgotten',
    breaks: ['S3'],
    step: (world, input, now) => {
      for (const [slot, id] of world.underWay) {
        const query = world.queries.get(id);
        if (query?.state === 'completed') world.underWay.set(slot, id);
      }
      const effects = step(world, input, now);
      const create = input.kind === 'request' && input.request.method === 'POST' && isC(input.request);
      if (!create || effects.reply?.answer.status !== 201 || world.queries.size < 2) return effects;
      const conflict = JSON.stringify({
        category: 'CONFLICT',
        type: 'REQUEST_CONFLICT',
        message: 'There is a conflicting request in progress',
      });
      if (effects.reply.reason.rememberedSince !== undefined) return effects;
      return {
        ...effects,
        reply: { ...effects.reply, answer: { ...effects.reply.answer, status: 409, body: conflict } },
      };
    },
  },
  { bug: 'no notification is ever sent', breaks: ['S4'], step: (...args) => ({ ...step(...args), notifications: [] }) },
  {
    bug: 'every notification comes from one region',
    breaks: ['S4'],
    step: (...args) => {
      const effects = step(...args);
      return { ...effects, notifications: effects.notifications.map((post) => ({ ...post, region: 'us-west-2' })) };
    },
  },
  {
    bug: 'a canceled query is told as completed',
    breaks: ['S1'],
    step: (...args) => {
      const effects = step(...args);
      const transitions = effects.transitions.map((one) =>
        one.to === 'canceled' ? { ...one, to: 'completed' as const } : one,
      );
      return { ...effects, transitions };
    },
  },
  {
    bug: 'a query that completed is told as canceled',
    breaks: ['S1'],
    step: (...args) => {
      const effects = step(...args);
      const transitions = effects.transitions.map((one) =>
        one.to === 'completed' ? { ...one, to: 'canceled' as const, because: 'held' as const } : one,
      );
      return { ...effects, transitions };
    },
  },
  {
    bug: 'accounts on hold are let in where they should not be',
    breaks: ['S11'],
    step: before(({ accountsOnHold }) => accountsOnHold.clear()),
  },
  {
    bug: 'consent is not asked for',
    breaks: ['S11'],
    step: before(({ consents }) => {
      for (const [name] of consents) consents.set(name, { state: 'granted', until: undefined });
    }),
  },
  {
    bug: 'revoking does nothing',
    breaks: ['S11'],
    step: before(({ tokens }) => {
      for (const [text, token] of tokens) if (token.revoked) tokens.set(text, { ...token, revoked: false });
    }),
  },
  {
    bug: 'every application counts as allowlisted',
    breaks: ['S11'],
    step: before(({ applications }) => {
      for (const [id, one] of applications) applications.set(id, { ...one, allowlisted: true });
    }),
  },
  {
    bug: 'tokens live a second longer than they say',
    breaks: ['S13'],
    step: (world, input, now) => {
      const effects = step(world, input, now);
      if (input.kind !== 'request' || effects.reply?.answer.status !== 200) return effects;
      const { access_token: text } = JSON.parse(
        effects.reply.answer.body.startsWith('{') ? effects.reply.answer.body : '{}',
      ) as {
        access_token?: string;
      };
      const token = world.tokens.get(text ?? '');
      if (text !== undefined && token !== undefined)
        world.tokens.set(text, { ...token, expiresAt: token.expiresAt + 1000 });
      return effects;
    },
  },
  {
    bug: 'errors of interface C lose their category',
    breaks: ['S12'],
    step: afterRequest(
      isC,
      withBody((body, status) => (status >= 400 ? body.replace('"category":', '"kind":') : body)),
    ),
  },
  {
    bug: 'the last record of every page is left out',
    breaks: ['S8'],
    step: afterRequest(
      isList,
      withBody((body) => {
        if (!body.startsWith('{"records":[{')) return body;
        const page = JSON.parse(body) as { readonly records: readonly unknown[] };
        return JSON.stringify({ ...page, records: page.records.slice(0, -1) });
      }),
    ),
  },
];
