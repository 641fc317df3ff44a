import { constantFrom, integer, record, tuple } from 'fast-check';
import type { Addresses } from '../../src/spec/hosts.ts';
import type { WireRequest } from '../../src/core/wire.ts';
import { regionNames } from '../../src/spec/regions.ts';
import { hosts } from '../core/world.ts';
import { answersOf, everything, law, outline, same, stateOf, view, viewFromStart } from './law.ts';
import { day, type Command, type Commands } from './commands.ts';
import { fork, perform, play } from './play.ts';
import { open, startOfWorld } from './run.ts';
import { lengths, commandLists } from './arbitraries.ts';

/** Laws of what makes no difference: where, when, how spelled, with which seed, in which process. */

const inRegion =
  (choose: (command: Command) => (typeof regionNames)[number]) =>
  (commands: Commands): Commands =>
    commands.map((command) => ('region' in command ? { ...command, region: choose(command) } : command));

const base = 'http://one.example:8080/v1';
const oneHost: Addresses = {
  email: base,
  token: base,
  submission: `${base}/submission`,
  reporting: `${base}/reporting`,
  regions: { 'eu-west-1': `${base}/eu`, 'us-east-1': `${base}/us-east`, 'us-west-2': `${base}/us-west` },
  links: base,
};

/** The same request, written otherwise. */
const respell = (request: WireRequest, { do: what }: Command): WireRequest => {
  const [path = '', query] = request.url.split('?');
  const pairs = (query ?? '').split('&').filter((pair) => pair !== '' && pair !== 'maxResults=');
  if (what === 'list' && !query?.includes('maxResults=')) pairs.push('maxResults=250');
  if (what === 'list' && !query?.includes('nextPageToken=')) pairs.push('nextPageToken=');
  const spelled = path
    .replace(/^https:\/\/[^/]+/, (origin) => `${origin.toUpperCase()}:443`)
    .replace('/orders/', '/order%73/');
  return {
    ...request,
    url: pairs.length === 0 ? spelled : `${spelled}?${pairs.toReversed().join('&')}`,
    headers: { ...request.headers, 'x-request': 'again', ...(what === 'download' && { authorization: 'Bearer x' }) },
    body: what === 'create' && request.body !== '' ? '[1, 2]' : request.body,
  };
};

const calm = commandLists({ actions: ['customer', 'application', 'fault', 'endpoint'] });

