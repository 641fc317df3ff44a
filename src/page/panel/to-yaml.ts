/** Words that YAML reads as something other than text. */
const isTaken = (word: string): boolean => /^(?:true|false|null|yes|no|on|off|y|n)$/i.test(word);

const isPlain = (text: string): boolean => /^[A-Za-z][\w-]*(?:\.[\w-]+)*$/.test(text) && !isTaken(text);

/** Durations have units, so no number is one. */
const isDuration = (text: string): boolean => /^(?:\d+(?:\.\d+)?(?:ms|[dhms]) ?)+$/.test(text);

/** Texts that need no quotes are without; JSON is YAML, too. */
const scalar = (value: unknown): string =>
  typeof value === 'string' && (isPlain(value) || isDuration(value)) ? value : JSON.stringify(value);

const flow = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return scalar(value);
  const fields = Object.entries(value).map(([key, one]) => `${keyOf(key)}: ${flow(one)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
};

/** The reader takes `on` for the text that it is. */
const keyOf = (key: string): string => (isPlain(key) || key === 'on' ? key : JSON.stringify(key));

/** Fields as a file that people read: one a line, and one line for each step. */
export const toYaml = (fields: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .map(([key, value]) =>
      Array.isArray(value) && value.length > 0
        ? `${keyOf(key)}:\n${value.map((item) => `  - ${flow(item)}\n`).join('')}`
        : `${keyOf(key)}: ${flow(value)}\n`,
    )
    .join('');
