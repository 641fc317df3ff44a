import { kinds } from '../field-kinds.ts';
import { givenTo, idWords, lasting, whichScopes, whose } from './phrases.ts';
import { lastingFor, needed, optional, type VerbRows } from './row.ts';

const ofToken = { customer: optional(kinds.customer), application: optional(kinds.applicationIfAny) };

const ofConsent = {
  customer: optional(kinds.customer),
  scope: optional(kinds.scopeOfCustomer),
  application: optional(kinds.applicationIfAny),
};

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

/** What becomes of a customer's tokens, consent, account and data. */
export const accessVerbs = {
  expireToken: {
    does: "The customer's access tokens so far are over their lifetime.",
    example: '{ after: created, wait: 5m, do: expireToken }',
    fields: ofToken,
    says: ({ customer, application }) => `expire the token of ${whose(customer)}${givenTo(application)}`,
    weight: 48,
    sweep: [
      {
        name: 'expireToken',
        fields: {},
        demand: (exchange) => (exchange === 'callReporting' ? 'either' : 'finish'),
      },
    ],
  },
  revokeToken: {
    does: "The customer's access tokens so far are taken back; the refresh token, too.",
    example: '{ at: 30m, do: revokeToken }',
    fields: ofToken,
    says: ({ customer, application }) => `revoke the token of ${whose(customer)}${givenTo(application)}`,
    weight: 48,
    sweep: [{ name: 'revokeToken', fields: {}, demand: 'end' }],
  },
  blankToken: {
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
  },
  garbleToken: {
    does: "The customer's tokens so far yield a customer id, or a security profile id, that is not valid.",
    example: '{ at: 0s, do: garbleToken, garbles: customerId }',
    fields: { customer: optional(kinds.customer), garbles: needed(kinds.garbles) },
    first: 'garbles',
    says: ({ customer, garbles }) => `garble the ${idWords[garbles]} in the token of ${whose(customer)}`,
    weight: 12,
    sweep: [{ name: 'garbleToken customerId', fields: { garbles: 'customerId' }, demand: 'end' }],
  },
  expireStoreToken: {
    does: 'The tokens for one of the store APIs are over their lifetime.',
    example: '{ at: 5m, do: expireStoreToken, store: reporting }',
    fields: { store: needed(kinds.store) },
    first: 'store',
    says: ({ store }) => `expire the token of the ${store} store`,
    weight: 12,
    sweep: storeCases('expireStoreToken'),
  },
  revokeStoreToken: {
    does: 'The tokens for one of the store APIs are taken back.',
    example: '{ at: 5m, do: revokeStoreToken, store: submission }',
    fields: { store: needed(kinds.store) },
    first: 'store',
    says: ({ store }) => `revoke the token of the ${store} store`,
    weight: 12,
    sweep: storeCases('revokeStoreToken'),
  },
  revokeConsent: {
    does: 'The customer withdraws consent: queries that are being collected are canceled.',
    example: '{ after: created, wait: 5m, do: revokeConsent }',
    fields: ofConsent,
    says: ({ customer, scope, application }) =>
      `revoke the consent of ${whose(customer)} to ${whichScopes(scope)}${givenTo(application)}`,
    weight: 24,
    sweep: [{ name: 'revokeConsent', fields: {}, demand: 'end' }],
  },
  expireConsent: {
    does: "The customer's consent comes to its end.",
    example: '{ at: 1h, do: expireConsent }',
    fields: ofConsent,
    says: ({ customer, scope, application }) =>
      `expire the consent of ${whose(customer)} to ${whichScopes(scope)}${givenTo(application)}`,
    weight: 24,
    sweep: [{ name: 'expireConsent', fields: {}, demand: 'end' }],
  },
  grantConsent: {
    does: 'The customer consents, again or for longer.',
    example: '{ after: canceled, wait: 1h, do: grantConsent, for: 2h }',
    fields: { ...ofConsent, ...lastingFor },
    says: ({ customer, scope, application, for: length }) =>
      `grant the consent of ${whose(customer)} to ${whichScopes(scope)}${givenTo(application)}${lasting(length)}`,
    weight: 24,
  },
  holdAccount: {
    does: "The customer's account is put on hold: queries that are being collected are canceled.",
    example: '{ after: created, do: holdAccount, for: 2h }',
    fields: { customer: optional(kinds.customer), ...lastingFor },
    endedBy: 'releaseAccount',
    says: ({ customer, for: length }) => `hold the account of ${whose(customer)}${lasting(length)}`,
    weight: 24,
    sweep: [{ name: 'holdAccount', fields: {}, demand: 'end' }],
  },
  releaseAccount: {
    does: 'The hold on the account is lifted.',
    example: '{ at: 3h, do: releaseAccount }',
    fields: { customer: optional(kinds.customer) },
    says: ({ customer }) => `release the account of ${whose(customer)}`,
    weight: 24,
  },
  finishCollection: {
    does: 'What is being collected is there now.',
    example: '{ after: created, wait: 1m, do: finishCollection }',
    fields: { customer: optional(kinds.customer), scope: optional(kinds.scopeOfCustomer) },
    says: ({ customer, scope }) => `finish the collection for ${whose(customer)} in ${whichScopes(scope)}`,
    weight: 24,
    sweep: [{ name: 'finishCollection', fields: {}, demand: 'finish' }],
  },
} satisfies VerbRows;
