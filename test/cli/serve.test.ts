import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { once } from 'node:events';
import process from 'node:process';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { run } from './begin.ts';
import { nodeClient, pythonClient, serve } from './serving.ts';

const plain = 'print("created", create(refresh()))\n';

test('a client in Python is told where the interfaces stand, and is judged when it ends', async () => {
  const { code, out } = await serve([], pythonClient(plain));

  expect(out).toMatch(/^created [0-9a-f-]{36}\n✓ python3 .*\n/);
  expect(code).toBe(0);
});

test('with --tls a client trusts the certificate by the names that its libraries know; the file is gone at the end', async () => {
  const said = 'print(env["STUNT_DOUBLE_TOKEN_URL"], env["SSL_CERT_FILE"])\n';

  const { code, out } = await serve(['--tls'], pythonClient(said + plain));

  const [, scheme, file = ''] = /^(https):\S+ (\S+)\n/.exec(out) ?? [];
  expect({ code, scheme, isThere: existsSync(file) }).toEqual({ code: 0, scheme: 'https', isThere: false });
});

test('a client in Python is served where its environment names a proxy, which need not even be there', async () => {
  const env = { PATH: process.env['PATH'] ?? '', http_proxy: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' };

  const { code, out } = await run(['serve', '--', ...pythonClient(plain)], { env });

  expect(out).toMatch(/^created /);
  expect(code).toBe(0);
});

test('--ca-file says where the certificate is while it serves', async () => {
  const folder = temporaryFolder();
  const text = `console.log(require('node:fs').readFileSync(process.env.NODE_EXTRA_CA_CERTS, 'utf8'), process.env.STUNT_DOUBLE_CA_FILE)`;

  const { out } = await serve(['--tls', '--ca-file', `${folder}/new/ca.pem`], nodeClient(text));

  expect(out).toContain('BEGIN CERTIFICATE');
  expect(out).toContain(`${folder}/new/ca.pem\n`);
});

test.each([
  ['process.exit(3)', 'ended with exit code 3'],
  ['process.kill(process.pid, "SIGKILL")', 'ended by SIGKILL'],
])('a command that does %s has failed, and the exit code is 1', async (text, says) => {
  const { code, out } = await serve([], nodeClient(text));

  expect(out).toContain('expected: the client succeeds');
  expect(out).toContain(says);
  expect(code).toBe(1);
});

test('a rule that the client breaks makes the exit code 1; --rules says which are judged', async () => {
  const unfit = pythonClient(`
try: send(queries(), token=refresh() + "x", method="POST")
except urllib.error.HTTPError: pass
for _ in range(30):
    try: send(env["STUNT_DOUBLE_TOKEN_URL"], b"grant_type=nothing")
    except urllib.error.HTTPError: pass
`);

  const judged = await serve([], unfit);
  const spared = await serve(['--rules', 'none'], unfit);

  expect(judged.out).toMatch(/broken: C\d+ /);
  expect([judged.code, spared.code]).toEqual([1, 0]);
});

test('scenarios are played, the command once in each, with reports and traces as of a run', async () => {
  const folder = temporaryFolder({
    'a.yaml': 'name: refused\nsteps:\n  - { on: createDataQuery, fail: internalServerError }\n',
    'b.yaml': 'name: two customers\ncustomers: [{ id: ann }, { id: bob, scope: products }]\n',
  });
  const client = pythonClient(`
token = env["STUNT_DOUBLE_CUSTOMER_ACCESS_TOKEN"]
try: create(token)
except urllib.error.HTTPError as error: print(error.code)
print(env["STUNT_DOUBLE_CUSTOMER_ID"], env.get("STUNT_DOUBLE_CUSTOMER_2_ID"), env.get("STUNT_DOUBLE_CUSTOMER_2_SCOPE"))
`);
  const reports = ['--reporter', 'lines', '--reporter', `junit=${folder}/junit.xml`, '--trace', `${folder}/traces`];

  const { out } = await serve([`${folder}/a.yaml`, `${folder}/b.yaml`, ...reports.slice(2), '--seed', '7'], client);

  expect(out.split('\n').slice(0, 2)).toEqual(['500', 'customer-1 None None']);
  expect(out).toContain('ann bob products\n');
  expect(readFileSync(`${folder}/junit.xml`, 'utf8')).toMatch(/<testcase[^>]*name="refused"[^]*name="two customers"/);
  expect(readdirSync(`${folder}/traces`)).toEqual(['a.jsonl', 'b.jsonl']);
  expect(readFileSync(`${folder}/traces/a.jsonl`, 'utf8')).toContain('"seed":7');
});

test('--world gives the settings of a world; what is typed stands above what a scenario says', async () => {
  const folder = temporaryFolder({
    'world.yaml': 'customer: { id: eve }\napplications: [{ id: one }, { id: two }]\nlimits: { pageSize: 2 }\n',
    'a.yaml': 'name: a\ncustomer: { id: ann }\n',
  });
  const names = ['CUSTOMER_ID', 'CLIENT_ID', 'APPLICATION_2_CLIENT_ID', 'APPLICATION_2_CUSTOMER_ID'];
  const text = `console.log(${JSON.stringify(names)}.map((name) => process.env['STUNT_DOUBLE_' + name]).join())`;

  const { out } = await serve([`${folder}/a.yaml`, '--world', `${folder}/world.yaml`], nodeClient(text));

  expect(out).toMatch(/^eve,one,two,eve\n/);
});

test('each host has a port of its own with --port-per-host, and all of them one without', async () => {
  const text = `const urls = Object.entries(process.env).filter(([name, url]) => /^STUNT_DOUBLE_.*_URL$/.test(name));
    console.log(new Set(urls.map(([, url]) => new URL(url).port)).size, urls.length);`;

  const apart = await serve(['--port-per-host'], nodeClient(text));
  const together = await serve([], nodeClient(text));
  const works = await serve(['--port-per-host', '--tls'], pythonClient(plain));

  // The two store APIs stand on one machine.
  expect([apart.out.split('\n')[0], together.out.split('\n')[0], works.code]).toEqual(['6 7', '1 7', 0]);
});

test('without a command the environment is all that standard output holds, and an interrupt is the end', async () => {
  const folder = temporaryFolder();
  const interruption = new AbortController();
  const serving = serve(['--dotenv', `${folder}/.env`], [], interruption.signal);
  await expect.poll(() => existsSync(`${folder}/.env`)).toBe(true);
  const told = parseEnv(readFileSync(`${folder}/.env`, 'utf8'));
  const response = await fetch(told['STUNT_DOUBLE_TOKEN_URL'] ?? '', { method: 'POST' });
  interruption.abort();

  const { code, out, err } = await serving;

  const byShell = execFileSync('sh', ['-c', `${out}\nenv`], { encoding: 'utf8', env: {} });
  expect(parseEnv(byShell)).toMatchObject(told);
  expect(response.status).toBe(400);
  expect(err).toMatch(/^serving at http:\/\/127\.0\.0\.1:\d+ until[^]*✓ served/);
  expect(existsSync(`${folder}/.env`)).toBe(false);
  expect(code).toBe(0);
});

test('it listens at 127.0.0.1 alone, and answers to no other name', async () => {
  const others = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).filter(({ internal }) => !internal));
  const text = `(async () => {
    const { hostname, port } = new URL(process.env.STUNT_DOUBLE_TOKEN_URL);
    const http = require('node:http');
    const ask = (to) => new Promise((done) => http.get(to, (answer) => done(answer.resume().statusCode)).on('error', (e) => done(e.code)));
    const statuses = [await ask({ port, hostname, headers: { host: 'evil.example:' + port } })];
    for (const hostname of ${JSON.stringify(others.map(({ address }) => address))}) statuses.push(await ask({ port, hostname, family: 0 }));
    console.log(JSON.stringify(statuses));
  })()`;

  const { out } = await serve([], nodeClient(text));

  const [byName, ...byAddress] = JSON.parse(out.split('\n')[0] ?? '[]') as readonly unknown[];
  expect(byName).toBe(421);
  expect(byAddress.filter((one) => typeof one === 'number')).toEqual([]);
});

