/** Names made of several parts, under which a world keeps what it knows. */
export const key = (first: string, ...others: readonly string[]): string => {
  let name = first;
  for (const part of others) name += `\u0000${part}`;
  return name;
};

/** What `key` was given. */
export const partsOf = (name: string): readonly string[] => name.split('\u0000');
