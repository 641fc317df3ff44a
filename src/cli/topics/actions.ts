import { namesOf } from '../../spec/names-of.ts';
import { plainFields, verbFields } from '../../language/words.ts';
import type { Topic } from './topic.ts';

interface ActionRow {
  readonly what: string;
  /** Words for it in earlier versions. */
  readonly aliases?: readonly string[];
  /** A step of a scenario that does it. */
  readonly example: string;
}

/** What each verb of the scenario language does, and how it is written. */
export const actions: Readonly<Record<keyof typeof verbFields | keyof typeof plainFields, ActionRow>> = {
  expireToken: {
    what: "The customer's access tokens so far are over their lifetime.",
    example: '{ after: created, wait: 10m, do: expireToken }',
  },
  revokeToken: {
    what: "The customer's access tokens so far are taken back; the refresh token, too.",
    example: '{ at: 30m, do: revokeToken }',
  },
  blankToken: {
    what: "The customer's tokens so far yield no customer id, or no security profile id.",
    example: '{ at: 0s, do: blankToken, lacks: customerId }',
  },
  garbleToken: {
    what: "The customer's tokens so far yield a customer id, or a security profile id, that is not valid.",
    example: '{ at: 0s, do: garbleToken, garbles: customerId }',
  },
  expireStoreToken: {
    what: 'The tokens for one of the store APIs are over their lifetime.',
    example: '{ at: 10m, do: expireStoreToken, store: reporting }',
  },
  revokeStoreToken: {
    what: 'The tokens for one of the store APIs are taken back.',
    example: '{ at: 10m, do: revokeStoreToken, store: submission }',
  },
  revokeConsent: {
    what: 'The customer withdraws consent: queries that are being collected are canceled.',
    example: '{ after: created, wait: 10m, do: revokeConsent }',
  },
  expireConsent: { what: "The customer's consent comes to its end.", example: '{ at: 1h, do: expireConsent }' },
  grantConsent: {
    what: 'The customer consents, again or for longer.',
    example: '{ after: canceled, wait: 1h, do: grantConsent, for: 2h }',
  },
  holdAccount: {
    what: "The customer's account is put on hold: queries that are being collected are canceled.",
    example: '{ after: created, do: holdAccount, for: 2h }',
  },
  releaseAccount: { what: 'The hold on the account is lifted.', example: '{ at: 3h, do: releaseAccount }' },
  finishCollection: {
    what: 'What is being collected is there now.',
    example: '{ after: created, wait: 1m, do: finishCollection }',
  },
  createProfile: {
    what: 'The developer makes a security profile: an application with this client id, which a client finds by `env.as`.',
    example: '{ at: 10m, do: createProfile, application: shop }',
  },
  deleteProfile: { what: "The application's security profile is deleted.", example: '{ at: 10m, do: deleteProfile }' },
  rotateSecret: {
    what: "The application's client secret is replaced; the old one is worth nothing.",
    example: '{ at: 10m, do: rotateSecret }',
  },
  allowlistApp: { what: 'The application is put on the allow list.', example: '{ at: 10m, do: allowlistApp }' },
  delistApp: { what: 'The application is taken off the allow list.', example: '{ at: 10m, do: delistApp }' },
  enableScope: {
    what: 'A scope is enabled for the application.',
    example: '{ at: 10m, do: enableScope, scope: orders }',
  },
  disableScope: {
    what: 'A scope is disabled for the application.',
    example: '{ at: 10m, do: disableScope, scope: orders }',
  },
  attachProfile: {
    what: "The application's security profile is attached to an API.",
    example: '{ at: 10m, do: attachProfile, api: portability }',
  },
  detachProfile: {
    what: "The application's security profile is detached from an API.",
    example: '{ at: 10m, do: detachProfile, api: portability }',
  },
  beginFault: {
    aliases: ['beginTrouble'],
    what: 'Something goes wrong inside the service; "stunt-double list faults" names what can.',
    example: '{ at: 5m, do: beginFault, fault: backendSilent, for: 10m }',
  },
  endFault: {
    aliases: ['endTrouble'],
    what: 'What went wrong inside the service is repaired.',
    example: '{ at: 15m, do: endFault, fault: backendSilent }',
  },
  regionDown: {
    what: 'A region of interface C refuses every request, or cannot be reached.',
    example: '{ at: 5m, do: regionDown, region: eu-west-1, fails: refused, for: 1h }',
  },
  regionUp: { what: 'The region answers again.', example: '{ at: 1h, do: regionUp, region: eu-west-1 }' },
  loseNotification: {
    what: 'A notification is sent, and never arrives.',
    example: '{ on: notification, do: loseNotification }',
  },
  delayNotification: {
    what: 'A notification arrives late.',
    example: '{ on: notification, do: delayNotification, by: 70m }',
  },
  repeatNotification: {
    what: 'A notification arrives more than once.',
    example: '{ on: notification, do: repeatNotification, copies: 3, by: 1s }',
  },
  fail: {
    what: 'The next requests are refused before the service acts, by the name of an error or a bare status.',
    example: '{ on: listDataQueryRecords, nth: 2, fail: integrationTimeout, times: 3 }',
  },
  fault: {
    aliases: ['accident', 'loseAnswer', 'delayAnswer'],
    what: 'Something goes wrong with the next requests, or with the answers to them; "stunt-double list faults" names what can.',
    example: '{ on: downloadFile, fault: resetInBody }',
  },
  elapse: {
    what: 'Time passes while the client sleeps, before it hears anything more.',
    example: '{ on: notification, elapse: 61m }',
  },
  together: {
    what: 'Several things happen at one moment, in their order.',
    example: '{ after: created, together: [{ do: expireToken }, { do: regionDown, region: eu-west-1 }] }',
  },
};

const fieldsOf: Readonly<Record<string, readonly string[]>> = { ...verbFields, ...plainFields };

export const actionTopics: readonly Topic[] = namesOf(actions).map((name) => ({
  kind: 'actions',
  name,
  aliases: actions[name].aliases ?? [],
  what: actions[name].what,
  facts: [
    ['does', actions[name].what],
    ...((fieldsOf[name] ?? []).length === 0 ? [] : [['fields', (fieldsOf[name] ?? []).join(', ')] as const]),
    ['scenario', `- ${actions[name].example}`],
  ],
}));
