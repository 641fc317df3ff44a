import { execFileSync, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Contender } from '../contender.ts';

/** Processor time of processes that begin. They are of the package as it is built. */

const root = createRequire(import.meta.url);
const interceptors = pathToFileURL(createRequire(root.resolve('msw')).resolve('@mswjs/interceptors/fetch')).href;

const ours = `
  const { simulate } = await import('stunt-double');
  const sim = await simulate({ transport: 'fetch' });
  await (await fetch(sim.env.tokenUrl, { method: 'POST' })).json();
  await sim.stop();`;

const intercepted = `
  const { FetchInterceptor } = await import('${interceptors}');
  const interceptor = new FetchInterceptor();
  interceptor.on('request', ({ controller }) => controller.respondWith(new Response('{"error":"invalid_request"}')));
  interceptor.apply();
  await (await fetch('https://token.example/', { method: 'POST' })).json();
  interceptor.dispose();`;

const ofMsw = `
  const { http } = await import('msw');
  const { setupServer } = await import('msw/node');
  const server = setupServer(http.all('*', () => new Response('{"error":"invalid_request"}')));
  server.listen();
  await (await fetch('https://token.example/', { method: 'POST' })).json();
  server.close();`;

const ofNock = `
  const { default: nock } = await import('nock14');
  nock('https://token.example').post('/').reply(400, '{"error":"invalid_request"}');
  await (await fetch('https://token.example/', { method: 'POST' })).json();
  nock.restore();`;

/** Milliseconds that a program takes in a process of its own, once that has begun. */
const inside = (program: string) => async (): Promise<number> => {
  const around = `const began = process.cpuUsage();${program}
  const { user, system } = process.cpuUsage(began);
  console.log((user + system) / 1000);
  process.exit();`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', around], { encoding: 'utf8' }));
};

const tellAtEnd = `data:text/javascript,process.on('exit',()=>{
  const { user, system } = process.cpuUsage();
  process._rawDebug((user + system) / 1e6);
})`.replaceAll('\n', '');

/** Seconds of a whole process, which says at its end what it took. */
const whole =
  (...command: readonly string[]) =>
  async (): Promise<number> => {
    const { status, stderr } = spawnSync(process.execPath, ['--import', tellAtEnd, ...command], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${stderr}`);
    return Number(stderr.trim().split('\n').at(-1));
  };

const example = 'scenarios/clients/import-orders.ts';

const runs = (client: string): (() => Promise<number>) =>
  whole('dist/cjs/cli/main.js', 'run', 'scenarios/consent/consent-is-short.yaml', '--client', client);

export const start = async (): Promise<Contender> => ({
  isCold: true,
  cases: {
    import: inside(`await import('stunt-double');`),
    'import of FetchInterceptor': inside(`await import('${interceptors}');`),
    'first answer': inside(ours),
    'first answer of FetchInterceptor': inside(intercepted),
    'first answer of msw': inside(ofMsw),
    'first answer of nock14': inside(ofNock),
    help: whole('dist/cjs/cli/main.js', '--help'),
    run: runs('dist/init/client.mjs'),
    'run of TypeScript': runs(example),
    'load of TypeScript': whole('--import', 'tsx', '--input-type=module', '--eval', `await import('./${example}')`),
  },
});
