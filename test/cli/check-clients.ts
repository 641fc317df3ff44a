import { resolve } from 'node:path';
import { buildSync } from 'esbuild';

/** In one file of JavaScript: each of the many processes that load it would else compile its sources. */
const [reference] = buildSync({
  entryPoints: [resolve(import.meta.dirname, '../rules/clients/reference-client.ts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  write: false,
}).outputFiles;

/** How a client comes to no end in real time, though nothing blocks. */
export const forEver = 'for (;;) await new Promise((resolve) => setImmediate(resolve));';

/** Clients as files, for the commands that look for faults in them. */
export const clients = {
  'package.json': '{ "type": "module" }',
  'reference-client.mjs': reference?.text ?? '',
  'sound.mjs': `import { importWith } from './reference-client.mjs';\nexport default importWith();\n`,
  /** Retries no refusal. (C7) */
  'hasty.mjs': `import { importWith } from './reference-client.mjs';
export default importWith({ mostRetries: ({ status }) => (status === 0 ? 2 : 0) });
`,
  /** Waits a second before every retry. (C8, no more than a recommendation) */
  'steady.mjs': `import { importWith } from './reference-client.mjs';
export default importWith({ waits: [1000] });
`,
  /** Does not know what to do about an expired token. (C4) */
  'helpless.mjs': `import { importWith } from './reference-client.mjs';
export default importWith({ isExpired: () => false });
`,
  /** Goes on with a token that it was told is dead. (C4) */
  'stubborn.mjs': `import { importWith } from './reference-client.mjs';
export default importWith({ keepsNewToken: false });
`,
  /** Wrong in three ways: it retries nothing, knows no dead token, and shows its token to links. (C7, C4, C3) */
  'thrice.mjs': `import { importWith } from './reference-client.mjs';
export default importWith({
  mostRetries: ({ status }) => (status === 0 ? 2 : 0),
  isExpired: () => false,
  linkHeaders: (token) => ({ authorization: \`Bearer \${token}\` }),
});
`,
  /** Is worn out after some imports. */
  'worn.mjs': `import { importWith } from './reference-client.mjs';
let imports = 0;
export default async (env) => {
  imports += 1;
  if (imports > 8) throw new Error('worn out');
  return importWith()(env);
};
`,
  /** Ends the process when it is refused anything. */
  'leaver.mjs': `import { importWith } from './reference-client.mjs';
const leave = ({ status }) => (status >= 400 ? process.exit(0) : 0);
export default importWith({ mostRetries: leave, repeatsMail: leave });
`,
  'struck.mjs': `import { importWith } from './reference-client.mjs';
const fall = ({ status }) => (status >= 400 ? process.kill(process.pid, 'SIGKILL') : 0);
export default importWith({ mostRetries: fall, repeatsMail: fall });
`,
  /** Falls once, in a process that shares the work. */
  'stumbling.mjs': `import { importWith } from './reference-client.mjs';
import { existsSync, writeFileSync } from 'node:fs';
let imports = 0;
export default async (env) => {
  imports += 1;
  if (process.env.STUNT_DOUBLE_WORKER !== undefined && imports > 5 && !existsSync('fallen')) {
    writeFileSync('fallen', '');
    process.kill(process.pid, 'SIGKILL');
  }
  return importWith()(env);
};
`,
  /** Where the work is shared out it never lets go, and hears nothing. */
  'busy.mjs': `import { importWith } from './reference-client.mjs';
export default (env) => {
  if (process.env.STUNT_DOUBLE_WORKER === undefined) return importWith()(env);
  console.log('busy');
  for (;;);
};
`,
  /** The same, but it hears. */
  'idle.mjs': `import { importWith } from './reference-client.mjs';
export default async (env) => {
  if (process.env.STUNT_DOUBLE_WORKER === undefined) return importWith()(env);
  console.log('idle');
  ${forEver}
};
`,
  'failing.mjs': `export default async () => { throw new Error('no'); };\n`,
  'careless.mjs': `export default async () => { void Promise.reject(new Error('lost')); };\n`,
  'endless.mjs': `export default async () => {
  console.log('begun');
  ${forEver}
};
`,
};
