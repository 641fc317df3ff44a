import { mute, printable } from '../print/printable.ts';

/** What XML 1.0 cannot hold, however it is written. `printable` has dealt with control characters. */
const unheard = /[\uFFFE\uFFFF]/g;

/** Text of unknown origin as XML: no character ends or begins anything. */
const escapeXml = (text: string): string =>
  printable(text)
    .replace(unheard, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** The same to a build server that shows it. */
export const muteXml = (xml: string): string => mute(xml, (character) => `&#${character.charCodeAt(0)};`);

/** Blanks would all become one in an attribute, were they not written so. */
const escapeAttribute = (text: string): string => escapeXml(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');

type Attributes = Readonly<Record<string, string | number>>;

/** An element that holds other elements, or one text. */
export const element = (name: string, attributes: Attributes, content: readonly string[] | string = []): string => {
  const start = `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`)
    .join('')}`;
  if (content.length === 0) return `${start}/>`;
  if (typeof content === 'string') return `${start}>${escapeXml(content)}</${name}>`;
  return `${start}>\n${content.join('\n')}\n</${name}>`;
};
