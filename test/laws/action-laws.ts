import { type Arbitrary, constantFrom, pre, tuple } from 'fast-check';
import type { Action } from '../../src/core/action.ts';
import { serviceFaultNames } from '../../src/spec/faults.ts';
import { answersOf, everything, law, same, stateOf, view } from './law.ts';
import { minute, type Command, second, type Commands } from './commands.ts';
import { fork, perform, play } from './play.ts';
import type { Run, Service } from './run.ts';
import { commandLists } from './arbitraries.ts';

/** Laws of what is done to the world: what undoes what, what comes to nothing. */

const act = (action: Action): Command => ({ do: 'act', action });
const someCommands = commandLists({ longest: 8 });
const faultless = commandLists({ actions: ['customer', 'application', 'service', 'endpoint'], longest: 8 });
/** Moves during which no query begins. */
const idle = commandLists({ actions: ['endpoint'], longest: 6 }).map((commands) =>
  commands.filter(({ do: what }) => what !== 'create'),
);
const customers = constantFrom('ann', 'bob', 'cyd');

const underWay = ({ world }: Run, customer: string): boolean =>
  [...world.queries.values()].some(({ state, customerId }) => state === 'inProgress' && customerId === customer);

/** Goes on from one world in two ways. */
const branch = (
  before: Commands,
  service: Service,
  one: Commands,
  other: Commands,
  assumptions = {},
): readonly [Run, Run] => {
  const run = play(before, { service, assumptions });
  const copy = fork(run);
  for (const command of one) perform(run, command);
  for (const command of other) perform(copy, command);
  return [run, copy];
};

const undone: Arbitrary<readonly [Action, Action]> = constantFrom<readonly [Action, Action]>(
  ...serviceFaultNames.map(
    (fault) =>
      [
        { do: 'beginFault', fault },
        { do: 'endFault', fault },
      ] as const,
  ),
  [
    { do: 'regionDown', region: 'eu-west-1', failure: { kind: 'status', status: 503 } },
    { do: 'regionUp', region: 'eu-west-1' },
  ],
  [
    { do: 'delistApp', application: 'app' },
    { do: 'allowlistApp', application: 'app' },
  ],
  [
    { do: 'disableScope', application: 'app', scope: 'orders' },
    { do: 'enableScope', application: 'app', scope: 'orders' },
  ],
  [
    { do: 'detachProfile', application: 'app', api: 'portability' },
    { do: 'attachProfile', application: 'app', api: 'portability' },
  ],
);

const brief = constantFrom(1, second, minute + 7, 5 * minute);
const lasting: Arbitrary<readonly [(length?: number) => Action, Action]> = constantFrom<
  readonly [(length?: number) => Action, Action]
>(
  ...serviceFaultNames.map(
    (fault) =>
      [
        (length?: number): Action => ({ do: 'beginFault', fault, ...(length && { for: length }) }),
        { do: 'endFault', fault },
      ] as const,
  ),
  [
    (length) => ({
      do: 'regionDown',
      region: 'us-east-1',
      failure: { kind: 'row', row: 'integrationTimeout' },
      ...(length && { for: length }),
    }),
    { do: 'regionUp', region: 'us-east-1' },
  ],
);

