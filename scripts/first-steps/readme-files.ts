import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Project, readSteps, writeAll } from '../pages/read-steps.ts';

export const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');

/** The files that the README has its reader write, by their names: whatever block of code has one. */
export const readmeFiles: Project = writeAll(readSteps(readme));
