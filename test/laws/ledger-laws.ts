import { type Arbitrary, constant, oneof, tuple } from 'fast-check';
import { type AssumptionId, assumptionIds, assumptionRow, defaultAssumptions } from '../../src/spec/assumptions.ts';
import { answersOf, law, same } from './law.ts';
import { day, type Move, type Tale } from './moves.ts';
import { play } from './play.ts';
import type { Run, Service, Setup } from './run.ts';
import { stories } from './stories.ts';

/** The law of the ledger: a point that a run did not lean on could have been decided otherwise without anybody noticing. */

/** Every value but the default that a point has by name, or as a sample. */
const alternatives = assumptionIds.flatMap((id) =>
  assumptionRow(id)
    .variants.flatMap((variant): readonly unknown[] => (typeof variant === 'string' ? [variant] : variant.samples))
    .filter((value) => value !== defaultAssumptions[id])
    .map((value) => ({ id, value })),
);

interface Gap {
  readonly because: string;
  /** A story that decides the point without leaning on it. */
  readonly story: Tale;
  readonly value: unknown;
}

const me = 'app/ann/orders';
const login: Move = { do: 'login', as: me };
const create: Move = { do: 'create', as: me, region: 'eu-west-1' };
const stray: Move = { ...create, bearer: 'unknown' };
const list: Move = { do: 'list', as: me, of: me, region: 'eu-west-1' };
const wait = (length: number): Move => ({ do: 'wait', for: length });
const times = (count: number, move: Move): Tale => Array.from({ length: count }, () => move);

/** Points that decide what a run does without its leaning on them; each shows a story in which they do. */
export const gaps: Partial<Record<AssumptionId, Gap>> = {
  'limits.who': {
    because: 'only refusals note it, and under the variant applications share limits over all scopes',
    value: 'per-application',
    story: [
      login,
      { do: 'login', as: 'app/ann/profile' },
      ...times(5, create),
      { do: 'create', as: 'app/ann/profile', region: 'eu-west-1' },
    ],
  },
  'limits.burst': {
    because: 'only refusals note it, and a bucket refuses what was never under way together',
    value: 'token-bucket',
    story: [login, ...times(6, list)],
  },
  'auth.order': {
    because: 'a refusal at a gate does not note it, and under the variant such requests count',
    value: 'limits-first',
    story: times(6, stray),
  },
  'email.contentLimit': {
    because: 'without a limit no content is too long, so only the variant notes it',
    value: 1000,
    story: [{ do: 'mail', content: 'x'.repeat(1001) }],
  },
  'query.maxPayload': {
    because: 'a body that fits does not note how large it might have been',
    value: 0,
    story: [login, { ...create, body: '{}' }],
  },
};

const seen = (run: Run) => [answersOf(run), run.transitions, run.posts];

/** Throws where the point makes a difference that the default run did not own up to. */
export const compare = (
  story: Tale,
  { id, value }: { readonly id: AssumptionId; readonly value: unknown },
  setup: Setup,
): void => {
  const run = play(story, setup);
  if (run.leaned.has(id)) return;
  same(seen(run), seen(play(story, { ...setup, assumptions: { [id]: value } })));
};

const all = (
  story: Tale,
  service: Service,
  limits: 'stated' | 'wide',
  excepted: (id: AssumptionId) => boolean,
): void => {
  const setup = { service, limits } as const;
  const run = play(story, setup);
  const base = seen(run);
  for (const { id, value } of alternatives) {
    if (run.leaned.has(id) || excepted(id)) continue;
    same([id, value, base], [id, value, seen(play(story, { ...setup, assumptions: { [id]: value } }))]);
  }
};

/** Stories whose strays, mails and exact moments touch many points. */
const wide: Arbitrary<Tale> = tuple(
  stories({ longest: 10 }),
  oneof(constant([]), constant([wait(day), ...times(3, login)])),
).map(([tale, more]) => [...tale, ...more]);

export const ledgerLaws = {
  ledger: law(
    'a point that a run did not lean on may be decided otherwise: every answer stays the same',
    wide,
    (story, service) => all(story, service, 'stated', (id) => id in gaps),
    32,
  ),
  ledgerUnlimited: law(
    'the same holds for who counts, and how, while no limit is hit',
    wide,
    (story, service) =>
      all(story, service, 'wide', (id) => id in gaps && !id.startsWith('limits.') && id !== 'auth.order'),
    20,
  ),
};
