import { serviceFaultNames } from '../spec/faults.ts';
import { namesOf } from '../spec/names-of.ts';
import { regionNames } from '../spec/regions.ts';
import { kinds } from './field-kinds.ts';
import { showTimes } from './show.ts';
import {
  findIdle,
  givenTo,
  how,
  idWords,
  lasting,
  notifications,
  often,
  whichApplication,
  whichScopes,
  whose,
} from './verbs/phrases.ts';
import { type Field, filled, type Misfit, needed, optional, type SweepCase, verb, type VerbRow } from './verbs/row.ts';
import { unbounded } from './words.ts';

export { type Demand, type Field, type FieldsOf, type Place, places } from './verbs/row.ts';

/**
 * THE TABLE OF VERBS: what can happen in a scenario, each verb once.
 *
 * From a row follow the type of the action in the tree (`ast.ts`), what the reader takes and how it answers mistakes
 * (`schema/actions.ts`, `step-keys.ts`), the method of the builder with its hover text (`step-verbs.ts`, written by
 * scripts/generate-verbs.ts), the file and the call that it is printed as (`written.ts`, `print-scenario.ts`), what the
 * service is told (`src/play/resolve-action.ts`), `explain` and `list actions`, the schema for editors, the tables of the
 * README and of docs/scenarios.md, what the generator draws and what the sweep does. What a verb does to the world stands in
 * `src/core/actions.ts`; the compiler asks for it as soon as there is a row here, and for nothing else.
 *
 * No other list of verbs may be written by hand. What only some verbs need to say is a field of the row; `kinds` says what
 * the fields of verbs hold. The order is that of menus and docs; the order of fields is that in which files are printed.
 */

const whenTold = { customer: optional(kinds.customer), application: optional(kinds.applicationIfAny) };

const ofConsent = {
  customer: optional(kinds.customer),
  scope: optional(kinds.scopeOfCustomer),
  application: optional(kinds.applicationIfAny),
};

const ofApplication = { application: optional(kinds.application) };

const lastingFor = { for: optional(kinds.length) };

/** One is hit where nothing is said, and any number while a fault lasts. */
const hits = {
  times: filled(kinds.times, ({ for: length }: { readonly for?: unknown }) => (length === undefined ? 1 : unbounded)),
  ...lastingFor,
};

const requests = { ...hits, operation: optional(kinds.operation) };

/** Before a store API is called its token can be replaced; it is, as soon as it is refused. (Authentication, interface B) */
const beforeStoreCall =
  (call: 'callReporting' | 'callSubmission') =>
  (exchange: string | undefined): 'finish' | undefined =>
    exchange === call ? 'finish' : undefined;

const storeCases = (verbName: string) =>
  [
    { name: verbName, fields: { store: 'reporting' }, demand: beforeStoreCall('callReporting') },
    { name: verbName, fields: { store: 'submission' }, demand: beforeStoreCall('callSubmission') },
  ] as const;

/** Time that passes while the client waits for an answer may cost it the connection; while it only waits it has to cope. */
const asleep = (exchange: string | undefined) =>
  exchange === undefined || exchange === 'notification' ? 'finish' : 'either';

