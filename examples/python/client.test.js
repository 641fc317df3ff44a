import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { withSimulation } from 'stunt-double/node-test';

// Its process has a clock of its own, which nobody can turn: time is real, and so the data is collected in no time.
const options = { transport: 'server', clock: 'real', customer: { records: 300, collects: '300ms' } };

const getsOverIt = withSimulation(options, async (sim) => {
  sim.on('createDataQuery').fail('internalServerError');
  sim.on('listDataQueryRecords', { nth: 2 }).expireToken();
  const { env } = sim;
  const python = spawn('python3', ['client.py'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(python.stdout)[Symbol.asyncIterator]();
  const read = async () => JSON.parse((await lines.next()).value ?? 'null');

  const result = await sim.run(async () => {
    env.onNotification((await read()).endpoint);
    const { accessToken, refreshToken, scope } = env.customer;
    const { tokenUrl, clientId, clientSecret } = env;
    const baseUrl = `${env.regions['eu-west-1']}/${scope}/data-queries`;
    python.stdin.end(`${JSON.stringify({ baseUrl, tokenUrl, clientId, clientSecret, accessToken, refreshToken })}\n`);
    return read();
  });

  assert.deepEqual(result, { status: 'COMPLETED', records: 300 });
  assert.equal(sim.queries.length, 1);
});

test('a client in Python gets over a refusal, and over a token that expires between two pages', getsOverIt);
