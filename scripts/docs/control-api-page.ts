import type { Json } from '../../src/control/json-schema.ts';
import { httpProblems, statusOf } from '../../src/control/problems.ts';
import { type GroupName, groups, type Route } from '../../src/control/route.ts';
import { routes } from '../../src/control/routes.ts';
import { namesOf } from '../../src/spec/names-of.ts';

const introduce =
  (): string => `<!-- Written by scripts/generate-docs.ts from src/control/routes. Change the route there, then run: npx tsx scripts/generate-docs.ts control-api.md -->

# The control API

A simulation that is [served](how-to/serve.md) can be driven over HTTP, by a client in any language, a shell script, or a page: it is
told [steps](scenarios.md), time is moved, and what the service knows and what has happened is read. \`npx stunt-double serve --control
--clock movable\` opens it at a port of its own, beside the addresses that the client under test talks to, and says where; without
\`--clock\` time is real, and nobody moves it. \`--json\` takes curl 7.82:

\`\`\`sh
export STUNT_DOUBLE_CONTROL_URL='http://127.0.0.1:41235/Zk0oJ2v1Qb6d3mXcYt8R5w/'   # printed, and in the environment of the client
curl \${STUNT_DOUBLE_CONTROL_URL}state
curl \${STUNT_DOUBLE_CONTROL_URL}steps --json '{ "do": "revokeConsent" }'          # now
curl \${STUNT_DOUBLE_CONTROL_URL}steps --json '{ "after": "created", "wait": "5m", "do": "expireToken" }'
curl \${STUNT_DOUBLE_CONTROL_URL}time/elapse --json '{ "for": "1h" }'
curl \${STUNT_DOUBLE_CONTROL_URL}judgements
\`\`\`

[\`GET openapi.json\`](#get-openapijson) describes all of it, for programs that make clients of such.

## Who may ask

There is no API unless one is asked for. Then:

- It listens on this machine alone, and its address has a random token of 128 bits in it. Whoever has the address may do all;
  who has not is answered with an empty 404, wherever they ask.
- No web page that you look at meanwhile can use it. It answers only to its own names, so that no page can take its address
  (DNS rebinding); refuses what a browser says another page has sent (\`Origin\`, \`Sec-Fetch-Site\`); and never
  allows another page anything (CORS).
- Nothing it answers is kept in a cache, and no answer can be framed or taken for a page or a script.
- Secrets have names, as in the trace: \`<token 1>\`. Three answers have them as they are, because somebody could not do without:
  ${['getEnv', 'authorize', 'takeSnapshot'].map((name) => link(name)).join(', ')}.

## What is sent and answered

Bodies are JSON in UTF-8; steps and scenarios may be YAML as well (\`content-type: application/yaml\`). A body may have 1 MiB,
a snapshot 32 MiB. Lengths of time are written as in scenarios, \`1h30m\`; moments as \`2024-02-29T01:00:00.000Z\`, by the clock
of the client. Where nothing is said of the clock, numbers are milliseconds since the world began.

Whatever goes wrong is a problem document (\`application/problem+json\`, RFC 9457): \`status\`, \`title\` and \`detail\`, a
\`code\` for programs, and where they are known the \`place\` of the mistake and a \`hint\` at the remedy. The codes are those of
[troubleshooting](troubleshooting.md), and these of HTTP:

| code | status | |
|---|---|---|
${Object.entries(httpProblems)
  .map(([code, { status, title }]) => `| \`${code}\` | ${status} | ${title} |`)
  .join('\n')}

Several may ask at once. What begins the world anew, a reset or a snapshot, does so one after the other; who waits for a
moment of a world that is gone is told so (409).
`;

/** The heading of a route, as Markdown makes an anchor of it. */
const link = (name: string): string => {
  const found = routes.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no route "${name}"`);
  const anchor = `${found.method}-${found.path}`.toLowerCase().replaceAll(/[^\w-]/g, '');
  return `[\`${found.method} ${found.path}\`](#${anchor})`;
};

const renderFields = (where: string, json: Json): readonly string[] => {
  const properties = Object.entries((json['properties'] ?? {}) as Readonly<Record<string, Json>>);
  const required = (json['required'] ?? []) as readonly string[];
  return properties.map(([name, field]) => {
    const words = Array.isArray(field['enum'])
      ? ` One of ${field['enum'].map((word) => `\`${word}\``).join(', ')}.`
      : '';
    return `| \`${name}\` | ${where} | ${required.includes(name) ? 'yes' : ''} | ${String(field['description'])}${words} |`;
  });
};

const renderGiven = ({ query = {}, body }: Route): readonly string[] => {
  const asked: Json = {
    properties: Object.fromEntries(Object.entries(query).map(([name, { json }]) => [name, json])),
    required: Object.keys(query).filter((name) => query[name]?.isOptional !== true),
  };
  const isPlain = body !== undefined && body.mediaTypes.length === 1 && body.json['additionalProperties'] === false;
  const rows = [...renderFields('query', asked), ...(isPlain ? renderFields('body', body.json) : [])];
  const table = rows.length === 0 ? [] : [['| | in | needed | |', '|---|---|---|---|', ...rows].join('\n')];
  return body === undefined || isPlain ? table : [...table, `Body: ${lower(body.what)}`];
};

const lower = (sentence: string): string => sentence.replace(/^[AT](?=[a-z]* )/, (letter) => letter.toLowerCase());

const renderExample = ({ method, path, body }: Route): readonly string[] => {
  if (body === undefined) return [];
  const sent = `--json '${JSON.stringify(body.example)}'`;
  return [
    [
      '```sh',
      `curl \${STUNT_DOUBLE_CONTROL_URL}${path}${method === 'POST' ? '' : ` -X ${method}`} ${sent}`,
      '```',
    ].join('\n'),
  ];
};

const fieldsOf = (schema: Json): string => {
  const names = Object.keys(schema['properties'] ?? {});
  return names.length === 0 ? '' : ` with ${names.map((name) => `\`${name}\``).join(', ')}`;
};

const answers = {
  json: (schema: Json) => `Answers with JSON${fieldsOf(schema)}.`,
  lines: () => 'Answers with JSON lines (`application/jsonl`).',
  events: () => 'Answers with events (`text/event-stream`).',
};

const renderAnswer = (route: Route): string => {
  const { gives, codes } = route;
  const told = gives.as === 'json' ? answers.json(gives.schema) : answers[gives.as]();
  const named = codes.map(
    (code) => `[\`${code}\`](troubleshooting.md#${code.toLowerCase()}) (${statusOf(code as never)})`,
  );
  return named.length === 0 ? told : `${told} Refuses with ${named.join(', ')}.`;
};

const renderRoute = (route: Route): string =>
  [
    `### ${route.method} ${route.path}`,
    [route.what, ...(route.more === undefined ? [] : [route.more])].join(' '),
    ...renderGiven(route),
    ...renderExample(route),
    renderAnswer(route),
  ].join('\n\n');

const renderGroup = (name: GroupName): string => {
  const those = routes.filter(({ group }) => group === name);
  const title = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return [`## ${title}`, groups[name], ...those.map(renderRoute)].join('\n\n');
};

/** docs/control-api.md: a section for each route of the table. */
export const renderControlApi = (): string => `${introduce()}\n${namesOf(groups).map(renderGroup).join('\n\n')}\n`;
