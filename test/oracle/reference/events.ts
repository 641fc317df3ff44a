import type { RowName, Store, TokenRowName } from './rows.ts';
import type { Api, Region } from './settings.ts';

/** The event of a history that something comes from, by its position: a token, a code, a query, a page, a link. */
export interface Ref {
  readonly of: number;
}

/** The authorization header: absent, white space, of a wrong form, a token nobody issued, or an issued one. */
export type Authority = 'absent' | 'blank' | 'malformed' | 'unknown' | Ref;

export const serviceFaults = [
  'scannersBlock',
  'apiMisconfigured',
  'authorizerUnreachable',
  'authorizerFails',
  'appUnidentifiable',
  'backendSilent',
  'backendFails',
  'serviceThrows',
] as const;
export type ServiceFault = (typeof serviceFaults)[number];

export type Failure =
  | { readonly kind: 'row'; readonly row: RowName | TokenRowName }
  | { readonly kind: 'status'; readonly status: number };

export type Operation =
  | 'createDataQuery'
  | 'listDataQueryRecords'
  | 'requestToken'
  | 'sendEmail'
  | 'callSubmission'
  | 'callReporting'
  | 'downloadFile'
  | 'downloadSchema';

interface Authorize {
  readonly kind: 'authorize';
  readonly application: string;
  readonly customer: string;
  readonly scope: string;
}

export interface TokenRequest {
  readonly kind: 'token';
  readonly contentType: 'form' | 'form-charset' | 'json' | 'text' | 'absent';
  readonly grant: 'client_credentials' | 'authorization_code' | 'refresh_token' | 'password' | 'absent';
  readonly client: string;
  /** `previous` is the one before the last rotation. */
  readonly secret: 'right' | 'previous' | 'wrong';
  readonly scope?: string;
  readonly code?: Ref | 'unknown';
  readonly refresh?: Ref | 'unknown';
  /** A field that is left out. */
  readonly omits?: 'client' | 'secret' | 'scope' | 'code' | 'refresh';
  /** A field of a form that is there once more, with a value that is wrong. */
  readonly doubles?: 'client' | 'grant' | 'scope';
  /** There is a field that nobody knows. */
  readonly stranger?: true;
}

/** The word ahead of an issued token may be written in lower case. */
export interface Lower {
  readonly lower?: boolean;
}

export interface StoreCall extends Lower {
  readonly kind: 'store';
  readonly store: Store;
  readonly token: Authority;
}

export interface Create extends Lower {
  readonly kind: 'create';
  readonly region: Region;
  /** As written in the path; blank is one space. */
  readonly scope: string;
  readonly token: Authority;
  /** Bytes of the body. */
  readonly body: number;
  /** A query parameter that the operation does not have. */
  readonly stranger?: string;
  /** Its answer stays under way until it is `delivered`. */
  readonly held: boolean;
}

export interface List extends Lower {
  readonly kind: 'list';
  readonly region: Region;
  readonly scope: string;
  readonly token: Authority;
  readonly query: Ref | 'unknown' | 'malformed' | 'blank';
  /** The id of the query is written in upper case. */
  readonly upper?: boolean;
  readonly max: string | undefined;
  /** `maxResults` is there once more, with this value. */
  readonly maxAgain?: string;
  /** Bytes of the body. */
  readonly body?: number;
  readonly stranger?: string;
  readonly page: Ref | 'forged' | 'empty' | undefined;
  readonly held: boolean;
}

/** A request to an address of interface C that belongs to no operation. */
export interface Stray {
  readonly kind: 'stray';
  readonly region: Region;
  readonly shape: 'unknown-path' | 'wrong-method' | 'undecodable' | 'create-without-scope' | 'list-without-query';
  readonly token: Authority;
}

export interface Download {
  readonly kind: 'download';
  /** The listing, and which of its records. */
  readonly list: Ref;
  readonly record: number;
  readonly what: 'file' | 'schema';
  readonly authorized: boolean;
  readonly head?: true;
  /** The part that is asked for: the first ten bytes, or some that no file has. */
  readonly range?: 'first' | 'beyond';
  /** It is no longer the text that was given: only its very parameters are known. */
  readonly forged?: 'signature' | 'parameter' | 'zero' | 'letters';
}

/** The text of a field; two words stand for a field that is absent or no text at all. */
export type MailField = string;

export interface Email {
  readonly kind: 'email';
  readonly to: MailField;
  readonly from: MailField;
  readonly content: MailField;
  readonly json: boolean;
  /** What the headers say, where it is not application/json. */
  readonly type?: 'absent' | 'text' | 'latin';
  /** The headers say that it is compressed. */
  readonly encoded?: true;
  /** A byte order mark stands ahead. */
  readonly marked?: true;
  /** There is a field that nobody knows. */
  readonly stranger?: true;
}

type PortabilityRequest = Create | List | Stray;
export type Request = PortabilityRequest | TokenRequest | StoreCall | Download | Email;

/** The answer to a held request arrives. */
interface Delivered {
  readonly kind: 'delivered';
  readonly request: Ref;
}

/** The application answers an attempt of a notification. */
interface Heard {
  readonly kind: 'heard';
  readonly query: Ref;
  readonly attempt: number;
  readonly accepted: boolean;
}

export type Action =
  | { readonly kind: 'expireToken' | 'revokeToken'; readonly customer: string; readonly application?: string }
  | { readonly kind: 'blankToken'; readonly customer: string; readonly lacks: 'customerId' | 'profileId' }
  | { readonly kind: 'garbleToken'; readonly customer: string; readonly garbles: 'customerId' | 'profileId' }
  | { readonly kind: 'expireStoreToken' | 'revokeStoreToken'; readonly store: Store }
  | ConsentAction
  | { readonly kind: 'holdAccount' | 'releaseAccount'; readonly customer: string }
  | { readonly kind: 'finishCollection'; readonly customer: string; readonly scope?: string }
  | {
      readonly kind: 'createProfile' | 'deleteProfile' | 'rotateSecret' | 'allowlistApp' | 'delistApp';
      readonly application: string;
    }
  | { readonly kind: 'enableScope' | 'disableScope'; readonly application: string; readonly scope: string }
  | { readonly kind: 'attachProfile' | 'detachProfile'; readonly application: string; readonly api: Api }
  | { readonly kind: 'beginFault'; readonly fault: ServiceFault; readonly for?: number }
  | { readonly kind: 'endFault'; readonly fault: ServiceFault }
  | { readonly kind: 'regionDown'; readonly region: Region; readonly failure: Failure; readonly for?: number }
  | { readonly kind: 'regionUp'; readonly region: Region }
  | { readonly kind: 'fail'; readonly operation: Operation; readonly failure: Failure; readonly times: number };

interface ConsentAction {
  readonly kind: 'revokeConsent' | 'expireConsent' | 'grantConsent';
  readonly customer: string;
  readonly scope?: string;
  readonly application?: string;
  readonly for?: number;
}

export type Happening = Authorize | Request | Delivered | Heard | Action;

/** Something that happens at an instant. */
export type Event = Happening & { readonly at: number };

const requestKinds: ReadonlySet<string> = new Set(['token', 'store', 'create', 'list', 'stray', 'download', 'email']);

export const isRequest = (event: Event): event is Event & Request => requestKinds.has(event.kind);