test('--host lets others in, who reach it by --public-host; the certificate is for that name, too', async () => {
  const text = `(async () => {
    const url = new URL(process.env.STUNT_DOUBLE_TOKEN_URL);
    const ca = require('node:fs').readFileSync(process.env.SSL_CERT_FILE);
    const lookup = (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);
    require('node:https').get(url, { ca, lookup }, (answer) => console.log(url.hostname, answer.resume().statusCode));
  })()`;

  const { out } = await serve(['--host', '0.0.0.0', '--public-host', 'double.internal', '--tls'], nodeClient(text));

  expect(out).toMatch(/^double\.internal 4\d\d\n/);
});

test.each(['::1', '[::1]'])('a name may be an address of IPv6, written as %s', async (name) => {
  const text = 'console.log(new URL(process.env.STUNT_DOUBLE_TOKEN_URL).hostname)';

  const { out } = await serve(['--host', '0.0.0.0', '--public-host', name], nodeClient(text));

  expect(out).toMatch(/^\[::1\]\n/);
});

test('a client that hangs up in the middle of a request loses nothing but that', async () => {
  const text = `const net = require('node:net');
    const url = new URL(process.env.STUNT_DOUBLE_TOKEN_URL);
    const cut = (sent) => new Promise((done) => {
      const socket = net.connect(url.port, url.hostname, () => socket.write(sent, () => socket.destroy()));
      socket.on('close', done);
    });
    (async () => {
      await cut('POST /auth/o2/token HTTP/1.1\\r\\nhost: ' + url.host + '\\r\\ncontent-length: 100\\r\\n\\r\\ngrant');
      await cut('nonsense\\r\\n\\r\\n');
      const answer = await fetch(url, { method: 'POST' });
      console.log(answer.status);
    })()`;

  const { code, out } = await serve(['--rules', 'none'], nodeClient(text));

  expect(out).toMatch(/^400\n/);
  expect(code).toBe(0);
});

