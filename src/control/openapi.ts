import type { Json } from './json-schema.ts';
import { readPackageFile } from '../package-file.ts';
import { httpProblems, type ProblemCode, problemSchema, statusOf } from './problems.ts';
import { type BodyOf, type Gives, groups, type Route } from './route.ts';

/** The API as an OpenAPI 3.1 document: its own rows, and the words of scenarios as editors know them. */
export const describeApi = (routes: readonly Route[]): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Control of a simulation of stunt-double',
    summary: 'Drives a simulation from outside of its process.',
    description:
      'Tells steps, moves time, and reads what the service knows and what happened. Served on this machine alone, below a ' +
      'token that stands in the address; secrets are masked but where the description says otherwise.',
    version: '1.0.0',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '.', description: 'Where this document was served, token and all.' }],
  // Whoever knows the address may do all.
  security: [],
  tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
  paths: describePaths(routes),
  components: {
    schemas: { Problem: problemSchema, ...languageSchemas() },
    responses: Object.fromEntries(statuses.map((status) => [`Problem${status}`, describeProblem(status)])),
  },
});

const describePaths = (routes: readonly Route[]): Json => {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) (paths[`/${route.path}`] ??= {})[route.method.toLowerCase()] = describeRoute(route);
  return paths;
};

const describeRoute = (route: Route): Json => {
  const { name, group, what, more, query = {}, body, gives, status = 200 } = route;
  const parameters = Object.entries(query).map(([field, { json, isOptional }]) => ({
    name: field,
    in: 'query',
    required: isOptional !== true,
    description: json['description'],
    schema: json,
  }));
  return {
    operationId: name,
    tags: [group],
    summary: what,
    ...(more !== undefined && { description: more }),
    ...(gives.as === 'events' && { parameters: [...parameters, lastEventId] }),
    ...(gives.as !== 'events' && parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: describeBody(body) }),
    responses: {
      [status]: describeAnswer(gives),
      ...Object.fromEntries(
        problemStatuses(route).map((one) => [one, { $ref: `#/components/responses/Problem${one}` }]),
      ),
    },
  };
};

const lastEventId: Json = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'The id of the last event that was seen.',
  schema: { type: 'string', examples: ['1-12'] },
};

const describeBody = ({ what, json, mediaTypes, example, isOptional }: BodyOf<never>): Json => ({
  description: what,
  required: isOptional !== true,
  content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: json, example }])),
});

const describeAnswer = (gives: Gives): Json => {
  switch (gives.as) {
    case 'json':
      return { description: 'It was done.', content: { 'application/json': { schema: gives.schema } } };
    case 'lines':
      return {
        description: 'Lines, each of them JSON of this form.',
        content: { 'application/jsonl': { schema: gives.schema } },
      };
    case 'events':
      return {
        description: 'Events, as they happen.',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      };
    default:
      return gives satisfies never;
  }
};

const statusOfProblem = (code: ProblemCode): number =>
  code in httpProblems ? httpProblems[code as keyof typeof httpProblems].status : statusOf(code as never);

/** What any request may be refused with, and this one. */
const problemStatuses = ({ codes, body }: Route): readonly number[] => {
  const ofBody: readonly ProblemCode[] = body === undefined ? [] : ['NOT_READABLE', 'TOO_LARGE', 'WRONG_MEDIA_TYPE'];
  const all = [...codes, ...ofBody, 'BAD_OPTION', 'NOT_FOUND', 'CLOSING'] satisfies readonly ProblemCode[];
  return [...new Set(all.map(statusOfProblem))].sort((one, other) => one - other);
};

const statuses = [400, 404, 409, 413, 415, 422, 503] as const;

const describeProblem = (status: number): Json => ({
  description: Object.values(httpProblems).find((one) => one.status === status)?.title ?? 'It cannot be done.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** Steps and scenarios, as the package tells editors of them. */
const languageSchemas = (): Json => {
  const text = readPackageFile('scenario.schema.json').replaceAll('"#/definitions/', '"#/components/schemas/');
  const { definitions } = JSON.parse(text) as { readonly definitions: Json };
  return withoutHints(definitions) as Json;
};

/** Editors show `enumDescriptions`; no other reader knows of it. */
const withoutHints = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutHints);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([key]) => key !== 'enumDescriptions');
  return Object.fromEntries(fields.map(([key, field]) => [key, withoutHints(field)]));
};