export const verbs = {
  expireToken: verb({
    place: 'token',
    does: "The customer's access tokens so far are over their lifetime.",
    example: '{ after: created, wait: 10m, do: expireToken }',
    fields: whenTold,
    says: ({ customer, application }) => `expire the token of ${whose(customer)}${givenTo(application)}`,
    weight: 48,
    sweep: [
      {
        name: 'expireToken',
        fields: {},
        demand: (exchange) => (exchange === 'callReporting' ? 'either' : 'finish'),
      },
    ],
  }),
  revokeToken: verb({
    place: 'token',
    does: "The customer's access tokens so far are taken back; the refresh token, too.",
    example: '{ at: 30m, do: revokeToken }',
    fields: whenTold,
    says: ({ customer, application }) => `revoke the token of ${whose(customer)}${givenTo(application)}`,
    weight: 48,
    sweep: [{ name: 'revokeToken', fields: {}, demand: 'end' }],
  }),
  blankToken: verb({
    place: 'token',
    does: "The customer's tokens so far yield no customer id, or no security profile id.",
    example: '{ at: 0s, do: blankToken, lacks: customerId }',
    fields: { customer: optional(kinds.customer), lacks: needed(kinds.lacks) },
    first: 'lacks',
    says: ({ customer, lacks }) => `blank the ${idWords[lacks]} in the token of ${whose(customer)}`,
    weight: 12,
    sweep: [
      { name: 'blankToken customerId', fields: { lacks: 'customerId' }, demand: 'end' },
      { name: 'blankToken profileId', fields: { lacks: 'profileId' }, demand: 'end' },
    ],
  }),
  garbleToken: verb({
    place: 'token',
    does: "The customer's tokens so far yield a customer id, or a security profile id, that is not valid.",
    example: '{ at: 0s, do: garbleToken, garbles: customerId }',
    fields: { customer: optional(kinds.customer), garbles: needed(kinds.garbles) },
    first: 'garbles',
    says: ({ customer, garbles }) => `garble the ${idWords[garbles]} in the token of ${whose(customer)}`,
    weight: 12,
    sweep: [{ name: 'garbleToken customerId', fields: { garbles: 'customerId' }, demand: 'end' }],
  }),
  expireStoreToken: verb({
    place: 'token',
    does: 'The tokens for one of the store APIs are over their lifetime.',
    example: '{ at: 10m, do: expireStoreToken, store: reporting }',
    fields: { store: needed(kinds.store) },
    first: 'store',
    says: ({ store }) => `expire the token of the ${store} store`,
    weight: 12,
    sweep: storeCases('expireStoreToken'),
  }),
  revokeStoreToken: verb({
    place: 'token',
    does: 'The tokens for one of the store APIs are taken back.',
    example: '{ at: 10m, do: revokeStoreToken, store: submission }',
    fields: { store: needed(kinds.store) },
    first: 'store',
    says: ({ store }) => `revoke the token of the ${store} store`,
    weight: 12,
    sweep: storeCases('revokeStoreToken'),
  }),
  revokeConsent: verb({
    place: 'consent',
    does: 'The customer withdraws consent: queries that are being collected are canceled.',
    example: '{ after: created, wait: 10m, do: revokeConsent }',
    fields: ofConsent,
    says: ({ customer, scope, application }) =>
      `revoke the consent of ${whose(customer)} to ${whichScopes(scope)}${givenTo(application)}`,
    weight: 24,
    sweep: [{ name: 'revokeConsent', fields: {}, demand: 'end' }],
  }),
  expireConsent: verb({
    place: 'consent',
    does: "The customer's consent comes to its end.",
    example: '{ at: 1h, do: expireConsent }',
    fields: ofConsent,
    says: ({ customer, scope, application }) =>
      `expire the consent of ${whose(customer)} to ${whichScopes(scope)}${givenTo(application)}`,
    weight: 24,
    sweep: [{ name: 'expireConsent', fields: {}, demand: 'end' }],
  }),
  grantConsent: verb({
    place: 'consent',
    does: 'The customer consents, again or for longer.',
    example: '{ after: canceled, wait: 1h, do: grantConsent, for: 2h }',
    fields: { ...ofConsent, ...lastingFor },
    says: ({ customer, scope, application, for: length }) =>
      `grant the consent of ${whose(customer)} to ${whichScopes(scope)}${givenTo(application)}${lasting(length)}`,
    weight: 24,
  }),
  holdAccount: verb({
    place: 'account',
    does: "The customer's account is put on hold: queries that are being collected are canceled.",
    example: '{ after: created, do: holdAccount, for: 2h }',
    fields: { customer: optional(kinds.customer), ...lastingFor },
    endedBy: 'releaseAccount',
    says: ({ customer, for: length }) => `hold the account of ${whose(customer)}${lasting(length)}`,
    weight: 24,
    sweep: [{ name: 'holdAccount', fields: {}, demand: 'end' }],
  }),
  releaseAccount: verb({
    place: 'account',
    does: 'The hold on the account is lifted.',
    example: '{ at: 3h, do: releaseAccount }',
    fields: { customer: optional(kinds.customer) },
    says: ({ customer }) => `release the account of ${whose(customer)}`,
    weight: 24,
  }),
  finishCollection: verb({
    place: 'collection',
    does: 'What is being collected is there now.',
    example: '{ after: created, wait: 1m, do: finishCollection }',
    fields: { customer: optional(kinds.customer), scope: optional(kinds.scopeOfCustomer) },
    says: ({ customer, scope }) => `finish the collection for ${whose(customer)} in ${whichScopes(scope)}`,
    weight: 24,
    sweep: [{ name: 'finishCollection', fields: {}, demand: 'finish' }],
  }),
  createProfile: verb({
    place: 'console',
    does: 'The developer makes a security profile: an application with this client id, which a client finds by `env.as`.',
    example: '{ at: 10m, do: createProfile, application: shop }',
    fields: { application: needed(kinds.newApplication) },
    first: 'application',
    says: ({ application }) => `create the security profile of ${application}`,
  }),
  deleteProfile: verb({
    place: 'console',
    does: "The application's security profile is deleted.",
    example: '{ at: 10m, do: deleteProfile }',
    fields: { application: optional(kinds.applicationToDelete) },
    says: ({ application }) => `delete the security profile of ${whichApplication(application)}`,
    weight: 3,
    sweep: [{ name: 'deleteProfile', fields: {}, demand: 'end' }],
  }),
  rotateSecret: verb({
    place: 'console',
    does: "The application's client secret is replaced; the old one is worth nothing.",
    example: '{ at: 10m, do: rotateSecret }',
    fields: ofApplication,
    says: ({ application }) => `rotate the secret of ${whichApplication(application)}`,
    weight: 3,
    sweep: [{ name: 'rotateSecret', fields: {}, demand: 'end' }],
  }),
  allowlistApp: verb({
    place: 'console',
    does: 'The application is put on the allow list.',
    example: '{ at: 10m, do: allowlistApp }',
    fields: ofApplication,
    says: ({ application }) => `allowlist ${whichApplication(application)}`,
    weight: 3,
  }),
  delistApp: verb({
    place: 'console',
    does: 'The application is taken off the allow list.',
    example: '{ at: 10m, do: delistApp }',
    fields: ofApplication,
    says: ({ application }) => `delist ${whichApplication(application)}`,
    weight: 3,
    sweep: [{ name: 'delistApp', fields: {}, demand: 'end' }],
  }),
  enableScope: verb({
    place: 'console',
    does: 'A scope is enabled for the application.',
    example: '{ at: 10m, do: enableScope, scope: orders }',
    fields: { scope: needed(kinds.newScope), ...ofApplication },
    first: 'scope',
    says: ({ scope, application }) => `enable the scope ${scope} for ${whichApplication(application)}`,
    weight: 3,
  }),
  disableScope: verb({
    place: 'console',
    does: 'A scope is disabled for the application.',
    example: '{ at: 10m, do: disableScope, scope: orders }',
    fields: { scope: needed(kinds.knownScope), ...ofApplication },
    first: 'scope',
    says: ({ scope, application }) => `disable the scope ${scope} for ${whichApplication(application)}`,
    weight: 3,
  }),
  attachProfile: verb({
    place: 'console',
    does: "The application's security profile is attached to an API.",
    example: '{ at: 10m, do: attachProfile, api: portability }',
    fields: { api: needed(kinds.api), ...ofApplication },
    first: 'api',
    says: ({ api, application }) => `attach the security profile of ${whichApplication(application)} to ${api}`,
    weight: 3,
  }),
  detachProfile: verb({
    place: 'console',
    does: "The application's security profile is detached from an API.",
    example: '{ at: 10m, do: detachProfile, api: portability }',
    fields: { api: needed(kinds.api), ...ofApplication },
    first: 'api',
    says: ({ api, application }) => `detach the security profile of ${whichApplication(application)} from ${api}`,
    weight: 3,
    sweep: [{ name: 'detachProfile portability', fields: { api: 'portability' }, demand: 'end' }],
  }),
  beginFault: verb({
    place: 'service',
    does: 'Something goes wrong inside the service; "stunt-double list faults" names what can.',
    example: '{ at: 5m, do: beginFault, fault: backendSilent, for: 10m }',
    fields: { fault: needed(kinds.serviceFault), ...lastingFor },
    first: 'fault',
    says: ({ fault, for: length }) => `begin the service fault ${fault}${lasting(length)}`,
    weight: 40,
    sweep: serviceFaultNames.map((fault) => ({ name: `fault ${fault}`, fields: { fault }, demand: 'end' })),
  }),
  endFault: verb({
    place: 'service',
    does: 'What went wrong inside the service is repaired.',
    example: '{ at: 15m, do: endFault, fault: backendSilent }',
    fields: { fault: needed(kinds.serviceFault) },
    first: 'fault',
    says: ({ fault }) => `end the service fault ${fault}`,
    weight: 8,
  }),
  regionDown: verb({
    place: 'region',
    does: 'A region of interface C refuses every request, or cannot be reached.',
    example: '{ at: 5m, do: regionDown, region: eu-west-1, fails: refused, for: 1h }',
    fields: {
      region: needed(kinds.region),
      fails: { ...filled(kinds.outage, 503), atService: 'failure' },
      ...lastingFor,
    },
    first: 'region',
    says: ({ region, fails, for: length }) => `take ${region} down with ${how(fails)}${lasting(length)}`,
    weight: 42,
    sweep: [
      ...regionNames.map((region) => ({
        name: `${region} down`,
        fields: { region, fails: { kind: 'status', status: 503 } } as const,
        demand: 'either' as const,
      })),
      ...regionNames.map((region) => ({
        name: `${region} out of reach`,
        fields: { region, fails: { kind: 'connection', fault: 'refused' } } as const,
        demand: 'either' as const,
      })),
    ],
  }),
  regionUp: verb({
    place: 'region',
    does: 'The region answers again.',
    example: '{ at: 1h, do: regionUp, region: eu-west-1 }',
    fields: { region: needed(kinds.region) },
    first: 'region',
    says: ({ region }) => `bring ${region} up`,
    weight: 6,
  }),
  loseNotification: verb({
    place: 'notification',
    does: 'A notification is sent, and never arrives.',
    example: '{ on: notification, do: loseNotification }',
    fields: hits,
    hits: 'notification',
    says: (action) => `lose ${notifications(action)}${lasting(action.for)}`,
    weight: 1,
    sweep: [{ name: 'notification lost', fields: { times: 1 }, demand: 'either' }],
  }),
  delayNotification: verb({
    place: 'notification',
    does: 'A notification arrives late.',
    example: '{ on: notification, do: delayNotification, by: 70m }',
    fields: { by: needed(kinds.delay), ...hits },
    first: 'by',
    hits: 'notification',
    says: (action) => `delay ${notifications(action)} by ${action.by}${lasting(action.for)}`,
    weight: 1,
    sweep: [{ name: 'notification 11m late', fields: { by: '11m', times: 1 }, demand: 'finish' }],
  }),
  repeatNotification: verb({
    place: 'notification',
    does: 'A notification arrives more than once.',
    example: '{ on: notification, do: repeatNotification, copies: 3, by: 1s }',
    fields: { copies: filled(kinds.copies, 2), by: filled(kinds.interval, '0s'), ...hits },
    hits: 'notification',
    says: (action) =>
      `let ${notifications(action)} arrive ${action.copies === 2 ? 'twice' : showTimes(action.copies)}${
        action.by === '0s' ? '' : `, ${action.by} apart`
      }${lasting(action.for)}`,
    weight: 2,
    sweep: [
      { name: 'notification twice', fields: { copies: 2, by: '0s', times: 1 }, demand: 'finish' },
      { name: 'notification again 6m later', fields: { copies: 2, by: '6m', times: 1 }, demand: 'finish' },
    ],
  }),
  fail: verb({
    place: 'exchange',
    does: 'The next requests are refused before the service acts, by the name of an error or a bare status.',
    example: '{ on: listDataQueryRecords, nth: 2, fail: integrationTimeout, times: 3 }',
    fields: { failure: needed(kinds.failure, 'fail'), ...requests },
    first: 'failure',
    isKey: true,
    hits: 'request',
    noun: 'a failure',
    says: (action) =>
      `fail${action.operation === undefined ? '' : ` ${action.operation}`} with ${how(action.failure)}${often(action)}`,
    weight: 4,
  }),
  fault: verb({
    place: 'exchange',
    does: 'Something goes wrong with the next requests on the network; "stunt-double list faults" names what can.',
    example: '{ on: downloadFile, fault: resetInBody }',
    fields: {
      fault: needed(kinds.exchangeFault),
      by: optional(kinds.pause),
      pieces: optional(kinds.pieces),
      ...requests,
    },
    first: 'fault',
    isKey: true,
    hits: 'request',
    noun: 'a fault',
    misfit: findIdle,
    says: ({ operation, fault, by, pieces, ...hitting }) => {
      const more = [pieces !== undefined && `in ${pieces} pieces`, by !== undefined && `by ${by}`].filter(Boolean);
      const what = more.length === 0 ? fault : `${fault} (${more.join(', ')})`;
      return `inject ${what}${operation === undefined ? '' : ` into ${operation}`}${often(hitting)}`;
    },
    weight: 4,
  }),
  elapse: verb({
    place: 'clock',
    does: 'Time passes while the client sleeps, before it hears anything more.',
    example: '{ on: notification, elapse: 61m }',
    fields: { duration: needed(kinds.sleep, 'elapse') },
    first: 'duration',
    isKey: true,
    says: ({ duration }) => `let ${duration} pass`,
    weight: 72,
    sweep: [
      { name: '5m pass', fields: { duration: '5m' }, demand: asleep },
      { name: '61m pass', fields: { duration: '61m' }, demand: asleep },
      { name: '25h pass', fields: { duration: '25h' }, demand: 'either' },
    ],
  }),
};

