import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { run } from './begin.ts';
import { type Mistake, mistakesIn } from './mistake.ts';

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
  ...mistakesIn(`
    a clock that is none | --clock lunar | --clock: "lunar" is no clock | leaping
    a speed that is none | --clock scaled:0 | "scaled:0" is no clock | write scaled:60
    a port that is none | --port 65536 | --port: "65536" is no port
    a port for control that is none | --control-port x | --control-port: "x" is no port
    nothing behind -- | -- | there is no command behind --
  `),
  { mistake: 'a command that a variable was to name', argv: '-- ', says: ['there is no command behind --'] },
  ...mistakesIn(`
    a command without -- | python3 client.py | there is no file or folder "python3" | stunt-double serve -- python3 client.py
    a pattern of scenarios that none is like, and no command | @/no*.yml @/a.yaml | SCENARIO_INVALID
    an address that only one network knows | --host fe80::1%lo -- true | --host: "fe80::1%lo" is no name of a host
    a command that is not there | -- no-such-program | "no-such-program" | ENOENT | CLIENT_INVALID
    a command that is a file of text | -- @/a.yaml | cannot be run | EACCES
    several scenarios and no command | @/a.yaml @/b.yaml | 2 scenarios | no command
    a scenario that is not there | @/none.yaml -- true | SCENARIO_INVALID
    a step that real time forbids | @/asleep.yaml -- true | asleep.yaml:3:5 | --clock movable
    a world that is not there | --world @/none.yaml | --world | ENOENT
    a world with steps | --world @/steps.yaml | steps.yaml:2:1 | steps stand in a scenario
    a world with a typing error | --world @/typo.yaml | typo.yaml:1:1 | did you mean "customers"
    a setting that cannot be | --world @/wrong.yaml | wrong.yaml:1:21
    a world of nothing | --world @/file | file:1:1: the file is empty | (write "customers: …", "limits: …" and the like)
    a world that is too large | --world @/large.yaml | large.yaml:1:1: the file has 65537 characters | (a world has 65536 at most)
    a world that is a text | --world @/text.yaml | these are no settings
    an address that is none | --notify nowhere | --notify: "nowhere" is no address
    an address elsewhere | --notify http://example.com/ -- true | --notify: "http://example.com/" | (write http://127.0.0.1:8080/notifications/v1, or auto) [BAD_OPTION]
    a certificate without TLS | --ca-file @/ca.pem | add --tls
    a certificate in a file | --tls --ca-file @/file/ca.pem -- true | --ca-file | cannot be written
    an environment in a file | --dotenv @/file/.env -- true | --dotenv | cannot be written
    an address that is not of this machine | --host 192.0.2.1 -- true | --host: | EADDRNOTAVAIL | (name an address of this machine, such as 127.0.0.1, or 0.0.0.0
    an address that is not of this machine, and a port | --host 192.0.2.1 --port 8080 -- true | --host: | EADDRNOTAVAIL | (name an address of this machine
  `),
  ...['double:80', 'double:81', '[::1]:81', 'a/b', 'x@y'].map((name) => ({
    mistake: `a name with more than a name (${name})`,
    argv: `--public-host ${name} -- true`,
    says: ['--public-host', 'without a port'],
  })),
  ...mistakesIn(`
    a seed that is none | --seed x -- true | --seed
    a rule that is none | --rules C99=off -- true | C99
  `),
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
