import { inflateRawSync } from 'node:zlib';
import type { PageData } from '../../src/page/data.ts';

/** The data of a page, read as the browser reads it: the text of the element, up to the end tag that comes first. */
export const readPage = (page: string): PageData => {
  const opening = '<script type="application/json" id="page-data">';
  const from = page.indexOf(opening) + opening.length;
  const value: unknown = JSON.parse(page.slice(from, page.indexOf('</script', from)));
  if (typeof value !== 'string') return value as PageData;
  const inflated = inflateRawSync(Buffer.from(value.slice('deflate:'.length), 'base64'));
  return JSON.parse(inflated.toString()) as PageData;
};
