import { array, boolean, constantFrom, integer, nat, record, tuple } from 'fast-check';
import type { Assumptions } from '../../src/spec/assumptions.ts';
import { answersOf, law, same } from './law.ts';
import { minute, type Command, second, type Commands, type Who } from './commands.ts';
import { ask, fork, perform, play } from './play.ts';
import type { Answer, Run } from './run.ts';

/** Laws of rates, bursts and quotas. */

const readings = record({
  'limits.window': constantFrom('sliding', 'fixed'),
  'limits.boundary': constantFrom('forgotten', 'counted'),
  'limits.throttledCounts': constantFrom('not-counted', 'counted'),
  'limits.cachedCounts': constantFrom('counted', 'not-counted'),
  'limits.who': constantFrom('as-stated', 'per-application'),
  'limits.burst': constantFrom('in-flight', 'token-bucket'),
} satisfies { readonly [Id in keyof Assumptions]?: unknown });

const whos: readonly Who[] = ['app/ann/orders', 'app/bob/orders', 'other/ann/orders', 'app/ann/profile'];

/** Creates and lists with pauses as they matter to limits. */
const rushes = (callers: readonly Who[]) =>
  array(
    tuple(
      constantFrom(...callers),
      boolean(),
      integer({ min: 1, max: 4 }),
      constantFrom(0, 0, 1, 99, 100, 199, 200, second - 1, second, second + 1, 2 * minute),
      constantFrom(0, 0, 500),
    ),
    { minLength: 4, maxLength: 16, size: 'max' },
  ).map((bursts) => [
    ...callers.map((as): Command => ({ do: 'login', as })),
    ...bursts.flatMap(([as, creates, often, pause, takes]): Commands => {
      const rest = { as, region: 'eu-west-1', ...(takes > 0 && { takes }) } as const;
      const command: Command = creates ? { do: 'create', ...rest } : { do: 'list', of: as, ...rest };
      return [...Array.from({ length: often }, () => ({ ...command })), { do: 'wait', for: pause }];
    }),
  ]);

const refused = ({ answers }: Pick<Run, 'answers'>): readonly Answer[] =>
  answers.filter(({ status }) => status === 429);
const bare = (run: Run): readonly Answer[] => answersOf(run);
const isCall = ({ do: what }: Command): boolean => what === 'create' || what === 'list';

export const limitLaws = {
  fewer: law(
    'where no limit refused, none refuses when any one of the requests is left out, however limits are read',
    tuple(rushes(whos), readings, nat()),
    ([commands, assumptions, nth], service) => {
      const refusal = play(commands, { service, assumptions }).answers.find(({ status }) => status === 429);
      const calm = refusal === undefined ? commands : commands.slice(0, commands.indexOf(refusal.command));
      const calls = calm.filter(isCall);
      const gone = calls[nth % Math.max(1, calls.length)];
      same(
        [],
        refused(
          play(
            calm.filter((command) => command !== gone),
            { service, assumptions },
          ),
        ),
      );
    },
    200,
  ),
  firstRefusal: law(
    'whether a request is refused is settled by those before it: the first refusal stays when the rest is left out',
    tuple(rushes(whos), readings),
    ([commands, assumptions], service) => {
      const run = play(commands, { service, assumptions });
      const first = run.answers.findIndex(({ status }) => status === 429);
      const command = run.answers[first]?.command;
      if (command === undefined) return;
      const before = commands.slice(0, commands.indexOf(command) + 1);
      same(bare(run)[first], bare(play(before, { service, assumptions })).at(-1));
    },
  ),
  who: law(
    'with one application and one scope it makes no difference who shares a limit',
    tuple(rushes(['app/ann/orders', 'app/bob/orders']), readings),
    ([commands, assumptions], service) => {
      const setup = (who: Assumptions['limits.who']) => ({
        service,
        assumptions: { ...assumptions, 'limits.who': who },
      });
      same(bare(play(commands, setup('as-stated'))), bare(play(commands, setup('per-application'))));
    },
  ),
  row: law(
    'which row a limit refuses with changes no verdict',
    tuple(rushes(whos), readings),
    ([commands, assumptions], service) => {
      const oneRow = { ...assumptions, 'limits.errorRow': 'one-row' } as const;
      const verdicts = (run: Run): readonly number[] => run.answers.map(({ status }) => status);
      same(
        verdicts(play(commands, { service, assumptions })),
        verdicts(play(commands, { service, assumptions: oneRow })),
      );
    },
  ),
  wide: law(
    'a limit that is not reached is as good as none',
    tuple(rushes(whos), readings),
    ([commands, assumptions], service) => {
      const run = play(commands, { service, assumptions });
      const end = run.answers.findIndex(({ status }) => status === 429);
      const count = end < 0 ? run.answers.length : end;
      same(bare(run).slice(0, count), bare(play(commands, { service, assumptions, limits: 'wide' })).slice(0, count));
    },
  ),
  retryAfter: law(
    'Retry-After names the first whole second after which the limit that refused lets the request through',
    tuple(rushes(whos), readings),
    ([commands, reading], service) => {
      // A limit on requests under way ends when their answers arrive, and a throttled request that counts prolongs its wait.
      const assumptions = {
        ...reading,
        'limits.burst': 'in-flight',
        'limits.throttledCounts': 'not-counted',
        'limits.retryAfter': 'seconds',
      } as const;
      const prompt = commands.map(
        (command): Command => (isCall(command) && 'takes' in command ? ({ ...command, takes: 0 } as Command) : command),
      );
      const refusal = play(prompt, { service, assumptions }).answers.find(({ status }) => status === 429);
      if (refusal === undefined) return;
      const run = play(prompt.slice(0, prompt.indexOf(refusal.command) + 1), { service, assumptions });
      const seconds = Number(refusal.headers['retry-after']);
      const refusedAfter = (length: number): boolean => {
        const later = fork(run);
        perform(later, { do: 'wait', for: length });
        const answer = ask(later, refusal.command);
        return answer?.status === 429 && answer.row === refusal.row;
      };
      same([true, false], [refusedAfter((seconds - 1) * second), refusedAfter(seconds * second)]);
    },
    120,
  ),
};
