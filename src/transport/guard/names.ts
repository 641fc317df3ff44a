import dns, { lookup, type LookupOptions } from 'node:dns';
import { nativeTimers } from '../../clock/real-time.ts';
import { tellOtherNames } from '../../clock/patches/exported-names.ts';
import { applyAll, type Deputy, type Patch, replaceMethod, shareable, type Undo } from '../../clock/patches/patch.ts';

/** What is known of a name: its addresses, why it must not be asked for, or nothing, and then the system is asked. */
export type Known = { readonly v4: string; readonly v6: string } | Error | undefined;

export interface Names {
  find(host: string): Known;
  hostAt(address: string): string | undefined;
}

/** How `node:dns` asks below its functions: by a question, a name and how; these shapes are the same in Node 20 to 26. */
interface Cares {
  readonly getaddrinfo: unknown;
  readonly ChannelWrap: { readonly prototype: object };
}

interface Question {
  readonly oncomplete: (error: string | null, found?: readonly string[], lives?: readonly number[]) => void;
  /** Of a function with a callback, or else of one with a promise. */
  readonly callback?: (error: Error) => void;
  readonly reject?: (error: Error) => void;
}

/** For how long an answer may be kept, in seconds. */
const life = 60;

/** Whose names are known, the last one first. */
const knowing: Names[] = [];

const anyName: Names = {
  find: (host) => firstOf((names) => names.find(host)),
  hostAt: (address) => firstOf((names) => names.hostAt(address)),
};

const firstOf = <Found>(ask: (names: Names) => Found | undefined): Found | undefined => {
  for (const names of knowing) {
    const found = ask(names);
    if (found !== undefined) return found;
  }
  return undefined;
};

/**
 * Answers look-ups of the names that are known, whoever asks: `dns.lookup`, `dns.resolve4`, resolvers, by callback and by
 * promise. They are answered below these functions, for libraries keep copies of those that they found when they were
 * loaded, as undici does. Nothing of it is left after the last undo.
 */
export const answerLookUps = (names: Names): Undo => {
  knowing.unshift(names);
  const { release } = useAnswers();
  return () => {
    knowing.splice(knowing.indexOf(names), 1);
    release();
  };
};

const useAnswers = shareable(() => {
  const cares = findCares();
  const patches = cares === undefined ? [] : patchCares(cares);
  const undo = applyAll([...patches, () => replaceMethod(dns.promises, 'lookup', lookUp)]);
  tellOtherNames();
  return {
    undo: () => {
      undo();
      tellOtherNames();
    },
  };
});

const patchCares = (cares: Cares): readonly Patch[] => {
  const { prototype } = cares.ChannelWrap;
  const queries = Object.getOwnPropertyNames(prototype).filter((key) => key.startsWith('query'));
  return [
    () => replaceMethod(cares, 'getaddrinfo', answering(byFamily)),
    () => replaceMethod(prototype, 'getHostByAddr', answerAddress),
    ...queries.map(
      (key) => () =>
        replaceMethod(
          prototype,
          key,
          answering((known) => records[key]?.(known)),
        ),
    ),
  ];
};

type Choose = (known: Exclude<Known, Error | undefined>, how: readonly unknown[]) => readonly string[] | undefined;

const byFamily: Choose = ({ v4, v6 }, [family]) => {
  if (family === 6) return [v6];
  return family === 4 ? [v4] : [v4, v6];
};

/** A name that has addresses, and no other records. */
const records: Readonly<Record<string, (known: Exclude<Known, Error | undefined>) => readonly string[]>> = {
  queryA: ({ v4 }) => [v4],
  queryAaaa: ({ v6 }) => [v6],
};

const answering =
  (choose: Choose): Deputy<unknown> =>
  (_self, [question, name, ...how], go) => {
    const request = question as Question;
    const known = anyName.find(name as string);
    if (known === undefined) return go();
    nativeTimers.setImmediate(() => {
      if (known instanceof Error) return (request.callback ?? request.reject)?.(known);
      const found = choose(known, how);
      if (found === undefined) return request.oncomplete('ENODATA');
      return request.oncomplete(
        null,
        found,
        found.map(() => life),
      );
    });
    return 0;
  };

const answerAddress: Deputy<unknown> = (_self, [request, address], go) => {
  const host = anyName.hostAt(address as string);
  if (host === undefined) return go();
  nativeTimers.setImmediate(() => (request as Question).oncomplete(null, [host]));
  return 0;
};

/** It keeps a copy of what it asks with; the function with a callback does not. */
const lookUp: Deputy<unknown> = (_self, [name, options = {}], go) => {
  const host = name as string;
  if (anyName.find(host) === undefined) return go();
  const all = (typeof options === 'object' ? options : { family: options }) as LookupOptions;
  return new Promise((resolve, reject) => {
    lookup(host, { ...all, all: true }, (error, found) => {
      if (error !== null) reject(error);
      else resolve(all.all === true ? found : found[0]);
    });
  });
};

/** Undefined where a process may not have it: then names are only known to those who connect by them. */
const findCares = (): Cares | undefined => {
  try {
    const bind: unknown = Reflect.get(process, 'binding');
    return typeof bind === 'function' ? (bind.call(process, 'cares_wrap') as Cares) : undefined;
  } catch {
    return undefined;
  }
};

/** The addresses that simulated hosts have, for those who look them up; they lead nowhere but here. */
export interface AddressBook {
  /** The same whenever it is asked for. */
  addressesOf(host: string): { readonly v4: string; readonly v6: string };
  /** Whose address this is. */
  hostAt(address: string): string | undefined;
}

/** Reserved for documentation: nobody on the network has them. (RFC 5737, RFC 3849) */
const networks = ['192.0.2', '198.51.100', '203.0.113'] as const;
const perNetwork = 254;

export const createAddressBook = (): AddressBook => {
  const numbers = new Map<string, number>();
  const hosts = new Map<string, string>();
  return {
    addressesOf: (host) => {
      const number = numbers.get(host) ?? numbers.size;
      const addresses = write(number);
      // Where there are more hosts than addresses, one means the host that had it last.
      for (const address of Object.values(addresses)) hosts.set(address, host);
      numbers.set(host, number);
      return addresses;
    },
    hostAt: (address) => hosts.get(address),
  };
};

const write = (number: number): { readonly v4: string; readonly v6: string } => {
  const network = networks[Math.floor(number / perNetwork) % networks.length] ?? networks[0];
  return { v4: `${network}.${1 + (number % perNetwork)}`, v6: `2001:db8::${(number + 1).toString(16)}` };
};
