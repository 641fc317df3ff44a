import { array, boolean, constantFrom, tuple } from 'fast-check';
import { answersOf, everything, law, same, stateOf } from './law.ts';
import { toApplication, toCustomer } from './actions.ts';
import { type Command, partsOf, type Commands, type Who } from './commands.ts';
import { fork, perform, play } from './play.ts';
import type { Run } from './run.ts';
import { creates, downloads, lists, commandLists } from './arbitraries.ts';

/** Laws of who does not feel what others do, as long as they share no limit, no query and no service in fault. */

const customerIn = (as: Who | undefined): string | undefined => as && partsOf(as).customerId;
const clientIn = (as: Who | undefined): string | undefined => as && partsOf(as).clientId;

/** What can be seen of a run by one customer's side. Store calls are an application's, not a customer's. */
const sideOf = (run: Run, customers: readonly string[]) => ({
  answers: answersOf(run).filter(({ as, to }) => to !== 'store' && customers.includes(customerIn(as) ?? '')),
  transitions: run.transitions.filter(({ customer }) => customers.includes(customer)),
  events: run.events.filter(({ customer }) => customers.includes(customer ?? '')),
});

/** The commands of a stranger, scattered over those of others; time is the others' own. */
const scatter = (commands: Commands, strange: Commands, where: readonly boolean[]): Commands => {
  const left = strange.filter(({ do: what }) => what !== 'wait');
  const mixed = commands.flatMap((command, at) => {
    const next = where[at % where.length] === true ? left.splice(0, 2) : [];
    return [...next, command];
  });
  return [...mixed, ...left].map((command) => (strange.includes(command) ? { ...command, extra: true } : command));
};

const places = array(boolean(), { minLength: 3, maxLength: 9 });
const mine: readonly Who[] = ['app/ann/orders', 'app/bob/orders', 'other/ann/orders', 'app/ann/profile'];
const theirs: readonly Who[] = ['app/cyd/orders', 'other/cyd/profile', 'app/cyd/profile', 'other/cyd/orders'];
const personal = ['customer'] as const;
/** Faults wait for whoever comes first, so they are nobody's own. */
const shared = ['customer', 'application', 'service', 'endpoint'] as const;

/** Commands, a point among them, and one thing more that is done there. */
const interrupted = (whos: readonly Who[], act: ReturnType<typeof toCustomer>) =>
  tuple(commandLists({ whos, actions: [] }), act, commandLists({ whos, actions: [], longest: 6 }));

