import { type Arbitrary, constant, oneof, tuple } from 'fast-check';
import { type AssumptionId, assumptionIds, assumptionRow, defaultAssumptions } from '../../src/spec/assumptions.ts';
import { answersOf, law, same } from './law.ts';
import { day, type Command, type Commands } from './commands.ts';
import { play } from './play.ts';
import type { Run, Service, Setup } from './run.ts';
import { commandLists } from './arbitraries.ts';

/** The law of assumptions: a point that a run did not rely on could have been decided otherwise without anybody noticing. */

/** Every value but the default that a point has by name, or as a sample. */
const alternatives = assumptionIds.flatMap((id) =>
  assumptionRow(id)
    .variants.flatMap((variant): readonly unknown[] => (typeof variant === 'string' ? [variant] : variant.samples))
    .filter((value) => value !== defaultAssumptions[id])
    .map((value) => ({ id, value })),
);

interface Gap {
  readonly because: string;
  /** Commands that decide the point without relying on it. */
  readonly commands: Commands;
  readonly value: unknown;
}

const me = 'app/ann/orders';
const login: Command = { do: 'login', as: me };
const create: Command = { do: 'create', as: me, region: 'eu-west-1' };
const stray: Command = { ...create, bearer: 'unknown' };
const list: Command = { do: 'list', as: me, of: me, region: 'eu-west-1' };
const wait = (length: number): Command => ({ do: 'wait', for: length });
const times = (count: number, command: Command): Commands => Array.from({ length: count }, () => command);

/** Points that decide what a run does without its relying on them; each shows commands in which they do. */
export const gaps: Partial<Record<AssumptionId, Gap>> = {
  'limits.who': {
    because: 'only refusals note it, and under the variant applications share limits over all scopes',
    value: 'per-application',
    commands: [
      login,
      { do: 'login', as: 'app/ann/profile' },
      ...times(5, create),
      { do: 'create', as: 'app/ann/profile', region: 'eu-west-1' },
    ],
  },
  'limits.burst': {
    because: 'only refusals note it, and a bucket refuses what was never under way together',
    value: 'token-bucket',
    commands: [login, ...times(6, list)],
  },
  'auth.order': {
    because: 'a refusal at a gate does not note it, and under the variant such requests count',
    value: 'limits-first',
    commands: times(6, stray),
  },
  'email.contentLimit': {
    because: 'without a limit no content is too long, so only the variant notes it',
    value: 1000,
    commands: [{ do: 'mail', content: 'x'.repeat(1001) }],
  },
  'query.maxPayload': {
    because: 'a body that fits does not note how large it might have been',
    value: 0,
    commands: [login, { ...create, body: '{}' }],
  },
};

const seen = (run: Run) => [answersOf(run), run.transitions, run.notifications];

/** Throws where the point makes a difference that the default run did not own up to. */
export const compare = (
  commands: Commands,
  { id, value }: { readonly id: AssumptionId; readonly value: unknown },
  setup: Setup,
): void => {
  const run = play(commands, setup);
  if (run.leaned.has(id)) return;
  same(seen(run), seen(play(commands, { ...setup, assumptions: { [id]: value } })));
};

const all = (
  commands: Commands,
  service: Service,
  limits: 'stated' | 'wide',
  excepted: (id: AssumptionId) => boolean,
): void => {
  const setup = { service, limits } as const;
  const run = play(commands, setup);
  const base = seen(run);
  for (const { id, value } of alternatives) {
    if (run.leaned.has(id) || excepted(id)) continue;
    same([id, value, base], [id, value, seen(play(commands, { ...setup, assumptions: { [id]: value } }))]);
  }
};

/** Commands whose strays, mails and exact moments touch many points. */
const wide: Arbitrary<Commands> = tuple(
  commandLists({ longest: 10 }),
  oneof(constant([]), constant([wait(day), ...times(3, login)])),
).map(([commands, more]) => [...commands, ...more]);

export const assumptionLaws = {
  assumptions: law(
    'a point that a run did not rely on may be decided otherwise: every answer stays the same',
    wide,
    (commands, service) => all(commands, service, 'stated', (id) => id in gaps),
    32,
  ),
  assumptionsUnlimited: law(
    'the same holds for who counts, and how, while no limit is hit',
    wide,
    (commands, service) =>
      all(commands, service, 'wide', (id) => id in gaps && !id.startsWith('limits.') && id !== 'auth.order'),
    20,
  ),
};
