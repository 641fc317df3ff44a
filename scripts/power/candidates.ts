import { findRule } from '../../src/rules/catalogue.ts';
import type { Level } from '../../src/rules/rule.ts';
import type { Client } from '../../src/simulation/client-env.ts';
import { wrongClientsByClass } from '../../test/rules/clients/more-wrong-clients.ts';
import { transportOf as wayOf, wrongClients } from '../../test/rules/clients/wrong-clients.ts';
import type { WrongClient } from '../../test/rules/clients/wrong/wrong-client.ts';
import { findings } from '../../test/rules/findings.ts';

/** A client that is known to be wrong. */
export interface Wrong {
  readonly name: string;
  readonly client: Client;
  readonly transport: 'sockets' | 'fetch';
  /** `must` where the interfaces say otherwise, `should` where they recommend otherwise. */
  readonly level: Level;
  /** The group of clients that it belongs to. */
  readonly group: string;
  /** What it does, in a few words. */
  readonly does: string;
}

/** `showsTokenToLinks` as words. */
const asWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A library that is not the global `fetch` is what they are about. */
const byLibraries = new Set(Object.keys(wrongClientsByClass.libraryDefaults));

const transportOf = (name: string): Wrong['transport'] => (byLibraries.has(name) ? 'sockets' : wayOf(name));

/** The level of a client of the first table: that of the rules which it is known to break. */
const levelOf = (name: string): Level => {
  const rules = findings.flatMap(([client, , ids]) => (client === name ? ids : []));
  return rules.some((id) => findRule(id).level === 'must') ? 'must' : 'should';
};

/** The beginning of why a client is wrong: what it does, without what that is against, and the story in which it shows. */
const firstWords = (why: string): string =>
  (/^.*?(?=,? \(|: |, (?:though|so that|where|and so|as if|while) |\.$)/.exec(why)?.[0] ?? why).trim();

export const candidates: readonly Wrong[] = [
  ...Object.entries(wrongClients).map(([name, client]) => ({
    name,
    client,
    group: 'One thing otherwise than the reference client',
    level: levelOf(name),
    does: capitalize(asWords(name)),
  })),
  ...Object.entries<Readonly<Record<string, WrongClient>>>(wrongClientsByClass).flatMap(([group, clients]) =>
    Object.entries(clients).map(([name, { client, level, why }]) => ({
      name,
      client,
      group: capitalize(asWords(group)),
      level,
      does: firstWords(why),
    })),
  ),
].map((one) => ({ ...one, transport: transportOf(one.name) }));

/** How a check is asked about a wrong client where recommendations count, too. */
export const askAll = ({ transport }: Wrong) => ({ transport, rules: 'all' }) as const;
