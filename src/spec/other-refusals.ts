import type { AssumptionId } from './assumptions.ts';
import { emailErrors } from './email-errors.ts';
import { errors } from './errors.ts';
import { namesOf } from './names-of.ts';
import { type OperationName, operations } from './routes.ts';
import type { Section } from './sections.ts';
import type { RefusalName } from './refusals.ts';
import { invalidGrant, storeRefusal, tokenErrors } from './token-errors.ts';

export interface OtherRefusalRow {
  /** What brings it about. */
  readonly when: string;
  /** Who answers so; absent where anybody does. */
  readonly by?: OperationName;
  /** The open point that decides what it looks like. */
  readonly shape: AssumptionId;
  readonly section: Section;
}

const mail = { by: 'sendEmail', section: operations.sendEmail.section } as const;
const link = { by: 'downloadFile', section: operations.downloadFile.section } as const;

/** The refusals that no table of the interfaces lists, by our names: traces and timelines show them. */
export const otherRefusals = {
  invalidGrant: {
    when: invalidGrant.when,
    by: 'requestToken',
    shape: invalidGrant.assumption,
    section: 'Authentication, interface C',
  },
  storeNotAuthorized: {
    when: 'the call of a store API has no token, or none that lives and is meant for that API',
    by: 'callSubmission',
    shape: 'store.missingToken',
    section: storeRefusal.section,
  },
  linkExpired: { when: 'the five minutes of the link are over', shape: 'links.expiredAnswer', ...link },
  linkUnknown: { when: 'the link is none that was given out', shape: 'links.unknownAnswer', ...link },
  linkRefused: {
    when: 'an authorization header came along with a link that is signed already',
    shape: 'links.extraAuthorization',
    ...link,
  },
  linkRange: { when: 'the Range header asks for bytes that the file does not have', shape: 'links.range', ...link },
  emailUnauthorized: { when: 'no live token came with the e-mail', shape: 'email.authentication', ...mail },
  emailUnsupported: {
    when: 'the content type or the content encoding is not one that is read',
    shape: 'email.contentType',
    ...mail,
  },
  unknownRoute: {
    when: 'no operation lives at this address, or not under this method',
    shape: 'hosts.unknownRoute',
    section: operations.requestToken.section,
  },
} as const satisfies Record<string, OtherRefusalRow>;

type OtherRefusalName = keyof typeof otherRefusals;

/** Every name that an answer is refused under in a trace. */
export type RefusedAs = RefusalName | OtherRefusalName;

const rows: Readonly<Record<RefusedAs, { readonly when: string }>> = {
  ...errors,
  ...tokenErrors,
  ...emailErrors,
  ...otherRefusals,
};

export const refusedAs: readonly RefusedAs[] = namesOf(rows);

/** What brings a refusal about, in words; nothing for a name of others. */
export const whenRefused = (name: string): string | undefined =>
  Object.hasOwn(rows, name) ? rows[name as RefusedAs].when : undefined;
