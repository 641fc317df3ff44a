import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ownModules } from '../own-modules.ts';

/** What is needed for releases alone. */
export const toolPath = (path: string): string => join(ownModules(import.meta.dirname), path);

/** Loaded by a name that the compiler does not look for. */
export const loadTool = (name: string): unknown => createRequire(toolPath('index.js'))(name);