export const samenessLaws = {
  regions: law(
    'in whichever region a request is made, the answer is the same',
    tuple(commandLists(), constantFrom(...regionNames)),
    ([commands, region], service) => {
      const run = play(commands, { service });
      const elsewhere = play(inRegion(() => region)(commands), { service });
      same(answersOf(run), answersOf(elsewhere));
      same(run.transitions, elsewhere.transitions);
      same(stateOf(run.world, 'queries'), stateOf(elsewhere.world, 'queries'));
    },
  ),
  notificationRegion: law(
    'the region of a create decides where its notification comes from and nothing else about it',
    tuple(commandLists(), constantFrom(...regionNames)),
    ([commands, region], service) => {
      const notifications = play(inRegion(() => region)(commands), { service }).notifications;
      same(
        play(commands, { service }).notifications.map((post) => ({ ...post, region })),
        notifications,
      );
    },
  ),
  replay: law(
    'commands given again with the same seed are answered the same, byte for byte',
    commandLists(),
    (commands, service) => same(everything(play(commands, { service })), everything(play(commands, { service }))),
  ),
  seeds: law(
    'another seed gives other ids and data, but not one other status, row or time',
    tuple(calm, integer()),
    ([commands, seed], service) =>
      same(outline(play(commands, { service })), outline(play(commands, { service, seed }))),
  ),
  start: law(
    'a commands that begins at another instant is the same, shifted in time',
    tuple(commandLists(), integer({ min: -40 * day, max: 40 * day })),
    ([commands, shift], service) =>
      same(
        viewFromStart(play(commands, { service })),
        viewFromStart(play(commands, { service, start: startOfWorld + shift })),
      ),
  ),
  wholeDays: law(
    'where limits go by the clock, the same holds for a shift by whole days',
    tuple(commandLists(), integer({ min: -400, max: 400 })),
    ([commands, days], service) => {
      const assumptions = { 'limits.window': 'fixed', 'limits.quotaReset': 'midnight-utc' } as const;
      const start = startOfWorld + days * day;
      same(
        viewFromStart(play(commands, { service, assumptions })),
        viewFromStart(play(commands, { service, assumptions, start })),
      );
    },
  ),
  spelling: law(
    'a request is the same however it is spelled: order of parameters, defaults left out or named, case of the host, ' +
      'escapes, headers nobody asked for, a body nobody reads',
    commandLists(),
    (commands, service) => {
      const spelled = play(commands, { service, spell: respell });
      same(everything(play(commands, { service })), everything(spelled));
    },
  ),
  hosts: law('one address for everything answers as three do', commandLists(), (commands, service) => {
    const run = play(commands, { service });
    const shared = play(commands, { service, addresses: oneHost, assumptions: { 'hosts.relation': 'one-host' } });
    const moved = answersOf(run).map((one) => ({ ...one, text: one.text.replaceAll(hosts.links, oneHost.links) }));
    // What no interface has is told in the words of the interface that is nearest, and that hangs on the address.
    const known = ({ row }: { readonly row: string | undefined }): boolean =>
      row !== 'resourceNotFound' && row !== 'unknownRoute' && row !== 'invalidApiPath';
    same(moved.filter(known), answersOf(shared).filter(known));
    same(view(run).notifications, view(shared).notifications);
  }),
  looks: law(
    'to look in while one waits, with requests that lead nowhere, is to wait',
    record({ before: commandLists(), one: lengths, other: lengths, after: commandLists({ longest: 6 }) }),
    ({ before, one, other, after }, service) => {
      const look: Command = { do: 'stray', path: '/', extra: true };
      const twice: Commands = [...before, { do: 'wait', for: one }, look, { do: 'wait', for: other }, ...after];
      const once: Commands = [...before, { do: 'wait', for: one + other }, ...after];
      same(everything(play(once, { service })), everything(play(twice, { service })));
    },
  ),
  snapshot: law(
    'a world that is copied goes on as its original does, and neither feels the other',
    tuple(commandLists(), commandLists({ longest: 6 }), commandLists({ longest: 6 })),
    ([before, after, meanwhile], service) => {
      const run = play(before, { service });
      const copy = fork(run);
      for (const command of meanwhile) perform(fork(copy), command);
      const stray = fork(run);
      for (const command of meanwhile) perform(stray, command);
      for (const command of after) perform(run, command);
      for (const command of after) perform(copy, command);
      same(everything(run), everything(copy));
    },
  ),
  sideBySide: law(
    'two services side by side know nothing of each other',
    tuple(commandLists(), commandLists()),
    ([commands, other], service) => {
      const alone = play(commands, { service });
      const [one, two] = [open({ service }), open({ service, seed: 8 })];
      for (let at = 0; at < Math.max(commands.length, other.length); at++) {
        const [mine, theirs] = [commands[at], other[at]];
        if (theirs !== undefined) perform(two, theirs);
        if (mine !== undefined) perform(one, mine);
      }
      same(everything(alone), everything(one));
    },
  ),
  handedOut: law(
    'what was handed out once is not changed by anything that happens later',
    tuple(commandLists(), commandLists()),
    ([before, after], service) => {
      const run = play(before, { service });
      const then = structuredClone(view(run));
      for (const command of after) perform(run, command);
      const { answers, transitions, notifications } = view(run);
      same(then.answers, answers.slice(0, then.answers.length));
      same(then.transitions, transitions.slice(0, then.transitions.length));
      same(then.notifications, notifications.slice(0, then.notifications.length));
    },
  ),
  endpoint: law(
    'whether the application takes its notifications changes no answer of the service',
    commandLists({ actions: ['customer', 'application', 'fault'] }),
    (commands, service) => {
      const deaf: Commands = [{ do: 'endpoint', takes: false }, ...commands];
      same(view(play(commands, { service })), view(play(deaf, { service })));
    },
  ),
  tokens: law(
    'which of its live tokens for a customer and scope a client uses changes no answer',
    commandLists({ actions: ['application', 'service', 'fault'] }),
    (commands, service) => {
      const assumptions = { 'token.lifetime': '365d' } as const;
      const newest = play(commands, { service, assumptions });
      same(everything(newest), everything(play(commands, { service, assumptions, uses: 'oldest' })));
    },
  ),
  mail: law(
    'mail and store calls leave customers’ data alone',
    commandLists({ actions: ['customer', 'application', 'service', 'endpoint'] }),
    (commands, service) => {
      const busy = commands.flatMap(
        (command): Commands => [
          command,
          { do: 'mail', content: 'hello', extra: true },
          { do: 'store', as: 'app/ann/orders', token: true, extra: true },
        ],
      );
      const [run, other] = [play(commands, { service }), play(busy, { service })];
      const parts = ['outbox', 'tokens', 'made'] as const;
      // A store token of one's own is another after others were given.
      const toCustomers = ({ to }: { readonly to: string }): boolean => to !== 'store';
      same(answersOf(run).filter(toCustomers), answersOf(other).filter(toCustomers));
      same(stateOf(run.world, ...parts), stateOf(other.world, ...parts));
    },
  ),
};
