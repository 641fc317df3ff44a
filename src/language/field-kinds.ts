import type { Failure } from '../core/action.ts';
import { apiNames } from '../spec/hosts.ts';
import { exchangeFaultNames, serviceFaultNames, type SetupFaultName } from '../spec/faults.ts';
import { regionNames } from '../spec/regions.ts';
import { operationNames } from '../spec/routes.ts';
import { storeFamilies } from '../spec/scopes.ts';
import { tokenIds } from './words.ts';

/*
 * What the fields of verbs hold. A kind is data: its shape says which values there are, and everything else follows from
 * that: the type in the tree and in a call (`scripts/generate-verbs.ts`), what the reader takes (`schema/actions.ts`), what
 * editors complete (`scripts/schema`), how a value becomes the service's own (`src/driver/resolve-action.ts`), and what a
 * generator draws (`src/check/arbitraries/actions.ts`). Each of these is a table or a switch over shapes that the compiler holds
 * to be total: a new shape is named in all of them, a new kind of a known shape in none.
 */

/** Whom a field names, and so who has to exist when the step happens. */
export type Named =
  /** Without a name the first customer. */
  | 'customer'
  /** One of the customer's; without a name all of them. */
  | 'scopeOfCustomer'
  /** One that is given to an application, and need not be known before. */
  | 'newScope'
  /** One that anybody has, or that a step before this one enables. */
  | 'knownScope'
  /** Without a name the first application. */
  | 'application'
  /** The same, which is gone afterwards. */
  | 'applicationToDelete'
  /** Without a name all applications. */
  | 'applicationIfAny'
  /** One that does not exist yet. */
  | 'newApplication';

interface Documented {
  /** What the field is for, in a sentence or two. */
  readonly what: string;
  /** As a file writes it. */
  readonly example: string;
}

export type FieldKind = Documented &
  (
    | {
        readonly shape: 'word';
        readonly words: readonly string[];
        /** `"fog" is not a store`. */
        readonly is: string;
        /** Name and module of the union of the words. */
        readonly type: readonly [name: string, module: string];
      }
    | { readonly shape: 'count'; readonly is: string; readonly least: number; readonly most: number }
    | { readonly shape: 'duration' }
    | { readonly shape: 'name'; readonly names: Named; readonly is: string }
    /** How a request is refused: an error by its name, or a bare status. */
    | { readonly shape: 'failure' }
    /** How a region is down: as that, or by a fault that keeps clients from a connection. */
    | { readonly shape: 'outage' }
  );

/** What refuses every request to a region, or keeps it from getting there. */
export type RegionFailure = Failure | { readonly kind: 'connection'; readonly fault: SetupFaultName };

const idsOfTokens = {
  shape: 'word',
  words: tokenIds,
  is: 'an id that a token yields',
  type: ['TokenId', '../core/action.ts'],
  example: 'customerId',
} as const;

const nameOf = (names: Named, is: string, example: string, what: string): FieldKind => ({
  shape: 'name',
  names,
  is,
  example,
  what,
});

/** What a name without a value stands for differs, and so do the sentences. */
const application = (names: Named, what: string): FieldKind =>
  nameOf(names, 'an application id', 'application-2', what);

export const kinds = {
  customer: nameOf('customer', 'a customer id', 'ann', 'Whom it happens to. Without it the first customer.'),
  scopeOfCustomer: nameOf('scopeOfCustomer', 'a scope', 'orders', 'In which scope. Without it all of the customer.'),
  newScope: nameOf('newScope', 'a scope', 'orders', 'Which scope is enabled or disabled in the console.'),
  knownScope: nameOf('knownScope', 'a scope', 'orders', 'Which scope is enabled or disabled in the console.'),
  application: application('application', 'Which application is changed in the console. Without it the first one.'),
  applicationToDelete: application(
    'applicationToDelete',
    'Which application is changed in the console. Without it the first one.',
  ),
  applicationIfAny: application('applicationIfAny', 'Only what was given to this application. Without it to any.'),
  newApplication: application('newApplication', 'The client id of an application that is made.'),
  lacks: { ...idsOfTokens, what: 'Which id the tokens yield no more.' },
  garbles: { ...idsOfTokens, what: 'Which id the tokens yield is not valid any more.' },
  store: {
    shape: 'word',
    words: storeFamilies,
    is: 'a store',
    type: ['StoreFamily', '../spec/scopes.ts'],
    example: 'submission',
    what: 'Which of the two store APIs.',
  },
  api: {
    shape: 'word',
    words: apiNames,
    is: 'an API',
    type: ['Api', '../spec/hosts.ts'],
    example: 'portability',
    what: 'Which API the security profile is attached to, or detached from.',
  },
  region: {
    shape: 'word',
    words: regionNames,
    is: 'a region',
    type: ['Region', '../spec/regions.ts'],
    example: 'eu-west-1',
    what: 'Which region of interface C.',
  },
  serviceFault: {
    shape: 'word',
    words: serviceFaultNames,
    is: 'a service fault',
    type: ['ServiceFaultName', '../spec/faults.ts'],
    example: 'backendSilent',
    what: 'What is wrong inside the service.',
  },
  exchangeFault: {
    shape: 'word',
    words: exchangeFaultNames,
    is: 'a fault',
    type: ['ExchangeFaultName', '../spec/faults.ts'],
    example: 'reset',
    what: 'What happens to the requests, or to the answers to them, on the network.',
  },
  operation: {
    shape: 'word',
    words: operationNames,
    is: 'an operation',
    type: ['OperationName', '../spec/routes.ts'],
    example: 'listDataQueryRecords',
    what: 'Which requests are hit. Without it those that the step waits for.',
  },
  failure: {
    shape: 'failure',
    example: '503',
    what: 'An error by its name, or a bare status, 400 to 599.',
  },
  outage: {
    shape: 'outage',
    example: 'refused',
    what: 'How the region fails: with an error by its name, a status, or a fault before there is a connection.',
  },
  times: {
    shape: 'count',
    is: 'a number of times',
    least: 1,
    most: 1000,
    example: '3',
    what: 'How many are hit. Without it one; with `for` all that come while it lasts.',
  },
  copies: {
    shape: 'count',
    is: 'a number of copies',
    least: 2,
    most: 100,
    example: '3',
    what: 'How many of each notification arrive.',
  },
  pieces: {
    shape: 'count',
    is: 'a number of pieces',
    least: 1,
    most: 1000,
    example: '5',
    what: 'In how many pieces it comes.',
  },
  length: {
    shape: 'duration',
    example: '10m',
    what: 'How long it lasts. Without it: until a step ends it, or until it has hit as many as it was to hit. Where two overlap, each network fault ends by itself; of anything else the later step decides, even where it ends sooner.',
  },
  delay: { shape: 'duration', example: '10s', what: 'How much later.' },
  pause: {
    shape: 'duration',
    example: '1m',
    what: 'How long the fault takes; where it comes in pieces, each of them.',
  },
  interval: { shape: 'duration', example: '1m', what: 'How long after the one before each copy arrives.' },
  sleep: { shape: 'duration', example: '1h', what: 'How long the client sleeps.' },
} as const satisfies Record<string, FieldKind>;
