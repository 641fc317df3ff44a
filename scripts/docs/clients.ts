import { readFileSync } from 'node:fs';
import { clients, type Gap, gaps } from '../../test/clients/all-clients.ts';
import { type WayName, wayNames, wayOf } from '../../test/clients/ways.ts';
import type { WildClient } from '../../test/clients/wild-client.ts';

const introduction = `<!-- Written by scripts/generate-docs.ts from test/clients. Change the clients there, then run: npx tsx scripts/generate-docs.ts -->

# Clients in the wild

HTTP libraries as they are installed from npm, each run through the same scenario in virtual time: it exchanges a token;
creates a query that is refused five times with 504, and repeats it after 1, 2, 4, 10 and 30 s; reads a listing of three
pages; downloads every file; and gives up on an answer that comes too late, by its own time limit, and with its own error.
Every instant is compared to the millisecond. All of them do so at the socket, but for the gaps below; a gap is run as well,
and has to fail.
`;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

const versionOf = (name: string): string => {
  const path = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
};

const nameOf = ({ name, packages }: WildClient): string => [name, packages.map(versionOf).join(', ')].join(' ').trim();

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(3)} s`;

const showLimit = ({ timeout }: WildClient): string => {
  if (timeout === 'none') return 'none';
  const { grid = 1, grace = 0, error } = timeout;
  const shown = [error.name, error.code].filter((part) => part !== undefined).map((part) => `\`${part}\``);
  const words = shown.length > 0 ? shown.join(' ') : `"${String(error.message?.source).replaceAll(/[\\^$]/g, '')}"`;
  return `${seconds(Math.ceil(5000 / grid) * grid + grace)}, ${words}`;
};

/** Whose requests a way catches: of those that send by the same means all or none, but for `sim.fetch`. */
const showCaught = (way: WayName): string => {
  const { reaches } = wayOf(way);
  const means = [...new Set(clients.map(({ layer }) => layer))];
  const caught = means.filter((layer) => clients.every((client) => client.layer !== layer || reaches(client)));
  if (caught.length === means.length) return 'every client';
  return clients.filter(reaches).every(({ layer }) => caught.includes(layer))
    ? caught.join(', ')
    : 'what takes a `fetch`';
};

const showWay = (way: WayName): readonly string[] => {
  const { told, answerTakes } = wayOf(way);
  return [way, told, showCaught(way), answerTakes === undefined ? 'none' : `${answerTakes} ms for each answer`];
};

const showGap = ([because, found]: readonly [string, readonly Gap[]]): string => {
  const ways = [...new Set(found.flatMap((gap) => gap.ways ?? []))];
  const cases = [...new Set(found.map((gap) => gap.case))];
  const names = found.map(({ client }) => client).join('; ');
  return `- ${cases.join(', ')}${ways.length === 0 ? '' : `, by ${ways.join(', ')}`}: ${because}. (${names})`;
};

const gapsByReason = (): readonly (readonly [string, readonly Gap[]])[] =>
  [...new Set(gaps.map(({ because }) => because))].map((reason) => [
    reason,
    gaps.filter(({ because }) => because === reason),
  ]);

const showLag = ({ lag }: WildClient): string =>
  lag === undefined ? '' : `It lets ${lag.before} ms pass before a call and ${lag.after} ms after it. `;

const showCaveat = (client: WildClient): string[] =>
  client.caveat === undefined ? [] : [`- **${client.name}**: ${showLag(client)}${client.caveat}`];

/** The text of docs/clients.md. */
export const renderClients = (): string =>
  [
    introduction,
    'The last column tells when a client gives up whose time limit is 5 s, and how it says so.',
    '',
    table(
      ['Client', 'Sends by', 'Retries', 'Own time limit'],
      clients.map((client) => [nameOf(client), client.layer, client.retries, showLimit(client)]),
    ),
    '',
    '## Ways in',
    '',
    'With nock and msw, which keep the timers they find, `stunt-double/register` has to be imported first.',
    '',
    table(['Way', 'Asked for by', 'Catches what sends by', 'Virtual time it takes'], wayNames.map(showWay)),
    '',
    '## Gaps',
    '',
    ...gapsByReason().map(showGap),
    '',
    '## What to know',
    '',
    ...clients.flatMap(showCaveat),
    '',
  ].join('\n');
