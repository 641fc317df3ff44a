import { kinds } from '../field-kinds.ts';
import { whichApplication } from './phrases.ts';
import { needed, optional, type VerbRows } from './row.ts';

const ofApplication = { application: optional(kinds.application) };

/** What the developer does in the console. (Authentication, interface B, and interface C) */
export const consoleVerbs = {
  createProfile: {
    does: 'The developer makes a security profile: an application with this client id, which a client finds by `env.as`.',
    example: '{ at: 5m, do: createProfile, application: shop }',
    fields: { application: needed(kinds.newApplication) },
    first: 'application',
    says: ({ application }) => `create the security profile of ${application}`,
  },
  deleteProfile: {
    does: "The application's security profile is deleted.",
    example: '{ at: 5m, do: deleteProfile }',
    fields: { application: optional(kinds.applicationToDelete) },
    says: ({ application }) => `delete the security profile of ${whichApplication(application)}`,
    weight: 3,
    sweep: [{ name: 'deleteProfile', fields: {}, demand: 'end' }],
  },
  rotateSecret: {
    does: "The application's client secret is replaced; the old one is worth nothing.",
    example: '{ at: 5m, do: rotateSecret }',
    fields: ofApplication,
    says: ({ application }) => `rotate the secret of ${whichApplication(application)}`,
    weight: 3,
    sweep: [{ name: 'rotateSecret', fields: {}, demand: 'end' }],
  },
  allowlistApp: {
    does: 'The application is put on the allow list.',
    example: '{ at: 5m, do: allowlistApp }',
    fields: ofApplication,
    says: ({ application }) => `allowlist ${whichApplication(application)}`,
    weight: 3,
  },
  delistApp: {
    does: 'The application is taken off the allow list.',
    example: '{ at: 5m, do: delistApp }',
    fields: ofApplication,
    says: ({ application }) => `delist ${whichApplication(application)}`,
    weight: 3,
    sweep: [{ name: 'delistApp', fields: {}, demand: 'end' }],
  },
  enableScope: {
    does: 'A scope is enabled for the application.',
    example: '{ at: 5m, do: enableScope, scope: orders }',
    fields: { scope: needed(kinds.newScope), ...ofApplication },
    first: 'scope',
    says: ({ scope, application }) => `enable the scope ${scope} for ${whichApplication(application)}`,
    weight: 3,
  },
  disableScope: {
    does: 'A scope is disabled for the application.',
    example: '{ at: 5m, do: disableScope, scope: orders }',
    fields: { scope: needed(kinds.knownScope), ...ofApplication },
    first: 'scope',
    says: ({ scope, application }) => `disable the scope ${scope} for ${whichApplication(application)}`,
    weight: 3,
  },
  attachProfile: {
    does: "The application's security profile is attached to an API.",
    example: '{ at: 5m, do: attachProfile, api: portability }',
    fields: { api: needed(kinds.api), ...ofApplication },
    first: 'api',
    says: ({ api, application }) => `attach the security profile of ${whichApplication(application)} to ${api}`,
    weight: 3,
  },
  detachProfile: {
    does: "The application's security profile is detached from an API.",
    example: '{ at: 5m, do: detachProfile, api: portability }',
    fields: { api: needed(kinds.api), ...ofApplication },
    first: 'api',
    says: ({ api, application }) => `detach the security profile of ${whichApplication(application)} from ${api}`,
    weight: 3,
    sweep: [{ name: 'detachProfile portability', fields: { api: 'portability' }, demand: 'end' }],
  },
} satisfies VerbRows;
