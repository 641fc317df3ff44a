import { expect, test } from 'vitest';
import { sampled } from '../sampled.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { keptScenario } from './begin.ts';
import { endOf } from './start.ts';

const erasable = '{ "compilerOptions": { "erasableSyntaxOnly": true, "verbatimModuleSyntax": true } }';

/** Where a client of TypeScript may stand: what Node reads itself, what tsx requires, and what it imports. */
const places = {
  'an ES module, as Node reads it': {
    file: 'client.ts',
    files: { 'package.json': '{ "type": "module" }', 'tsconfig.json': erasable },
  },
  'an ES module': { file: 'client.ts', files: { 'package.json': '{ "type": "module" }' } },
  'an ES module by its ending': { file: 'client.mts', files: { 'package.json': '{}' } },
  CommonJS: { file: 'client.ts', files: { 'package.json': '{}' } },
  'CommonJS by its ending': { file: 'client.cts', files: { 'package.json': '{ "type": "module" }' } },
  'CommonJS that calls import': {
    file: 'client.ts',
    files: { 'package.json': '{}', 'late.mjs': '' },
    more: `import('./late.mjs');`,
  },
} as const;

const cases = Object.entries(places).map(([name, place]) => ({ name, more: '', ...place }));

interface Place {
  readonly file: string;
  readonly files: Readonly<Record<string, string>>;
  readonly more: string;
}

/** Plays a client of that text. A text that nobody has translated before is not found translated. */
const play = async (
  { file, files, more }: Place,
  text: string,
  others: Readonly<Record<string, string>> = {},
  ...options: readonly string[]
) => {
  const folder = temporaryFolder({
    'a.yaml': keptScenario,
    ...files,
    ...others,
    [file]: `${text}${more}\n// ${Math.random()}\n`,
  });
  return endOf(folder, ['run', 'a.yaml', '--client', file, ...options]);
};

const body = `  env.onNotification(() => new Response(null, { status: 204 }));
  const url = env.regions['eu-west-1'] + '/' + env.customer.scope + '/data-queries';
  const headers = { authorization: 'Bearer ' + env.customer.accessToken };
  const { status } = await fetch(url, { method: 'POST', headers });`;

test.each(sampled(cases, { every: 2, from: 1 }))('a client in TypeScript is played: $name', async (place) => {
  const text = `interface Ended { readonly status: number; readonly pending: string[] }
export default async (env: any): Promise<Ended> => {
${body}
  return { status, pending: [env.customer.scope] } satisfies Ended;
};
`;
  const { code, text: said } = await play(place, text);

  expect(said).toContain('1 passed, 0 failed');
  expect(said).not.toMatch(/warning/i);
  expect(code).toBe(0);
});

test('a client that is all that CommonJS exports is played', async () => {
  const place = places['CommonJS by its ending'];
  const { text } = await play(
    { more: '', ...place },
    `export = async (env: any) => {
${body}
  return { status, pending: [env.customer.scope] };
};
`,
  );

  expect(text).toContain('1 passed, 0 failed');
});

test.each(sampled(cases, { every: 3, from: 0 }))('what it throws names its line: $name', async (place) => {
  const { code, text } = await play(
    place,
    `interface Env { readonly clientId: string }

const fail = (env: Env): never => {
  throw new TypeError('no client: ' + env.clientId);
};
export default async (env: Env) => fail(env);
`,
  );

  expect(text).toContain(`at fail (${place.file}:4:9)`);
  expect(code).toBe(1);
});

test.each(sampled(cases, { every: 3, from: 1 }))('an error while it is loaded names its line: $name', async (place) => {
  const { code, text } = await play(
    place,
    `interface Env { readonly clientId: string }\n\nthrow new Error('not today');\nexport default 1;\n`,
  );

  expect(text).toContain(`error: ${place.file}:3:7: the module cannot be loaded: not today`);
  expect(code).toBe(2);
});

test.each(sampled(cases, { every: 3, from: 2 }))('a syntax error names its line: $name', async (place) => {
  const { code, text } = await play(
    place,
    `interface Env { readonly clientId: string }\nexport default async (env: Env => {};\n`,
  );

  expect(text).toMatch(new RegExp(`error: ${place.file}:2:\\d+: the module cannot be loaded: `));
  expect(code).toBe(2);
});

test.each(sampled(cases, { every: 3, from: 0 }))(
  'a module that its configuration imports as well is one: $name',
  async (place) => {
    const ending = place.file.slice('client'.length);
    const text = `import { seen } from './state${ending}';
export default async (env: any) => {
${body}
  return { status: seen.length === 1 ? status : 0, pending: [env.customer.scope] };
};
`;
    const others = {
      [`state${ending}`]: `export const seen: string[] = [];\n`,
      [`settings${ending}`]: `import { seen } from './state${ending}';\nseen.push('configuration');\nexport default {};\n`,
    };
    const { text: said } = await play(place, text, others, '--config', `settings${ending}`);

    expect(said).toContain('1 passed, 0 failed');
  },
);

// On an older Node an ES module is translated in a thread of Node's, which stays.
const required = cases.filter(({ name }) => name === 'CommonJS' || name === 'CommonJS by its ending');

test.each(sampled(required, { every: 2 }))(
  'nothing that translated it goes on as a thread beside it: $name',
  async (place) => {
    const count = `export default async (env: any) => {
${body}
  return { status, pending: [env.customer.scope], threads: (process.report.getReport() as { workers: unknown[] }).workers.length };
};
`;
    const { text } = await play(place, count, {
      'a.yaml': keptScenario.replace('status: 201', 'status: 201, threads: 1'),
    });

    expect(text).toContain('1 passed, 0 failed');
  },
);
