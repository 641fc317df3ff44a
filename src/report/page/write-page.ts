import { deflateRawSync } from 'node:zlib';
import { readBuiltPage } from '../../built-page.ts';
import type { PageData } from '../../page/data.ts';
import { muteJson } from '../../print/printable.ts';
import { keepSmall } from './keep-small.ts';

/** Shorter texts are left as they are, so that they can be read in the file. */
const worthDeflating = 20_000;

/** The element for the data in the page that the build makes of `src/page`, whatever holds its place. */
const element = /(?<=<script type="application\/json" id="page-data">)[^<]*(?=<\/script>)/;

/** The page of a report: one file with all that it shows, which opens from disk. */
export const writePage = (data: PageData): string => {
  const text = JSON.stringify({ ...data, runs: keepSmall(data.runs) });
  const packed = text.length < worthDeflating ? text : JSON.stringify(`deflate:${deflate(text)}`);
  const written = escape(packed);
  // A function, for in a text `$` would have a meaning.
  return readBuiltPage('report').replace(element, () => written);
};

const deflate = (text: string): string => deflateRawSync(text, { level: 9 }).toString('base64');

/**
 * Within JSON nothing of this stands outside of texts: no element of the page ends in it, and none begins. Nor does it do harm
 * where the page goes to standard output.
 */
const escape = (json: string): string =>
  muteJson(json).replace(/[<>&]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
