import { readFileSync } from 'node:fs';
import { type Case, cases, clients, findGap, gaps } from '../../test/clients/all-clients.ts';
import { type WayName, wayNames, wayOf } from '../../test/clients/ways.ts';
import type { WildClient } from '../../test/clients/wild-client.ts';

const introduction = `<!-- Written by scripts/generate-docs.ts from test/clients. Change the clients there, then run: npx tsx scripts/generate-docs.ts -->

# Clients in the wild

HTTP libraries as they are installed from npm, each told the same story in virtual time: it exchanges a token; creates a
query that is refused five times with 504, and repeats it after 1, 2, 4, 10 and 30 s; reads a listing of three pages;
downloads every file; and gives up on an answer that comes too late, by its own time limit, and with its own error. Every
instant is compared to the millisecond. A gap is run as well, and has to fail.
`;

/** Text in a cell of a table. */
const cell = (text: string): string => text.replaceAll('|', '\\|');

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(row)].join('\n');

const versionOf = (name: string): string => {
  const path = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
};

const nameOf = ({ name, packages }: WildClient): string => {
  const versions = packages.map(versionOf).join(', ');
  return versions === '' ? name : `${name} ${versions}`;
};

const reasons = [...new Set(gaps.map(({ because }) => because))];

const markOf = (reason: string): string => `no (${reasons.indexOf(reason) + 1})`;

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(3)} s`;

const showLimit = ({ timeout }: WildClient): string => {
  if (timeout === 'none') return 'none';
  const { grid = 1, grace = 0, error } = timeout;
  const shown = [error.name, error.code].filter((part) => part !== undefined).map((part) => `\`${part}\``);
  const words = shown.length > 0 ? shown.join(' ') : `"${String(error.message?.source).replaceAll(/[\\^$]/g, '')}"`;
  return `${seconds(Math.ceil(5000 / grid) * grid + grace)}, ${words}`;
};

const showCase = (client: WildClient, name: Case): string => {
  const gap = findGap(client, name, 'sockets');
  if (gap !== undefined) return markOf(gap.because);
  if (name === 'own time-out') return showLimit(client);
  if (name === 'retried create') return client.retries === 'itself' ? 'by itself' : 'in a loop';
  return 'yes';
};

const showWay = (client: WildClient, way: WayName): string => {
  if (!wayOf(way).reaches(client)) return '-';
  const found = gaps.filter((gap) => findGap(client, gap.case, way, true) === gap);
  return found.length === 0 ? 'yes' : found.map((gap) => `yes, ${gap.case}: ${markOf(gap.because)}`).join('; ');
};

const showLag = ({ lag }: WildClient): string =>
  lag === undefined ? '' : `It lets ${lag.before} ms pass before a call and ${lag.after} ms after it. `;

const showCaveat = (client: WildClient): string[] =>
  client.caveat === undefined ? [] : [`- **${client.name}**: ${showLag(client)}${client.caveat}`];

/** The text of docs/clients.md. */
export const renderClients = (): string =>
  [
    introduction,
    '## What works at the socket',
    '',
    'The last column tells when a client gives up whose time limit is 5 s, and how it says so.',
    '',
    table(
      ['Client', 'Sends by', ...cases.map((name) => name.replace('own time-out', 'own time limit'))],
      clients.map((client) => [nameOf(client), client.layer, ...cases.map((name) => showCase(client, name))]),
    ),
    '',
    '## Ways in',
    '',
    table(
      ['Way', 'Asked for by', 'Takes'],
      wayNames.map((way) => {
        const { told, answerTakes } = wayOf(way);
        return [way, told, answerTakes === undefined ? 'no virtual time' : `${answerTakes} ms for each answer`];
      }),
    ),
    '',
    'Which client is caught by which way. With nock and msw, which keep the timers they find, `stunt-double/register` has to',
    'be imported first; the table takes that for done everywhere.',
    '',
    table(
      ['Client', ...wayNames],
      clients.map((client) => [client.name, ...wayNames.map((way) => showWay(client, way))]),
    ),
    '',
    '## Gaps',
    '',
    ...reasons.map((reason, index) => `${index + 1}. ${reason}.`),
    '',
    '## What to know',
    '',
    ...clients.flatMap(showCaveat),
    '',
  ].join('\n');
