import { array, boolean, constantFrom, tuple } from 'fast-check';
import { answersOf, everything, law, same, stateOf } from './law.ts';
import { toApplication, toCustomer } from './levers.ts';
import { type Move, partsOf, type Tale, type Who } from './moves.ts';
import { fork, perform, play } from './play.ts';
import type { Run } from './run.ts';
import { creates, downloads, lists, stories } from './stories.ts';

/** Laws of who does not feel what others do, as long as they share no limit, no query and no service in fault. */

const customerIn = (as: Who | undefined): string | undefined => as && partsOf(as).customerId;
const clientIn = (as: Who | undefined): string | undefined => as && partsOf(as).clientId;

/** What can be seen of a run by one customer's side. Store calls are an application's, not a customer's. */
const sideOf = (run: Run, customers: readonly string[]) => ({
  answers: answersOf(run).filter(({ as, to }) => to !== 'store' && customers.includes(customerIn(as) ?? '')),
  transitions: run.transitions.filter(({ customer }) => customers.includes(customer)),
  happenings: run.happenings.filter(({ customer }) => customers.includes(customer ?? '')),
});

/** The moves of a stranger, scattered over a story; time is the story's own. */
const scatter = (tale: Tale, strange: Tale, where: readonly boolean[]): Tale => {
  const left = strange.filter(({ do: what }) => what !== 'wait');
  const mixed = tale.flatMap((move, at) => {
    const next = where[at % where.length] === true ? left.splice(0, 2) : [];
    return [...next, move];
  });
  return [...mixed, ...left].map((move) => (strange.includes(move) ? { ...move, extra: true } : move));
};

const places = array(boolean(), { minLength: 3, maxLength: 9 });
const mine: readonly Who[] = ['app/ann/orders', 'app/bob/orders', 'other/ann/orders', 'app/ann/profile'];
const theirs: readonly Who[] = ['app/cyd/orders', 'other/cyd/profile', 'app/cyd/profile', 'other/cyd/orders'];
const personal = ['customer'] as const;
/** Faults wait for whoever comes first, so they are nobody's own. */
const shared = ['customer', 'application', 'service', 'endpoint'] as const;

/** A story, a point in it, and one thing more that is done there. */
const interrupted = (whos: readonly Who[], lever: ReturnType<typeof toCustomer>) =>
  tuple(stories({ whos, levers: [] }), lever, stories({ whos, levers: [], longest: 6 }));

