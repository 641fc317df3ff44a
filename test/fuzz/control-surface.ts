import { createRouter } from '../../src/control/router.ts';
import { routes } from '../../src/control/routes.ts';
import { openSession } from '../../src/control/session.ts';
import { findFault } from '../control/ask.ts';
import { beginControl } from '../control/begin.ts';
import { turns } from '../../src/clock/real-time.ts';
import type { Wrong } from './surfaces.ts';

/** So many are sent to one simulation. */
const most = 200;

const origin = 'http://127.0.0.1';

/** `POST steps application/json`, and what is sent along on the lines below. Undefined for what no client could send. */
const asRequest = (input: string, signal: AbortSignal): Request | undefined => {
  const end = input.search(/\n|$/);
  const [method = '', path = '', type] = input.slice(0, end).split(' ');
  const body = input.slice(end + 1);
  try {
    return new Request(`${origin}/${path}`, {
      method,
      signal,
      ...(type !== undefined && { headers: { 'content-type': type } }),
      ...(method !== 'GET' && method !== 'HEAD' && { body }),
    });
  } catch {
    return undefined;
  }
};

type Router = ReturnType<typeof createRouter>;

/** Who waits for what does not happen hangs up. */
const askControl = async (router: Router, input: string): Promise<string | undefined> => {
  const gone = new AbortController();
  const request = asRequest(input, gone.signal);
  if (request === undefined) return undefined;
  const answering = Promise.resolve(router.fetch(request));
  if (/sleep/.test(request.url)) {
    await Promise.race([answering.catch(() => undefined), turns(5)]);
    gone.abort();
  }
  const answer = await answering;
  const type = answer.headers.get('content-type') ?? '';
  if (type === 'text/event-stream') {
    await answer.body?.cancel();
    return undefined;
  }
  const text = await answer.text();
  if (answer.status >= 500 && answer.status !== 503) return `${answer.status} ${text}`;
  if (request.method === 'HEAD') return undefined;
  const path = new URL(request.url).pathname.slice(1);
  return findFault(path, request.method, {
    status: answer.status,
    headers: { 'content-type': type },
    text,
    json: undefined,
  });
};

/** What is said to whoever drives a simulation: as its description has it, and a mistake of ours never. */
export const driveControl = async (inputs: readonly string[]): Promise<readonly Wrong[]> => {
  const wrong: Wrong[] = [];
  for (let from = 0; from < inputs.length; from += most) {
    await using begun = await beginControl({ customer: { records: 3 }, instance: 'fuzz' });
    const bugs: unknown[] = [];
    const router = createRouter({
      session: openSession(begun.controlled),
      routes,
      base: '',
      closing: new AbortController().signal,
      page: undefined,
      say: (bug) => bugs.push(bug),
    });
    for (const input of inputs.slice(from, from + most)) {
      const why = await askControl(router, input).catch((error: unknown) => String((error as Error).stack));
      const [bug] = bugs.splice(0);
      if (why !== undefined) wrong.push({ input, why: bug instanceof Error ? `${why}\n${bug.stack}` : why });
    }
  }
  return wrong;
};
