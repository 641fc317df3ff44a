import { type Arbitrary, constantFrom, pre, tuple } from 'fast-check';
import type { Action } from '../../src/core/action.ts';
import { serviceFaultNames } from '../../src/spec/faults.ts';
import { answersOf, everything, law, same, stateOf, view } from './law.ts';
import { minute, type Move, second, type Tale } from './moves.ts';
import { fork, perform, play } from './play.ts';
import type { Run, Service } from './run.ts';
import { stories } from './stories.ts';

/** Laws of what is done to the world: what undoes what, what comes to nothing. */

const lever = (action: Action): Move => ({ do: 'lever', action });
const tales = stories({ longest: 8 });
const faultless = stories({ levers: ['customer', 'application', 'service', 'endpoint'], longest: 8 });
/** Moves during which no query begins. */
const idle = stories({ levers: ['endpoint'], longest: 6 }).map((tale) =>
  tale.filter(({ do: what }) => what !== 'create'),
);
const customers = constantFrom('ann', 'bob', 'cyd');

const underWay = ({ world }: Run, customer: string): boolean =>
  [...world.queries.values()].some(({ state, customerId }) => state === 'inProgress' && customerId === customer);

/** Goes on from one world in two ways. */
const branch = (before: Tale, service: Service, one: Tale, other: Tale, assumptions = {}): readonly [Run, Run] => {
  const run = play(before, { service, assumptions });
  const copy = fork(run);
  for (const move of one) perform(run, move);
  for (const move of other) perform(copy, move);
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

export const leverLaws = {
  held: law(
    'an account held and released while no query is under way changes nothing, whatever is asked meanwhile',
    tuple(tales, customers, idle, tales),
    ([before, customer, meanwhile, after], service) => {
      const hold = lever({ do: 'holdAccount', customer });
      const release = lever({ do: 'releaseAccount', customer });
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
    tuple(tales, customers, tales),
    ([before, customer, after], service) => {
      const assumptions = {
        'query.cancelMoment': 'at-collection-end',
        'query.holdReleasedBeforeEnd': 'completes',
      } as const;
      const both = [lever({ do: 'holdAccount', customer }), lever({ do: 'releaseAccount', customer })];
      const release = [lever({ do: 'releaseAccount', customer })];
      const [run, other] = branch(before, service, [...release, ...after], [...both, ...after], assumptions);
      same(view(run), view(other));
    },
  ),
  consentAgain: law(
    'consent withdrawn and given again at once, while no query is under way, changes nothing',
    tuple(tales, constantFrom('revokeConsent', 'expireConsent'), customers, tales),
    ([before, how, customer, after], service) => {
      const grant = lever({ do: 'grantConsent', customer });
      const run = play(before, { service });
      pre(!underWay(run, customer));
      const [one, other] = branch(before, service, [grant, ...after], [lever({ do: how, customer }), grant, ...after]);
      same(everything(one), everything(other));
    },
  ),
  undone: law(
    'what is undone at once was never done',
    tuple(stories({ levers: ['customer', 'fault'], longest: 8 }), undone, tales),
    ([before, [does, undoes], after], service) => {
      const [run, other] = branch(before, service, after, [lever(does), lever(undoes), ...after]);
      same(everything(run), everything(other));
    },
  ),
  idleLevers: law(
    'a lever that finds nothing to act on changes nothing',
    tuple(
      tales,
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
      tales,
    ),
    ([before, action, after], service) => {
      const run = play(before, { service });
      const consented = [...run.world.consents.keys()].some((name) => name.includes('bob\u0000profile'));
      pre(!underWay(run, 'bob') && !run.world.accountsOnHold.has('bob') && !consented);
      pre(!run.world.serviceFaults.has('authorizerFails'));
      const [one, other] = branch(before, service, after, [lever(action), ...after]);
      same(everything(one), everything(other));
    },
  ),
  lasting: law(
    'what lasts for a while is what is begun and then ended by hand',
    tuple(faultless, lasting, idle, brief, faultless),
    ([before, [begin, end], requests, length, after], service) => {
      const during = requests.filter(({ do: what }) => what !== 'wait');
      const wait: Move = { do: 'wait', for: length };
      const [run, other] = branch(
        before,
        service,
        [lever(begin(length)), ...during, wait, lever(end), ...after],
        [lever(begin()), ...during, wait, lever(end), ...after],
      );
      same(everything(run), everything(other));
      const [left, ended] = branch(
        before,
        service,
        [lever(begin(length)), ...during, wait, ...after],
        [lever(begin()), ...during, wait, lever(end), ...after],
      );
      const parts = ['serviceFaults', 'outages'] as const;
      same(view(left), view(ended));
      same(stateOf(left.world, ...parts), stateOf(ended.world, ...parts));
    },
  ),
  consentFor: law(
    'consent given for a while is consent that somebody ends then',
    tuple(faultless, customers, idle, brief, tales),
    ([before, customer, requests, length, after], service) => {
      const during = requests.filter(({ do: what }) => what !== 'wait');
      const wait: Move = { do: 'wait', for: length };
      const expire = lever({ do: 'expireConsent', customer });
      const grant = lever({ do: 'grantConsent', customer, for: length });
      const open = lever({ do: 'grantConsent', customer });
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