export const neighbourLaws = {
  strangers: law(
    'a customer more, however busy, changes nothing for the others while no shared limit is hit',
    tuple(stories({ whos: mine, levers: shared }), stories({ whos: theirs, levers: personal }), places),
    ([tale, strange, where], service) => {
      const setup = { service, limits: 'wide' } as const;
      const crowd = scatter(
        tale,
        strange.map((move) => ({ ...move })),
        where,
      );
      same(sideOf(play(tale, setup), ['ann', 'bob']), sideOf(play(crowd, setup), ['ann', 'bob']));
    },
  ),
  otherScope: law(
    'under the stated limits, an application with another scope changes nothing for the rest, however it hammers',
    tuple(
      stories({ whos: ['app/ann/orders', 'app/bob/orders'], levers: shared }),
      stories({ whos: ['other/cyd/profile'], levers: personal }),
      places,
    ),
    ([tale, strange, where], service) => {
      const crowd = scatter(
        tale,
        strange.map((move) => ({ ...move })),
        where,
      );
      same(sideOf(play(tale, { service }), ['ann', 'bob']), sideOf(play(crowd, { service }), ['ann', 'bob']));
    },
  ),
  order: law(
    'of two requests of unrelated customers at one instant it does not matter which comes first',
    tuple(
      stories(),
      constantFrom<Move>({ do: 'login', as: 'app/ann/orders' }, { do: 'refresh', as: 'app/ann/orders' }).chain(
        (login) =>
          tuple(
            constantFrom(login),
            creates(['app/ann/orders']),
            lists(['app/ann/orders']),
            downloads(['app/ann/orders']),
          ),
      ),
      tuple(creates(['other/cyd/profile']), lists(['other/cyd/profile']), downloads(['other/cyd/profile'])),
      stories({ longest: 5 }),
    ),
    ([before, ours, strange, after], service) => {
      const run = play(before, { service, limits: 'wide' });
      const other = fork(run);
      // What waits for the next request to an operation takes whichever comes first.
      run.world.faults.length = 0;
      other.world.faults.length = 0;
      for (const move of [...ours, ...strange, ...after]) perform(run, atOnce(move));
      for (const move of [...strange, ...ours, ...after]) perform(other, atOnce(move));
      same(sideOf(run, ['ann', 'bob']), sideOf(other, ['ann', 'bob']));
      same(sideOf(run, ['cyd']), sideOf(other, ['cyd']));
      same(stateOf(run.world), stateOf(other.world));
    },
  ),
  customerLevers: law(
    'what is done to one customer — tokens, consent, account, collection — is felt by no other',
    interrupted(['app/ann/orders', 'app/bob/orders', 'other/cyd/profile', 'other/ann/profile'], toCustomer(['ann'])),
    ([before, lever, after], service) => {
      const setup = { service, limits: 'wide' } as const;
      const [run, other] = [play([...before, ...after], setup), play([...before, lever, ...after], setup)];
      same(sideOf(run, ['bob', 'cyd']), sideOf(other, ['bob', 'cyd']));
    },
    200,
  ),
  applicationLevers: law(
    'what is done to one application in the console is felt by no other',
    interrupted(['app/ann/orders', 'app/bob/orders', 'other/cyd/profile'], toApplication(['other'])),
    ([before, lever, after], service) => {
      const [run, other] = [play([...before, ...after], { service }), play([...before, lever, ...after], { service })];
      same(sideOf(run, ['ann', 'bob']), sideOf(other, ['ann', 'bob']));
      same(
        answersOf(run).filter(({ as }) => clientIn(as) === 'app'),
        answersOf(other).filter(({ as }) => clientIn(as) === 'app'),
      );
    },
  ),
  downloads: law(
    'downloading, however often, changes nothing at all',
    tuple(stories({ levers: ['customer', 'application', 'service', 'endpoint'] }), downloads(), places),
    ([tale, download, where], service) => {
      const greedy = tale.flatMap((move, at): Tale => {
        const again = where[at % where.length] === true ? [{ ...download, extra: true } as const] : [];
        return [...again, move, ...again];
      });
      const [run, other] = [play(tale, { service }), play(greedy, { service })];
      same({ ...everything(run), happenings: [] }, { ...everything(other), happenings: [] });
    },
  ),
  listing: law(
    'listing changes nothing but the memory of answers and the counters of limits',
    tuple(stories({ levers: ['customer', 'application', 'service', 'endpoint'] }), lists(), places),
    ([tale, list, where], service) => {
      const asked = { ...list, extra: true } as const;
      const curious = tale.flatMap((move, at): Tale => (where[at % where.length] === true ? [asked, move] : [move]));
      const setup = { service, limits: 'wide' } as const;
      // A page that is first seen by the listing that is extra is another page: what comes of it is not compared.
      const [run, other] = [tale, curious].map((one) =>
        play(
          one.filter(({ do: what }) => what !== 'download'),
          setup,
        ),
      );
      if (run === undefined || other === undefined) throw new Error('two stories make two runs');
      const parts = ['memory', 'counters', 'open'] as const;
      same(stateOf(run.world, ...parts), stateOf(other.world, ...parts));
      same(
        answersOf(run).filter(({ to }) => to !== 'list'),
        answersOf(other).filter(({ to }) => to !== 'list'),
      );
      same([run.transitions, run.posts], [other.transitions, other.posts]);
    },
  ),
};

/** A request whose answer arrives at once, so that requests under way need no numbers. */
const atOnce = (move: Move): Move => {
  if (!('takes' in move) || move.do === 'endpoint') return move;
  const { takes: _, ...rest } = move;
  return rest;
};
