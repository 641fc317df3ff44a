import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { run } from './begin.ts';
import type { Mistake } from './mistake.ts';

const folder = temporaryFolder({
  'a.yaml': 'name: a\n',
  'b.yaml': 'name: b\n',
  'asleep.yaml': 'name: asleep\nsteps:\n  - { on: notification, elapse: 61m }\n',
  'steps.yaml': 'customer: { id: ann }\nsteps: []\n',
  'typo.yaml': 'custmers: []\n',
  'wrong.yaml': 'limits: { pageSize: many }\n',
  'text.yaml': 'a text\n',
  'large.yaml': `#${' '.repeat(65_536)}`,
  file: '',
});

const mistakes: readonly Mistake[] = [
  { mistake: 'a clock that is none', argv: '--clock lunar', says: ['--clock: "lunar" is no clock', 'leaping'] },
  { mistake: 'a speed that is none', argv: '--clock scaled:0', says: ['"scaled:0" is no clock', 'write scaled:60'] },
  { mistake: 'a port that is none', argv: '--port 65536', says: ['--port: "65536" is no port'] },
  { mistake: 'a port for control that is none', argv: '--control-port x', says: ['--control-port: "x" is no port'] },
  { mistake: 'nothing behind --', argv: '--', says: ['there is no command behind --'] },
  { mistake: 'a command that a variable was to name', argv: '-- ', says: ['there is no command behind --'] },
  {
    mistake: 'a command without --',
    argv: 'python3 client.py',
    says: ['there is no file or folder "python3"', 'stunt-double serve -- python3 client.py'],
  },
  {
    mistake: 'a pattern of scenarios that none is like, and no command',
    argv: '@/no*.yml @/a.yaml',
    says: ['SCENARIO_INVALID'],
  },
  {
    mistake: 'an address that only one network knows',
    argv: '--host fe80::1%lo -- true',
    says: ['--host: "fe80::1%lo" is no name of a host'],
  },
  {
    mistake: 'a command that is not there',
    argv: '-- no-such-program',
    says: ['"no-such-program"', 'ENOENT', 'CLIENT_INVALID'],
  },
  { mistake: 'a command that is a file of text', argv: '-- @/a.yaml', says: ['cannot be run', 'EACCES'] },
  { mistake: 'several scenarios and no command', argv: '@/a.yaml @/b.yaml', says: ['2 scenarios', 'no command'] },
  { mistake: 'a scenario that is not there', argv: '@/none.yaml -- true', says: ['SCENARIO_INVALID'] },
  {
    mistake: 'a step that real time forbids',
    argv: '@/asleep.yaml -- true',
    says: ['asleep.yaml:3:5', '--clock movable'],
  },
  { mistake: 'a world that is not there', argv: '--world @/none.yaml', says: ['--world', 'ENOENT'] },
  {
    mistake: 'a world with steps',
    argv: '--world @/steps.yaml',
    says: ['steps.yaml:2:1', 'steps stand in a scenario'],
  },
  {
    mistake: 'a world with a typing error',
    argv: '--world @/typo.yaml',
    says: ['typo.yaml:1:1', 'did you mean "customers"'],
  },
  { mistake: 'a setting that cannot be', argv: '--world @/wrong.yaml', says: ['wrong.yaml:1:21'] },
  {
    mistake: 'a world of nothing',
    argv: '--world @/file',
    says: ['file:1:1: the file is empty', '(write "customers: …", "limits: …" and the like)'],
  },
  {
    mistake: 'a world that is too large',
    argv: '--world @/large.yaml',
    says: ['large.yaml:1:1: the file has 65537 characters', '(a world has 65536 at most)'],
  },
  { mistake: 'a world that is a text', argv: '--world @/text.yaml', says: ['these are no settings'] },
  { mistake: 'an address that is none', argv: '--notify nowhere', says: ['--notify: "nowhere" is no address'] },
  {
    mistake: 'an address elsewhere',
    argv: '--notify http://example.com/ -- true',
    says: ['--notify: "http://example.com/"', '(write http://127.0.0.1:8080/notifications/v1, or auto) [BAD_OPTION]'],
  },
  { mistake: 'a certificate without TLS', argv: '--ca-file @/ca.pem', says: ['add --tls'] },
  {
    mistake: 'a certificate in a file',
    argv: '--tls --ca-file @/file/ca.pem -- true',
    says: ['--ca-file', 'cannot be written'],
  },
  {
    mistake: 'an environment in a file',
    argv: '--dotenv @/file/.env -- true',
    says: ['--dotenv', 'cannot be written'],
  },
  {
    mistake: 'an address that is not of this machine',
    argv: '--host 192.0.2.1 -- true',
    says: ['--host: ', 'EADDRNOTAVAIL', '(name an address of this machine, such as 127.0.0.1, or 0.0.0.0'],
  },
  {
    mistake: 'an address that is not of this machine, and a port',
    argv: '--host 192.0.2.1 --port 8080 -- true',
    says: ['--host: ', 'EADDRNOTAVAIL', '(name an address of this machine'],
  },
  ...['double:80', 'double:81', '[::1]:81', 'a/b', 'x@y'].map((name) => ({
    mistake: `a name with more than a name (${name})`,
    argv: `--public-host ${name} -- true`,
    says: ['--public-host', 'without a port'],
  })),
  { mistake: 'a seed that is none', argv: '--seed x -- true', says: ['--seed'] },
  { mistake: 'a rule that is none', argv: '--rules C99=off -- true', says: ['C99'] },
];

test.each(mistakes)(
  '$mistake is refused with its place and a remedy, and the exit code is 2',
  async ({ argv, says }) => {
    const words = argv.split(' ').map((word) => word.replace('@', folder));

    const { code, out, err } = await run(['serve', ...words], { env: { PATH: process.env['PATH'] ?? '' } });

    for (const text of says) expect(err).toContain(text);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  },
);