export const neighbourLaws = {
  strangers: law(
    'a customer more, however busy, changes nothing for the others while no shared limit is hit',
    tuple(commandLists({ whos: mine, actions: shared }), commandLists({ whos: theirs, actions: personal }), places),
    ([commands, strange, where], service) => {
      const setup = { service, limits: 'wide' } as const;
      const crowd = scatter(
        commands,
        strange.map((command) => ({ ...command })),
        where,
      );
      same(sideOf(play(commands, setup), ['ann', 'bob']), sideOf(play(crowd, setup), ['ann', 'bob']));
    },
  ),
  otherScope: law(
    'under the stated limits, an application with another scope changes nothing for the rest, however it hammers',
    tuple(
      commandLists({ whos: ['app/ann/orders', 'app/bob/orders'], actions: shared }),
      commandLists({ whos: ['other/cyd/profile'], actions: personal }),
      places,
    ),
    ([commands, strange, where], service) => {
      const crowd = scatter(
        commands,
        strange.map((command) => ({ ...command })),
        where,
      );
      same(sideOf(play(commands, { service }), ['ann', 'bob']), sideOf(play(crowd, { service }), ['ann', 'bob']));
    },
  ),
  order: law(
    'of two requests of unrelated customers at one instant it does not matter which comes first',
    tuple(
      commandLists(),
      constantFrom<Command>({ do: 'login', as: 'app/ann/orders' }, { do: 'refresh', as: 'app/ann/orders' }).chain(
        (login) =>
          tuple(
            constantFrom(login),
            creates(['app/ann/orders']),
            lists(['app/ann/orders']),
            downloads(['app/ann/orders']),
          ),
      ),
      tuple(creates(['other/cyd/profile']), lists(['other/cyd/profile']), downloads(['other/cyd/profile'])),
      commandLists({ longest: 5 }),
    ),
    ([before, ours, strange, after], service) => {
      const run = play(before, { service, limits: 'wide' });
      const other = fork(run);
      // What waits for the next request to an operation takes whichever comes first.
      run.world.faults.length = 0;
      other.world.faults.length = 0;
      for (const command of [...ours, ...strange, ...after]) perform(run, atOnce(command));
      for (const command of [...strange, ...ours, ...after]) perform(other, atOnce(command));
      same(sideOf(run, ['ann', 'bob']), sideOf(other, ['ann', 'bob']));
      same(sideOf(run, ['cyd']), sideOf(other, ['cyd']));
      same(stateOf(run.world), stateOf(other.world));
    },
  ),
  customerActions: law(
    'what is done to one customer — tokens, consent, account, collection — is felt by no other',
    interrupted(['app/ann/orders', 'app/bob/orders', 'other/cyd/profile', 'other/ann/profile'], toCustomer(['ann'])),
    ([before, act, after], service) => {
      const setup = { service, limits: 'wide' } as const;
      const [run, other] = [play([...before, ...after], setup), play([...before, act, ...after], setup)];
      same(sideOf(run, ['bob', 'cyd']), sideOf(other, ['bob', 'cyd']));
    },
    200,
  ),
  applicationActions: law(
    'what is done to one application in the console is felt by no other',
    interrupted(['app/ann/orders', 'app/bob/orders', 'other/cyd/profile'], toApplication(['other'])),
    ([before, act, after], service) => {
      const [run, other] = [play([...before, ...after], { service }), play([...before, act, ...after], { service })];
      same(sideOf(run, ['ann', 'bob']), sideOf(other, ['ann', 'bob']));
      same(
        answersOf(run).filter(({ as }) => clientIn(as) === 'app'),
        answersOf(other).filter(({ as }) => clientIn(as) === 'app'),
      );
    },
  ),
  downloads: law(
    'downloading, however often, changes nothing at all',
    tuple(commandLists({ actions: ['customer', 'application', 'service', 'endpoint'] }), downloads(), places),
    ([commands, download, where], service) => {
      const greedy = commands.flatMap((command, at): Commands => {
        const again = where[at % where.length] === true ? [{ ...download, extra: true } as const] : [];
        return [...again, command, ...again];
      });
      const [run, other] = [play(commands, { service }), play(greedy, { service })];
      same({ ...everything(run), events: [] }, { ...everything(other), events: [] });
    },
  ),
  listing: law(
    'listing changes nothing but the memory of answers and the counters of limits',
    tuple(commandLists({ actions: ['customer', 'application', 'service', 'endpoint'] }), lists(), places),
    ([commands, list, where], service) => {
      const asked = { ...list, extra: true } as const;
      const curious = commands.flatMap(
        (command, at): Commands => (where[at % where.length] === true ? [asked, command] : [command]),
      );
      const setup = { service, limits: 'wide' } as const;
      // A page that is first seen by the listing that is extra is another page: what comes of it is not compared.
      const [run, other] = [commands, curious].map((one) =>
        play(
          one.filter(({ do: what }) => what !== 'download'),
          setup,
        ),
      );
      if (run === undefined || other === undefined) throw new Error('two commandLists make two runs');
      const parts = ['memory', 'counters', 'open'] as const;
      same(stateOf(run.world, ...parts), stateOf(other.world, ...parts));
      same(
        answersOf(run).filter(({ to }) => to !== 'list'),
        answersOf(other).filter(({ to }) => to !== 'list'),
      );
      same([run.transitions, run.notifications], [other.transitions, other.notifications]);
    },
  ),
};

/** A request whose answer arrives at once, so that requests under way need no numbers. */
const atOnce = (command: Command): Command => {
  if (!('takes' in command) || command.do === 'endpoint') return command;
  const { takes: _, ...rest } = command;
  return rest;
};
