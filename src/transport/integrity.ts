import { createHash } from 'node:crypto';
import type { Given } from './late-response.ts';

/** From the weakest to the strongest. */
const algorithms: readonly string[] = ['sha256', 'sha384', 'sha512'];

/** The same answer, whose body is what was expected of it, or throws the cause of the error that `fetch` rejects with. */
export const requireIntact = async (given: Given, integrity: string): Promise<Given> => {
  const { content } = given;
  // It says no more.
  if (content === null) throw new Error();
  const isText = typeof content === 'string';
  const bytes = isText ? Buffer.from(content) : Buffer.from(await new Response(content).arrayBuffer());
  if (!matches(bytes, integrity)) throw new Error('integrity mismatch');
  return isText ? given : { ...given, content: new Response(bytes).body };
};

/** Of several hashes those of the strongest algorithm count, and where there is none, all is well. (Subresource Integrity) */
const matches = (bytes: Uint8Array, integrity: string): boolean => {
  const said = integrity
    .split(/\s+/)
    .map((word) => /^(sha(?:256|384|512))-([^?]*)/.exec(word))
    .filter((word) => word !== null)
    .map(([, algorithm = '', value = '']) => ({ algorithm, value }));
  const strongest = algorithms.findLast((algorithm) => said.some((one) => one.algorithm === algorithm));
  if (strongest === undefined) return true;
  const wanted = createHash(strongest).update(bytes).digest('base64url');
  return said.some(({ algorithm, value }) => algorithm === strongest && toUrl(value) === wanted);
};

const toUrl = (base64: string): string =>
  base64
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
