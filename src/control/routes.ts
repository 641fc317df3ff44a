import { type Json, openObject } from './json-schema.ts';
import { describeApi } from './openapi.ts';
import { type Route, route } from './route.ts';
import { savedRoutes } from './routes/saved.ts';
import { simulationRoutes } from './routes/simulation.ts';
import { stepRoutes } from './routes/steps.ts';
import { timeRoutes } from './routes/time.ts';
import { traceRoutes } from './routes/trace.ts';
import { worldRoutes } from './routes/world.ts';

/** It is long, and the same for all. */
let description: Json | undefined;

/**
 * THE TABLE OF ROUTES: all that can be asked. The rows stand in routes/*.ts, by what they are about.
 *
 * From a row follow what the router takes and how it answers mistakes (`router.ts`), its part of the OpenAPI document
 * (`openapi.ts`), and of docs/control-api.md (scripts/docs/control-api-page.ts).
 */
export const routes: readonly Route[] = [
  ...simulationRoutes,
  ...timeRoutes,
  ...stepRoutes,
  ...worldRoutes,
  ...traceRoutes,
  ...savedRoutes,
  route({
    method: 'GET',
    path: 'openapi.json',
    name: 'getDescription',
    group: 'simulation',
    what: 'Gives this description of the API, as an OpenAPI 3.1 document.',
    gives: { as: 'json', schema: openObject('An OpenAPI document.', { openapi: { const: '3.1.0' } }) },
    codes: [],
    act: () => (description ??= describeApi(routes)),
  }),
];
