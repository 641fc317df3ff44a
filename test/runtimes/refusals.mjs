// What needs Node is refused by name elsewhere, at once, and leaves nothing behind; in Node it works.
import assert from 'node:assert/strict';
import process from 'node:process';
import { simulate } from 'stunt-double';
import { viaMsw } from 'stunt-double/msw';
import { viaNock } from 'stunt-double/nock';
import { viaUndici } from 'stunt-double/undici';

const runtime = process.versions.bun ? 'Bun' : process.versions.deno ? 'Deno' : 'Node';

for (const transport of [undefined, 'sockets', 'server']) {
  const begin = () => simulate(transport === undefined ? {} : { transport });
  if (runtime === 'Node') await (await begin()).stop();
  else
    await assert.rejects(begin, (error) => {
      assert.equal(error.code, 'UNSUPPORTED_RUNTIME');
      assert.equal(error.place, 'simulate({ transport })');
      assert.match(error.what, new RegExp(` in ${runtime}$`));
      assert.match(error.hint, /transport: 'fetch'.*'none'.*sim\.fetch/);
      return true;
    });
}

const idle = () => {};
const elsewhere = {
  viaNock: { transport: viaNock({ isActive: () => true, removeInterceptor: idle }) },
  viaMsw: { transport: viaMsw({ http: { all: idle }, server: { use: idle } }) },
  viaUndici: { transport: viaUndici({ Agent: idle, getGlobalDispatcher: () => ({}), setGlobalDispatcher: idle }) },
  'simulate({ clock })': { transport: 'none', clock: 'adopt' },
};
for (const [place, options] of Object.entries(elsewhere))
  if (runtime !== 'Node') await assert.rejects(() => simulate(options), { code: 'UNSUPPORTED_RUNTIME', place });

const sim = await simulate({ transport: 'fetch' });
assert.equal((await sim.run(() => fetch(sim.env.tokenUrl, { method: 'POST' }))).status, 400);
await sim.stop();
