import { array, constantFrom, integer, tuple } from 'fast-check';
import { law, same } from './law.ts';
import { hour, minute, type Command, partsOf, type Commands, type Who } from './commands.ts';
import { ask, finish, fork, perform, play } from './play.ts';
import { clientOf, type Run, type Service } from './run.ts';
import { commandLists } from './arbitraries.ts';

/** Laws of queries, of what is told when they end, and of the pages they are read in. */

const slot = ({ customer, scope }: { readonly customer: string; readonly scope: string }): string =>
  `${customer}/${scope}`;

/** The slots with a query under way, as the changes of state tell it, up to one of them. */
const busyAfter = (run: Run, changes: number): readonly string[] => {
  const busy: string[] = [];
  for (const change of run.transitions.slice(0, changes)) {
    if (change.to === 'inProgress') busy.push(slot(change));
    else busy.splice(busy.indexOf(slot(change)), 1);
  }
  return busy;
};

const reader: Who = 'app/ann/orders';
const list = (size: string, next = false): Command => ({
  do: 'list',
  as: reader,
  of: reader,
  region: 'eu-west-1',
  size,
  next,
});

/** A query of so many records, completed. */
const completed = (records: number, service: Service, assumptions = {}): Run => {
  const commands: Commands = [
    { do: 'login', as: reader },
    { do: 'create', as: reader, region: 'eu-west-1' },
    { do: 'wait', for: 10 * minute },
  ];
  return play(commands, { service, records, limits: 'wide', assumptions });
};

const linksOn = (run: Run, command: Command): readonly { readonly file: string; readonly schema: string }[] =>
  ask(run, command)?.status === 200 ? clientOf(run, reader).links : [];

/** All pages from the first to the last; `sizes` are taken in turn. */
const readPages = (run: Run, sizes: readonly number[]) => {
  const found: unknown[] = [...linksOn(run, list(String(sizes[0])))];
  for (let page = 1; clientOf(run, reader).next !== '' && page < 500; page++) {
    found.push(...linksOn(run, list(String(sizes[page % sizes.length]), true)));
  }
  return found;
};

const files = (run: Run, links: readonly { readonly file: string }[]): readonly unknown[] =>
  links.map(({ file }) => {
    const request = { method: 'GET', url: file, headers: {}, body: '' };
    return run.setup.service?.(run.world, { kind: 'request', request }, run.now).reply?.answer.body;
  });

const size = integer({ min: 1, max: 250 });
const records = integer({ min: 0, max: 40 });

export const queryLaws = {
  oneAtATime: law(
    'a customer and scope never have two queries under way at once',
    commandLists(),
    (commands, service) => {
      const run = play(commands, { service });
      for (let changes = 1; changes <= run.transitions.length; changes++) {
        const busy = busyAfter(run, changes);
        same(busy.length, new Set(busy).size);
      }
    },
    250,
  ),
  conflict: law(
    'a create that the operation answers gets 409 if and only if a query is under way',
    commandLists({ actions: ['customer', 'application', 'endpoint'] }),
    (commands, service) => {
      const run = play([], { service });
      for (const command of commands) {
        const before = run.transitions.length;
        perform(run, command);
        const answer = run.answers.at(-1);
        if (command.do !== 'create' || answer === undefined || !answer.metLimits) continue;
        if (answer.remembered || answer.status === 429) continue;
        const { customerId: customer, scope } = partsOf(command.as);
        same(answer.status === 409, busyAfter(run, before).includes(slot({ customer, scope })));
      }
    },
    150,
  ),
  finality: law('a query begins once, ends once, and stays as it ended', commandLists(), (commands, service) => {
    const run = finish(play(commands, { service }));
    for (const { query } of run.transitions) {
      const states = run.transitions.filter((one) => one.query === query).map(({ to }) => to);
      same([2, 'inProgress'], [states.length, states[0]]);
      same(states[1], run.world.queries.get(query)?.state);
    }
  }),
  notices: law(
    'each end of a query is told exactly once, with the status it ended with, and not before',
    commandLists(),
    (commands, service) => {
      const run = finish(play(commands, { service }));
      const ends = run.transitions.filter(({ to }) => to !== 'inProgress');
      same(
        ends.map(({ query, to }) => `${query} ${to.toUpperCase()}`).sort(),
        run.notifications.map(({ query, status }) => `${query} ${status}`).sort(),
      );
      for (const post of run.notifications)
        same(
          true,
          ends.some(({ query, at }) => query === post.query && at <= post.at),
        );
    },
  ),
  recipients: law(
    'a notification is for the application that got the id of its query, in the region where it first did',
    commandLists(),
    (commands, service) => {
      const run = finish(play(commands, { service }));
      for (const { query, application, region } of run.notifications) {
        const first = run.answers.find(({ status, text }) => status === 201 && text.includes(query));
        const { command } = first ?? {};
        const asked = command?.do === 'create' ? [partsOf(command.as).clientId, command.region] : [];
        same([application, region], asked);
      }
    },
  ),
  pages: law(
    'pages joined are the whole listing, for every size of page',
    tuple(records, size),
    ([many, each], service) => {
      const run = completed(many, service);
      same([...linksOn(fork(run), list('250'))], readPages(run, [each]));
    },
    60,
  ),
  pagesOfAllSizes: law(
    'a listing read in pages of many sizes is the whole listing all the same, in order',
    tuple(
      records,
      array(integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
      constantFrom('caller-repeats', 'token-carries'),
    ),
    ([many, sizes, whose], service) => {
      const run = completed(many, service, { 'list.pageSizeOnToken': whose });
      same([...linksOn(fork(run), list('250'))], readPages(run, sizes));
    },
    60,
  ),
  recordsStay: law(
    'listed again later in its hour, a query gives new links to the same data',
    tuple(records, size, integer({ min: 5 * minute, max: hour })),
    ([many, each, later], service) => {
      const run = completed(many, service, { 'token.lifetime': '365d' });
      const before = [...linksOn(run, list(String(each)))];
      const was = files(run, before);
      perform(run, { do: 'wait', for: later });
      const after = [...linksOn(run, list(String(each)))];
      same([was, before.length], [files(run, after), after.length]);
      same(
        [],
        after.filter(({ file }) => before.some((one) => one.file === file)),
      );
    },
    40,
  ),
};