export const actionLaws = {
  held: law(
    'an account held and released while no query is under way changes nothing, whatever is asked meanwhile',
    tuple(someCommands, customers, idle, someCommands),
    ([before, customer, meanwhile, after], service) => {
      const hold = act({ do: 'holdAccount', customer });
      const release = act({ do: 'releaseAccount', customer });
      pre(!underWay(play(before, { service }), customer));
      const [run, other] = branch(
        before,
        service,
        [release, ...meanwhile, ...after],
        [hold, ...meanwhile, release, ...after],
      );
      same(everything(run), everything(other));
    },
  ),
  heldBriefly: law(
    'where cancelling waits for the end and a requirement may come back, holding and releasing changes nothing at all',
    tuple(someCommands, customers, someCommands),
    ([before, customer, after], service) => {
      const assumptions = {
        'query.cancelMoment': 'at-collection-end',
        'query.holdReleasedBeforeEnd': 'completes',
      } as const;
      const both = [act({ do: 'holdAccount', customer }), act({ do: 'releaseAccount', customer })];
      const release = [act({ do: 'releaseAccount', customer })];
      const [run, other] = branch(before, service, [...release, ...after], [...both, ...after], assumptions);
      same(view(run), view(other));
    },
  ),
  consentAgain: law(
    'consent withdrawn and given again at once, while no query is under way, changes nothing',
    tuple(someCommands, constantFrom('revokeConsent', 'expireConsent'), customers, someCommands),
    ([before, how, customer, after], service) => {
      const grant = act({ do: 'grantConsent', customer });
      const run = play(before, { service });
      pre(!underWay(run, customer));
      const [one, other] = branch(before, service, [grant, ...after], [act({ do: how, customer }), grant, ...after]);
      same(everything(one), everything(other));
    },
  ),
  undone: law(
    'what is undone at once was never done',
    tuple(commandLists({ actions: ['customer', 'fault'], longest: 8 }), undone, someCommands),
    ([before, [does, undoes], after], service) => {
      const [run, other] = branch(before, service, after, [act(does), act(undoes), ...after]);
      same(everything(run), everything(other));
    },
  ),
  idleActions: law(
    'an action that finds nothing to act on changes nothing',
    tuple(
      someCommands,
      constantFrom<Action>(
        { do: 'releaseAccount', customer: 'bob' },
        { do: 'finishCollection', customer: 'bob' },
        { do: 'revokeConsent', customer: 'bob', scope: 'profile' },
        { do: 'expireConsent', customer: 'bob', scope: 'profile' },
        { do: 'endFault', fault: 'authorizerFails' },
        { do: 'regionUp', region: 'us-west-2' },
        { do: 'allowlistApp', application: 'nobody' },
        { do: 'expireStoreToken', store: 'reporting' },
        { do: 'revokeToken', customer: 'nobody' },
      ),
      someCommands,
    ),
    ([before, action, after], service) => {
      const run = play(before, { service });
      const consented = [...run.world.consents.keys()].some((name) => name.includes('bob\u0000profile'));
      pre(!underWay(run, 'bob') && !run.world.accountsOnHold.has('bob') && !consented);
      pre(!run.world.serviceFaults.has('authorizerFails'));
      const [one, other] = branch(before, service, after, [act(action), ...after]);
      same(everything(one), everything(other));
    },
  ),
  lasting: law(
    'what lasts for a while is what is begun and then ended by hand',
    tuple(faultless, lasting, idle, brief, faultless),
    ([before, [begin, end], requests, length, after], service) => {
      const during = requests.filter(({ do: what }) => what !== 'wait');
      const wait: Command = { do: 'wait', for: length };
      const [run, other] = branch(
        before,
        service,
        [act(begin(length)), ...during, wait, act(end), ...after],
        [act(begin()), ...during, wait, act(end), ...after],
      );
      same(everything(run), everything(other));
      const [left, ended] = branch(
        before,
        service,
        [act(begin(length)), ...during, wait, ...after],
        [act(begin()), ...during, wait, act(end), ...after],
      );
      const parts = ['serviceFaults', 'outages'] as const;
      same(view(left), view(ended));
      same(stateOf(left.world, ...parts), stateOf(ended.world, ...parts));
    },
  ),
  consentFor: law(
    'consent given for a while is consent that somebody ends then',
    tuple(faultless, customers, idle, brief, someCommands),
    ([before, customer, requests, length, after], service) => {
      const during = requests.filter(({ do: what }) => what !== 'wait');
      const wait: Command = { do: 'wait', for: length };
      const expire = act({ do: 'expireConsent', customer });
      const grant = act({ do: 'grantConsent', customer, for: length });
      const open = act({ do: 'grantConsent', customer });
      const run = play([...before, open], { service });
      // A collection that ends at that very instant may come before or after the hand.
      pre(
        ![...run.world.queries.values()].some((one) => one.state === 'inProgress' && one.endsAt === run.now + length),
      );
      const logins = during.filter(({ do: what }) => what !== 'login');
      const [one, other] = branch(
        before,
        service,
        [grant, ...logins, wait, ...after],
        [open, ...logins, wait, expire, ...after],
      );
      same(answersOf(one), answersOf(other));
      same(
        one.transitions.map(({ query, to, at }) => `${query} ${to} ${at}`).sort(),
        other.transitions.map(({ query, to, at }) => `${query} ${to} ${at}`).sort(),
      );
    },
  ),
};