export type VerbName = keyof typeof verbs;

export const namesOfVerbs: readonly VerbName[] = namesOf(verbs);

/** A row whatever its fields are. */
export interface AnyVerb extends Omit<VerbRow, 'says' | 'sweep' | 'misfit' | 'endedBy'> {
  readonly endedBy?: VerbName;
  readonly says: (fields: Readonly<Record<string, unknown>>) => string;
  readonly misfit?: (fields: Readonly<Record<string, unknown>>) => Misfit | undefined;
  readonly sweep?: readonly (Omit<SweepCase, 'fields'> & { readonly fields: Readonly<Record<string, unknown>> })[];
}

// What it is given was read by the same row.
export const rowOf = (name: VerbName): AnyVerb => verbs[name] as unknown as AnyVerb;

/** Those that are written behind `do:`, and those that are keys of their own. */
export const doVerbs = namesOfVerbs.filter((name) => rowOf(name).isKey !== true);
export const keyVerbs = namesOfVerbs.filter((name) => rowOf(name).isKey === true);

/** How files write a field. */
export const writtenName = (name: string, { written = name }: Field): string => written;

/** What a field means where a file does not write it. */
export const usualOf = ({ usual }: Field, others: Readonly<Record<string, unknown>>): unknown =>
  typeof usual === 'function' ? (usual as (fields: object) => unknown)(others) : usual;

const written = new Map(
  namesOfVerbs.map((name) => [name, Object.entries(rowOf(name).fields).map(([field, one]) => writtenName(field, one))]),
);

/** The fields of a verb in the words of files. */
export const fieldsWritten = (name: VerbName): readonly string[] => written.get(name) ?? [];

/** The first argument of a verb's call, in the words of files. */
export const firstWritten = (name: VerbName): string | undefined => {
  const { first, fields } = rowOf(name);
  const field = first === undefined ? undefined : fields[first];
  return first === undefined || field === undefined ? undefined : writtenName(first, field);
};
