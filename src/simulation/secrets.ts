import { secretsMade } from '../core/console.ts';
import type { Token, World } from '../core/world.ts';
import { refuse } from '../misuse.ts';
import { readVariable } from '../runtime.ts';
import type { Instant } from '../spec/time.ts';
import type { KnownSecrets } from '../trace/mask.ts';
import { shortestSecret } from '../trace/secret-search.ts';

/** Names the variables of the environment whose values are secrets, with commas between them: `API_KEY,DATABASE_PASSWORD`. */
const variable = 'STUNT_DOUBLE_SECRETS';

/** Secrets of the user's own: those that are given, and those that the environment names. Throws Misuse BAD_OPTION. */
export const readSecrets = (
  given: readonly string[] = [],
  place = 'simulate({ secrets })',
  read: (name: string) => string | undefined = readVariable,
): readonly string[] => {
  if (!Array.isArray(given) || !given.every((one) => typeof one === 'string'))
    throw refuse(place, 'this is no list of texts', 'write secrets: ["…"]');
  const named = (read(variable) ?? '').split(',').flatMap((name) => name.trim() || []);
  const all = [
    ...given.map((secret, index) => ({ secret, where: `${place}[${index}]` })),
    ...named.map((name) => ({ secret: read(name) ?? '', where: `${variable}, ${name}` })),
  ].filter(({ secret }) => secret !== '');
  const short = all.find(({ secret }) => secret.length < shortestSecret);
  if (short === undefined) return all.map(({ secret }) => secret);
  throw refuse(
    short.where,
    `it is shorter than ${shortestSecret} characters`,
    'such a text stands in others by chance: leave it out',
  );
};

/**
 * What is a secret in a simulation before it turns up in a request or an answer: those of the user, and what the console, or the
 * simulation that it goes on from, has given out. Of a trace that drops entries, tokens that died before it are known as issued.
 * `began` is when the trace begins by the service's clock.
 */
export const secretsKnown = (world: World, own: readonly string[], drops: boolean, began: Instant): KnownSecrets => {
  const issued = issuedIn(world);
  return {
    list: (all, since) => [
      ...own.map((secret) => ['secret', secret] as const),
      ...secretsMade(world).map((secret) => ['client secret', secret] as const),
      ...[...world.codes.keys()].map((code) => ['code', code] as const),
      ...issued(all, began + since),
    ],
    isToken: drops ? (text) => world.tokens.has(text) : undefined,
  };
};

type Issued = readonly (readonly [kind: string, secret: string])[];

/** All tokens, or those that were issued since it was asked last; with them those for refreshing. The world forgets none. */
const issuedIn = ({ tokens, families }: World): ((all: boolean, since: Instant) => Issued) => {
  let rest = tokens.entries();
  let seen = 0;
  return (all, since) => {
    if (all) [rest, seen] = [tokens.entries(), 0];
    const fresh: (readonly [string, string])[] = [];
    for (; seen < tokens.size; seen++) {
      const [text, token] = rest.next().value as [string, Token];
      if (token.expiresAt >= since) fresh.push(['token', text]);
      const family = token.kind === 'customer' ? families.get(token.family) : undefined;
      if (family !== undefined) fresh.push(['refresh token', family.refreshToken]);
    }
    return fresh;
  };
};
