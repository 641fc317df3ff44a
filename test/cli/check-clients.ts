import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

const sound = pathToFileURL(resolve(import.meta.dirname, '../rules/clients/sound-client.ts')).href;

/** Clients as files, for the commands that look for faults in them. */
export const clients = {
  'package.json': '{ "type": "module" }',
  'sound.ts': `import { importWith } from ${JSON.stringify(sound)};\nexport default importWith();\n`,
  /** Retries no refusal. (C7) */
  'hasty.ts': `import { importWith } from ${JSON.stringify(sound)};
export default importWith({ mostRetries: ({ status }) => (status === 0 ? 2 : 0) });
`,
  'careless.mjs': `export default async () => { void Promise.reject(new Error('lost')); };\n`,
  'endless.mjs': `export default async () => {
  console.log('begun');
  for (;;) await new Promise((resolve) => setImmediate(resolve));
};
`,
  'quitter.mjs': 'export default () => process.exit(0);\n',
};
