import { type Context, Hono } from 'hono';
import { refuse } from '../misuse.ts';
import { show } from '../language/show.ts';
import { suggest } from '../nearest.ts';
import { readBody } from './read-body.ts';
import { readFields } from './kinds.ts';
import { masked } from './masked.ts';
import { policyOf } from './page-headers.ts';
import { problemOf, refuseRequest, Refusal } from './problems.ts';
import type { Asked, Route } from './route.ts';
import type { Session } from './session.ts';
import { streamOf } from './stream-of.ts';

/** What the routes are answered with; `closing` is aborted when nobody is served any more. */
interface RouterParts {
  readonly session: Session;
  readonly routes: readonly Route[];
  readonly base: string;
  readonly closing: AbortSignal;
  /** What is shown at the address itself. */
  readonly page: string | undefined;
  /** Is told of mistakes of our own. */
  readonly say: (bug: unknown) => void;
}

/** Answers requests by the table of routes. Whoever asks has been let in already. */
export const createRouter = ({ session, routes, base, closing, page, say }: RouterParts): Hono => {
  const app = new Hono();
  for (const route of routes) {
    app.on(route.method, `${base}/${route.path}`, async (context) =>
      answer(route, await ask(route, context, session, closing)),
    );
  }
  if (page !== undefined) app.get(`${base}/`, () => showPage(page));
  const paths = [...new Set(routes.map(({ path }) => path))];
  for (const path of paths) {
    const allow = routes.flatMap((one) => (one.path === path ? [one.method === 'GET' ? 'GET, HEAD' : one.method] : []));
    app.all(`${base}/${path}`, ({ req }) => {
      throw refuseRequest('METHOD_NOT_ALLOWED', `${req.method} is not for /${path}`, {}, allow.join(', '));
    });
  }
  app.notFound(({ req }) => {
    const asked = req.path.slice(base.length + 1);
    const hint = suggest(asked, paths);
    throw refuseRequest('NOT_FOUND', `there is no ${show(`/${asked}`)}`, { hint });
  });
  app.onError((error) => {
    const problem = problemOf(error);
    if (problem.status === 500) say(error);
    return tellProblem(error, (text) => session.controlled.sim.trace.mask(text));
  });
  return app;
};

const ask = async (
  route: Route,
  { req }: Context,
  session: Session,
  closing: AbortSignal,
): Promise<Asked<never, never>> => {
  const { query = {}, body } = route;
  const signal = AbortSignal.any([req.raw.signal, closing]);
  const asked = { session, lastEvent: req.header('last-event-id'), signal };
  const read = readFields(query, readQuery(req.queries()), 'query');
  return { ...asked, query: read, body: body === undefined ? undefined : await readBody(body, req.raw) } as never;
};

const readQuery = (queries: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(queries).map(([name, [first = '', ...others]]) => {
      if (others.length > 0) throw refuse(`query, ${show(name)}`, 'it is here twice', 'say it once');
      return [name, first];
    }),
  );

const answer = async (route: Route, asked: Asked<never, never>): Promise<Response> => {
  const { act, gives, status = 200, tellsSecrets } = route;
  const told = await actUntilClosed(() => act(asked), asked.signal);
  switch (gives.as) {
    case 'json': {
      const { trace } = asked.session.controlled.sim;
      const data = tellsSecrets === true ? told : masked(told, (text) => trace.mask(text));
      return respond(JSON.stringify(data), 'application/json', status);
    }
    case 'lines':
      return respond(told as string, 'application/jsonl', status);
    case 'events':
      return respond(streamOf(told as AsyncGenerator<string>), 'text/event-stream', status);
    default:
      return gives satisfies never;
  }
};

/** Somebody may wait for long, and nobody for them any more. */
const actUntilClosed = async (act: () => unknown, signal: AbortSignal): Promise<unknown> => {
  try {
    const told = await act();
    if (!signal.aborted) return told;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  throw refuseRequest('CLOSING', 'nobody is waited for any more');
};

const showPage = (page: string): Response =>
  new Response(page, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policyOf(page) },
  });

/** What is answered where something went wrong, in a route or before one was found. */
export const tellProblem = (error: unknown, mask: (text: string) => string = (text) => text): Response => {
  const problem = problemOf(error);
  const allow = error instanceof Refusal ? error.allow : undefined;
  const response = respond(JSON.stringify(masked(problem, mask)), 'application/problem+json', problem.status);
  if (allow !== undefined) response.headers.set('allow', allow);
  return response;
};

const respond = (body: BodyInit, type: string, status: number): Response =>
  new Response(body, { status, headers: { 'content-type': type } });
