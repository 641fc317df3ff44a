import { relative, sep } from 'node:path';
import { readSource } from './entries.mjs';

/** What `import 'stunt-double'` evaluates at once, small as it is: the functions it exports, which load what they need. */
const root = new Set([
  'index',
  'simulate',
  'misuse',
  'nearest',
  'error-text',
  'runtime',
  'simulator-bug',
  'clock/real-time',
  'rules/rule',
  ...[...readSource('index').matchAll(/^export (?!type\b).* from '\.\/(.*)\.ts';$/gm)].map(([, path]) => path),
]);

// What a first answer can do without, by folder and names: a file that is not named here is read for that answer, too.
const among = (names) => `(?:${names.trim().split(/\s+/).join('|')})$`;

/** What each operation does, but for tokens, and what it says of a request that it refuses. */
const operations = `core/${among(`
  boundaries collection counters create email facts gates links listing memory notices outdated pages parameters portability
  ranges records/(?!data$).* saw/(?:address|call|link|listing|mail|operation|store) store`)}`;
/** What makes of a trace what is read, with its secrets masked. */
const reading = `trace/${among('explanation failure-words lines mask masked-parts read-error say-.* secret-.* short told')}`;
/** What time needs where something is out of the ordinary: an error, the fake timers of others, somebody who waits for ever. */
const unusual = `clock/${among(`
  adopt-timeline adopted-clock calm dropped-timers errors passing-time patches/undici-fakes real-dates
  signals/thread-replies`)}`;
/** What a scenario does, and what tells of the world at an instant. */
const steps = [
  `driver/${among('failing-to-connect matching perform resolve-action tasks')}`,
  `core/${among('actions snapshot')}`,
  `engine/${among('apply-fault')}`,
  `simulation/${among('notification snapshot store-routes stuck world-view')}`,
].join('|');
/** Ways out, ways in by libraries that the user has, and what goes wrong on the way. */
const ways = `transport/${among('delivery/(?!allowed-hosts$).* guard/proxies integrity msw network-errors nock sent-body undici')}`;

/**
 * The others by where they stand, the first that fits. What works together at every request is one chunk; what a first answer
 * can do without is not, for Node reads a chunk whole before anything of it runs. What does something as it is loaded, as the
 * program does, and what test runners load, is in none: it is a file of its own.
 */
const chunks = [
  ...Object.entries({ operations, reading, unusual, steps, ways }).map(([name, place]) => [
    name,
    new RegExp(`^(?:${place})`),
  ]),
  ['files', /^(?:built-page|package-file|write-file)$/],
  ['check', /^spec\/remedies$/],
  ['simulation', /^transport\/(?:http\/message|tls\/errors)$|^language\/(?:spans|words|step-builder|strangers)$/],
  ['sockets', /^transport\/(?:sockets|tls|http|server)(?:\/|$)/],
  ['clock', /^clock\/(?!builtin-names$)/],
  ['simulation', /^(?:spec|core|trace|engine|driver|simulation|transport)\//],
  ['simulation', /^spec\b/],
  ['language', /^language\//],
  ['help', /^cli\/(?:command-line|program|options|version|exit-codes|list|watch|check\/add-commands|topics\/topic)$/],
  ['topics', /^cli\/(?:topics|explain)\b/],
  ['search', /^cli\/check\/(?!workers$)/],
  ['serve', /^cli\/(?:serve|ui)\/(?!add-command$)/],
  ['commands', /^cli\/(?!main$)/],
  ['runner', /^runner\/(?:matchers|outer-realm|with-simulation)$/],
  ['$1', /^(vendor|rules|play|check|recording|report|control|print)\//],
];

export const chunkOf = (id) => {
  const path = relative('src', id)
    .split(sep)
    .join('/')
    .replace(/\.[jt]s$/, '');
  if (root.has(path)) return 'root';
  const [name, place] = chunks.find(([, one]) => one.test(path)) ?? [];
  return name === '$1' ? place.exec(path)[1] : (name ?? null);
};
