const literal = /^\/(.+)\/([a-z]*)$/s;

/**
 * The regular expression that `fails` stands for: a literal with flags (`/revoked|canceled/i`), or its bare source.
 * Undefined when it is none. `g` and `y` are refused: they make the same text match only every other time.
 */
export const parseMatching = (text: string): RegExp | undefined => {
  const [, source = text, flags = ''] = literal.exec(text) ?? [];
  if (/[^imsu]/.test(flags)) return undefined;
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
};

/** The expression the way messages show it. */
export const showMatching = (text: string): string => (text.startsWith('/') ? text : `/${text}/`);

/** Told without `instanceof`, because each realm (a Jest environment, `node:vm`) has its own `RegExp`. */
export const isRegExp = (value: unknown): boolean => Object.prototype.toString.call(value) === '[object RegExp]';
