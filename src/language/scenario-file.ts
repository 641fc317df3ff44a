import { readFileSync, statSync } from 'node:fs';
import system, { type PlatformPath } from 'node:path';
import { errorText } from '../error-text.ts';
import { Misuse } from '../misuse.ts';
import { largestFile } from './yaml-source.ts';

export const isScenarioFile = (path: string): boolean => /\.(?:ya?ml|json)$/i.test(path);

/** A path as it is shown, compared and sorted by: with the same sign between its parts on all systems. */
export const withSlashes = (path: string, { sep }: PlatformPath = system): string => path.replaceAll(sep, '/');

/** What is amiss with a path that leads nowhere, where it was written for another system. */
export const hintOfPath = (path: string): string | undefined =>
  path.includes('\\') && system.sep === '/' ? 'write "/" between its parts' : undefined;

export const refuseFile = (path: string, what: string, hint: string): Misuse =>
  new Misuse('SCENARIO_INVALID', path, what, hint);

/** Pipes and devices are neither file nor folder, and could be read for ever. */
export const findKind = (path: string): 'file' | 'folder' | 'other' | undefined => {
  try {
    const found = statSync(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : 'other';
  } catch (error) {
    if (isSystemError(error) && ['ENOENT', 'ENOTDIR', 'ELOOP', 'ERR_INVALID_ARG_VALUE'].includes(error.code))
      return undefined;
    throw refuseFile(path, 'this cannot be opened', errorText(error));
  }
};

const isSystemError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** The text of a scenario file. Throws Misuse SCENARIO_INVALID. */
export const readText = (file: string): string => {
  // A character takes 4 bytes at most, so a larger file need not be read to be refused.
  if (statSync(file).size > 4 * largestFile)
    throw refuseFile(file, 'the file is too large', 'a scenario has 64 KB at most');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if (!(error instanceof TypeError)) throw refuseFile(file, 'this cannot be read', errorText(error));
    throw refuseFile(file, 'the file is not UTF-8 text', 'save it with the encoding UTF-8');
  }
};
