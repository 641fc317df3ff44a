import { constantFrom, integer, tuple } from 'fast-check';
import type { RequestFault } from '../../src/core/action.ts';
import { answersOf, everything, law, same, stateOf, view } from './law.ts';
import { exchangeFaults } from './levers.ts';
import { everyone, minute, type Move, type Tale } from './moves.ts';
import { ask, fork, perform, play } from './play.ts';
import { requestFor } from './requests.ts';
import type { Given, Run } from './run.ts';
import { creates, lengths, lists, stories } from './stories.ts';

/** Laws of requests that come to nothing, of answers that do not arrive, and of answers given twice. */

const faultless = stories({ levers: ['customer', 'application', 'service', 'endpoint'] });
const calls = (to: Given['to']): boolean => to === 'create' || to === 'list';

/** A story without the requests that were answered in a certain way. */
const without = (tale: Tale, service: Parameters<typeof play>[1], gone: (answer: Given) => boolean) => {
  const own = tale.map((move) => ({ ...move }));
  const run = play(own, service);
  const refused = new Set(run.answers.filter(gone).map(({ move }) => move));
  return {
    kept: {
      ...view(run),
      answers: answersOf({ ...run, answers: run.answers.filter(({ move }) => !refused.has(move)) }),
    },
    // Requests under way are known by a number of their own.
    state: stateOf(run.world, 'open'),
    rest: play(
      own.filter((move) => !refused.has(move)),
      service,
    ),
  };
};

const operationOf: Partial<Record<Move['do'], RequestFault['operation']>> = {
  create: 'createDataQuery',
  list: 'listDataQueryRecords',
  login: 'requestToken',
  mail: 'sendEmail',
};

/** Whether an answer is one that the operation itself gave, or the memory for it. */
const isOperations = ({ to, metLimits, status }: Given): boolean => calls(to) && metLimits && status < 429;

export const refusalLaws = {
  gates: law(
    'a request refused at a gate might as well not have been sent',
    faultless,
    (tale, service) => {
      const { kept, state, rest } = without(tale, { service }, (one) => calls(one.to) && !one.metLimits);
      same(kept, view(rest));
      same(state, stateOf(rest.world, 'open'));
    },
    150,
  ),
  throttled: law(
    'where throttled requests do not count, one that a limit refused might as well not have been sent',
    faultless,
    (tale, service) => {
      const refused = (one: Given): boolean => one.metLimits && one.status === 429;
      const { kept, state, rest } = without(tale, { service }, refused);
      same(kept, view(rest));
      same(state, stateOf(rest.world, 'open'));
    },
    150,
  ),
  injected: law(
    'after a failure that was injected, the retry is answered as if nothing had been',
    tuple(
      faultless,
      constantFrom<Move>(
        { do: 'create', as: 'app/ann/orders', region: 'eu-west-1' },
        { do: 'list', as: 'app/ann/orders', of: 'app/ann/orders', region: 'us-west-2' },
        { do: 'mail', content: 'x' },
      ),
      integer({ min: 1, max: 3 }),
      stories({ levers: ['customer'], longest: 5 }),
    ),
    ([before, move, times, after], service) => {
      const operation = operationOf[move.do] ?? 'createDataQuery';
      const failure = { kind: 'status', status: 503 } as const;
      const fail: Move = { do: 'lever', action: { do: 'fail', operation, failure, times } };
      const failed = Array.from({ length: times }, (): Move => ({ ...move, extra: true }));
      const run = play([...before, move, ...after], { service });
      same(everything(run), everything(play([...before, fail, ...failed, move, ...after], { service })));
    },
  ),
  lost: law(
    'an answer that is lost or late was given all the same: the world is as if it had arrived',
    tuple(stories({ levers: ['customer', 'application', 'service', 'endpoint'] }), exchangeFaults),
    ([tale, fault], service) => {
      const unlucky: Tale = [{ do: 'lever', action: { ...fault, times: 1000 } }, ...tale];
      const [run, other] = [play(tale, { service }), play(unlucky, { service })];
      same(view(run), view(other));
      same(stateOf(run.world, 'faults'), stateOf(other.world, 'faults'));
    },
  ),
  repeated: law(
    'within five minutes the same request gets the same bytes, whatever has happened in the meantime',
    tuple(
      stories(),
      stories({ levers: ['customer', 'application', 'service'], longest: 5 }),
      lengths,
      constantFrom(...everyone).chain((as) => tuple(creates([as]), lists([as]))),
    ),
    ([before, meanwhile, length, requests], service) => {
      const run = play(before, { service });
      for (const move of requests) {
        const branch = fork(run);
        const request = requestFor(branch, move);
        const sends: Run = { ...branch, setup: { ...branch.setup, spell: () => request } };
        const first = ask(sends, move);
        if (first === undefined || !isOperations(first) || first.remembered) continue;
        for (const one of meanwhile) if (one.do !== 'wait') perform(branch, one);
        perform(branch, { do: 'wait', for: Math.min(length, 5 * minute - 1) });
        sends.now = branch.now;
        const again = ask(sends, move);
        if (again === undefined || !again.metLimits || again.status === 429) continue;
        same([first.status, first.text, first.headers], [again.status, again.text, again.headers]);
      }
    },
    150,
  ),
  twice: law(
    'to send every request twice changes no answer to the first of each, while no limit is hit',
    stories({ levers: ['customer', 'application', 'service', 'endpoint'] }),
    (tale, service) => {
      // To go on to the page after is no repetition.
      const plain = tale.map((move): Move => (move.do === 'list' ? { ...move, next: false } : move));
      const stutter = plain.flatMap((move): Tale => (calls(move.do) ? [move, { ...move, extra: true }] : [move]));
      const [run, other] = [play(plain, { service, limits: 'wide' }), play(stutter, { service, limits: 'wide' })];
      same(view(run), view(other));
      same(stateOf(run.world, 'counters', 'open'), stateOf(other.world, 'counters', 'open'));
    },
    120,
  ),
};
