/** A name for each secret: equal ones have equal names, so that a reader still sees what was used where. */
export interface SecretNames {
  readonly nameOf: (kind: string, secret: string) => string;
  /** Whether it was found to be a secret anywhere. What is shorter is found everywhere, and opens nothing. */
  readonly isSecret: (text: string) => boolean;
}

const shortestSecret = 6;
const nameForm = /^<[a-z ]+ \d+>$/;

/** `taken` is the text in which names may stand already: those keep their meaning, and are not given again. */
export const createNames = (taken: string): SecretNames => {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const used = new Set(
    [...taken.matchAll(/(?:<|%3C)([a-z]+(?:(?: |%20)[a-z]+)*)(?: |%20)(\d+)(?:>|%3E)/g)].map(
      ([, kind = '', number = '']) => `<${kind.replaceAll('%20', ' ')} ${number}>`,
    ),
  );
  const next = (kind: string): string => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const name = `<${kind} ${count}>`;
    return used.has(name) ? next(kind) : name;
  };
  return {
    nameOf: (kind, secret) => {
      if (secret === '' || nameForm.test(secret)) return secret;
      const name = names.get(secret) ?? next(kind);
      names.set(secret, name);
      return name;
    },
    isSecret: (text) => text.length >= shortestSecret && names.has(text),
  };
};
