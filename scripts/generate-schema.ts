import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeSchema } from './schema/make-schema.ts';

/** Where editors find it: beside the package's other files. */
const target = fileURLToPath(new URL('../scenario.schema.json', import.meta.url));

/** Read by editors, and so short: a definition a line. */
const { definitions, ...rest } = makeSchema();
const lines = Object.entries(definitions as object).map(
  ([name, json]) => `${JSON.stringify(name)}:${JSON.stringify(json)}`,
);
writeFileSync(target, `${JSON.stringify(rest).slice(0, -1)},"definitions":{\n${lines.join(',\n')}\n}}\n`);
