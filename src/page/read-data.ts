import type { PageData } from './data.ts';

/** Before what is deflated, as base64. */
const deflated = 'deflate:';

/** The data of a page, as it stands in it: as JSON, or as a text that is JSON when it is inflated. */
export const readData = async (text: string): Promise<PageData> => {
  const value = JSON.parse(text) as PageData | string;
  if (typeof value !== 'string') return value;
  const bytes = Uint8Array.from(atob(value.slice(deflated.length)), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(stream).text()) as PageData;
};
