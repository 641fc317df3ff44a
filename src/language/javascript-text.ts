/** How long a line of printed code may be before it is broken. */
const widest = 110;

/** Plain data as a JavaScript literal, on one line where it fits. */
export const writeLiteral = (value: unknown, indent = ''): string => {
  const short = writeShort(value);
  if (indent.length + short.length <= widest || typeof value !== 'object' || value === null) return short;
  const deeper = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item: unknown) => writeLiteral(item, deeper))
    : Object.entries(value).map(([key, field]) => `${writeKey(key)}: ${writeLiteral(field, deeper)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${items.map((item) => `${deeper}${item},\n`).join('')}${indent}${close}`;
};

const writeShort = (value: unknown): string => {
  if (typeof value === 'string') return writeText(value);
  if (Array.isArray(value)) return `[${value.map(writeShort).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  const fields = Object.entries(value).map(([key, field]) => `${writeKey(key)}: ${writeShort(field)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
};

/** In single quotes, with what breaks a line or hides from the eye escaped. */
export const writeText = (text: string): string => {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replace(/[\u007F-\u009F\u2028\u2029]/g, (hidden) => `\\u${hidden.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `'${escaped}'`;
};

const writeKey = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : writeText(key));
