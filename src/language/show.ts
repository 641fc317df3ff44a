/** A value in a few words, for messages: never long, and not only for plain data. */
export const show = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 79)}…` : value);
  if (value === null || value === undefined) return value === null ? 'nothing (null)' : 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object')
    return typeof value === 'symbol' ? 'a symbol' : `${value as number | bigint | boolean}`;
  return showObject(value);
};

const showObject = (value: object): string => {
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind === 'RegExp') return `${value as RegExp}`;
  if (kind !== 'Object') return `${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return 'an object without fields';
  return `an object with ${keys.slice(0, 5).map(showKey).join(', ')}${keys.length > 5 ? ', …' : ''}`;
};

const showKey = (key: string): string => (/^[\w.-]{1,40}$/.test(key) ? key : JSON.stringify(key.slice(0, 40)));

/** `once`, `2 times`. */
export const showTimes = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** `1st`, `2nd`, `11th`. */
export const showOrdinal = (position: number): string => {
  const teen = position % 100 >= 11 && position % 100 <= 13;
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][position % 10] ?? 'th');
  return `${position}${ending}`;
};

/** A call the way it was written, short enough to be a place: `after("created", { wait: "10m" })`. */
export const showCall = (name: string, values: readonly unknown[]): string =>
  `${name}(${values.map(showArgument).join(', ')})`;

const showArgument = (value: unknown): string => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return show(value);
  const fields = Object.entries(value).map(([key, field]) => `${showKey(key)}: ${show(field)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.slice(0, 5).join(', ')}${fields.length > 5 ? ', …' : ''} }`;
};