test('an endpoint at the address that --notify auto gives hears of a query; hours pass while the client sleeps', async () => {
  const client = pythonClient(`
heard = queue.Queue()
class Endpoint(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        heard.put(json.loads(body["Message"])["status"])
        self.send_response(204)
        self.end_headers()
    def log_message(self, *_): pass
url = urllib.parse.urlparse(env["STUNT_DOUBLE_NOTIFY_URL"])
threading.Thread(target=http.server.HTTPServer((url.hostname, url.port), Endpoint).serve_forever, daemon=True).start()
create(env["STUNT_DOUBLE_CUSTOMER_ACCESS_TOKEN"])
waited = 0
while heard.empty():
    waited += 1
    control("time/sleep", {"for": "1m"})
print(heard.get(), waited)
print(control("time/sleep", {"for": "5h"})["elapsed"] >= 18_600_000)
`);
  const began = performance.now();

  const { out } = await serve(['--notify', 'auto', '--control', '--clock', 'leaping', '--rules', 'none'], client);

  expect(out.split('\n').slice(0, 2)).toEqual(['COMPLETED 10', 'True']);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('a step that lets an hour pass closes the window of a client in another process', async () => {
  const folder = temporaryFolder({ 'a.yaml': 'name: a\nsteps:\n  - { on: notification, elapse: 61m }\n' });
  const client = pythonClient(`
token = env["STUNT_DOUBLE_CUSTOMER_ACCESS_TOKEN"]
query = create(token)
for _ in range(12): control("time/sleep", {"for": "1m"})
try: send(queries() + "/" + query + "/records?nextPageToken=", token=refresh())
except urllib.error.HTTPError as error: print(error.code, error.read().decode())
`);

  const { out } = await serve([`${folder}/a.yaml`, '--control', '--clock', 'leaping', '--rules', 'none'], client);

  expect(out).toMatch(/^4\d\d .*ACCESS_TIME_ELAPSED/);
});

test('over the control API a world is begun anew at the same addresses; each is judged, and a bad one changes nothing', async () => {
  const scenario = {
    name: 'another',
    steps: [{ on: 'createDataQuery', fail: 'internalServerError' }],
  };
  const client = pythonClient(`
token = env["STUNT_DOUBLE_CUSTOMER_ACCESS_TOKEN"]
print(create(token))
try: control("reset", {"name": "asleep", "steps": [{"on": "notification", "elapse": "1h"}]})
except urllib.error.HTTPError as error: print(error.code)
try: control("reset", {"name": "bad", "applications": [{"id": "one", "customers": ["nobody"]}]})
except urllib.error.HTTPError as error: print(error.code)
print(create(token))
control("reset", ${JSON.stringify(scenario)})
try: create(token)
except urllib.error.HTTPError as error: print("it is", error.code)
`);

  const { out } = await serve(['--control', '--rules', 'none'], client);

  const [first, unmovable, refused, again] = out.split('\n');
  expect([unmovable, refused]).toEqual(['422', '404']);
  expect(out).toContain('it is 500');
  expect(again).toMatch(/^[0-9a-f-]{36}$/);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(out.match(/^[✓✗] .*?(?= {2}virtual)/gm)?.map((line) => line.slice(2))).toEqual([
    expect.stringContaining('client.py'),
    'another',
  ]);
});

test.each([
  { options: [], level: 'should', code: 0 },
  { options: ['--fail-on', 'should'], level: 'must', code: 1 },
])(
  'over the control API a recommendation is of the level that it is judged at: $level',
  async ({ options, level, code }) => {
    const client = nodeClient(`
const { STUNT_DOUBLE_EU_WEST_1_URL: region, STUNT_DOUBLE_CUSTOMER_SCOPE: scope } = process.env;
const headers = { authorization: 'Bearer ' + process.env.STUNT_DOUBLE_CUSTOMER_ACCESS_TOKEN };
(async () => {
  for (let times = 0; times < 2; times++) await fetch(region + '/' + scope + '/data-queries', { method: 'POST', headers });
  const { judgements } = await (await fetch(process.env.STUNT_DOUBLE_CONTROL_URL + 'judgements')).json();
  const { rule, verdict, level } = judgements.find(({ rule }) => rule === 'C15');
  console.log(rule, verdict, level);
})();`);

    const { out, code: left } = await serve(['--control', ...options], client);

    expect(out).toContain(`C15 broken ${level}\n`);
    expect(left).toBe(code);
  },
);

test('a port that is taken is named', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as { readonly port: number };

  const { code, err } = await serve(['--port', String(port)], nodeClient(''));
  const control = await serve(['--control-port', String(port)], nodeClient(''));

  expect(err).toMatch(
    /^error: --port: .*EADDRINUSE.* \(leave the port out to get one that is free\) \[BAD_OPTION\]\n$/,
  );
  expect(control.err).toContain('--control-port');
  expect([code, control.code]).toEqual([2, 2]);
});

test('a file of the environment that another process keeps is left to it; one that nobody keeps any more is taken', async () => {
  const folder = temporaryFolder({
    'kept.env': `# stunt-double serve, process ${process.ppid}\nA=1\n`,
    'left.env': '# stunt-double serve, process 99999999\nA=1\n',
  });

  const kept = await serve(['--dotenv', `${folder}/kept.env`], nodeClient(''));
  const left = await serve(['--dotenv', `${folder}/left.env`], nodeClient(''));

  expect(kept.err).toContain(`is kept by process ${process.ppid}, which serves, too`);
  expect(readFileSync(`${folder}/kept.env`, 'utf8')).toContain('A=1');
  expect([kept.code, left.code]).toEqual([2, 0]);
});
