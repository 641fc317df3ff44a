import { emailErrors } from '../spec/email-errors.ts';
import { errors } from '../spec/errors.ts';
import { resources } from '../spec/fields.ts';
import { grants } from '../spec/grants.ts';
import { hosts } from '../spec/hosts.ts';
import { namesOf } from '../spec/names-of.ts';
import { notification, versions } from '../spec/notification.ts';
import { operationNames, operations } from '../spec/routes.ts';
import { storeScopes, tokenType } from '../spec/scopes.ts';
import { invalidGrant, storeRefusal, tokenErrors } from '../spec/token-errors.ts';

/** Everything that the interfaces themselves say: these texts are nobody's secret. */
const wordsOf = (table: unknown): readonly string[] => {
  if (typeof table === 'string') return [table];
  return typeof table === 'object' && table !== null ? Object.values(table).flatMap(wordsOf) : [];
};

const segments = [
  ...operationNames.map((name) => operations[name].path),
  ...namesOf(hosts).map((name) => hosts[name].path),
].flatMap((path) => path.split('/').filter((word) => /^[\w-]+$/.test(word)));

const others = [tokenType, 'Bearer', 'COMPLETED', 'CANCELED', notification.subject];

const interfaceWords: ReadonlySet<string> = new Set([
  ...wordsOf([
    errors,
    emailErrors,
    tokenErrors,
    invalidGrant,
    storeRefusal,
    versions,
    storeScopes,
    others,
    namesOf(grants),
  ]),
  ...segments,
]);

export const isInterfaceWord = (text: string): boolean => interfaceWords.has(text);

/** Of login, paging and whatever else has no table. */
const otherFields = 'refresh_token id_token code redirect_uri nextPageToken pagination username password assertion';

const fieldNames: ReadonlySet<string> = new Set([
  ...Object.values(resources).flatMap(({ fields }) => Object.keys(fields)),
  ...otherFields.split(' '),
]);

/** Names of fields on the wire. Any other may itself be data. */
export const isFieldName = (text: string): boolean => fieldNames.has(text);

const kinds: Readonly<Record<string, string>> = {
  access_token: 'token',
  refresh_token: 'refresh token',
  id_token: 'token',
  client_id: 'client id',
  client_secret: 'client secret',
  code: 'code',
  nextPageToken: 'page token',
  toEmailAddress: 'email',
  fromEmailAddress: 'email',
  id: 'id',
  scope: 'scope',
  message: 'message',
};

/** What to call a secret that stood in a field. */
export const kindOf = (field: string): string => (Object.hasOwn(kinds, field) ? (kinds[field] ?? 'text') : 'text');
