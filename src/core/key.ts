/** Names made of several parts, under which a world keeps what it knows. */
export const key = (...parts: readonly string[]): string => parts.join('\u0000');

/** What `key` was given. */
export const partsOf = (name: string): readonly string[] => name.split('\u0000');
