import { builtinModules } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { simulate } from '../../../src/index.ts';
import { type Contender, each } from '../contender.ts';

/**
 * A simulation with no other in its process, which each patches and restores. It is of the package as it is built, for what
 * it costs hangs on the built-in modules that have been imported as ES modules: the package imports two.
 */
export const lone = async (): Promise<Contender> => {
  const built = (await import(pathToFileURL('dist/index.js').href)) as { readonly simulate: typeof simulate };
  const beginAndStop = async (): Promise<void> => {
    const sim = await built.simulate({ transport: 'none' });
    await sim.stop();
  };
  return { cases: { alone: each(200, beginAndStop) } };
};

/** Node warns of these. */
const outdated = /^(?:_|punycode$|sys$|wasi$)/;

/** The same, where Node has the named exports of all its modules to keep. */
export const loneAmongImports = async (): Promise<Contender> => {
  for (const name of builtinModules) if (!outdated.test(name)) await import(name);
  return await lone();
};
