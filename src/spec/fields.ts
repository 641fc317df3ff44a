import type { Section } from './sections.ts';

export interface FieldRow {
  readonly type: string;
  /** Absent where the document has no such column. */
  readonly required?: boolean;
  readonly meaning: string;
  readonly in?: 'path' | 'query' | 'header';
  readonly default?: string | number;
}

export interface ResourceRow {
  readonly encoding: 'json' | 'form' | 'parameters';
  readonly section: Section;
  readonly fields: Readonly<Record<string, FieldRow>>;
}

const jsonA = { encoding: 'json', section: 'Resources and their fields, interface A' } as const;
const jsonB = { encoding: 'json', section: 'Resources and their fields, interface B' } as const;
const jsonC = { encoding: 'json', section: 'Resources and their fields, interface C' } as const;
const events = { encoding: 'json', section: 'Events' } as const;
const parameters = { encoding: 'parameters', section: 'Endpoints, interface C' } as const;

/** Everything that crosses the wire, by the document's own field names. */
export const resources = {
  EmailRequest: {
    ...jsonA,
    fields: {
      toEmailAddress: { type: 'string', required: true, meaning: 'who receives it' },
      fromEmailAddress: { type: 'string', required: true, meaning: 'who sends it' },
      emailContent: { type: 'string', required: true, meaning: 'its text' },
    },
  },
  EmailResponse: { ...jsonA, fields: { message: { type: 'string', required: false, meaning: 'whether it worked' } } },
  TokenRequest: {
    encoding: 'form',
    section: 'Resources and their fields, interface B',
    fields: {
      client_id: { type: 'string', required: true, meaning: 'id from the security profile' },
      client_secret: { type: 'string', required: true, meaning: 'secret from the security profile' },
      grant_type: { type: 'string', required: true, meaning: 'always client_credentials' },
      scope: { type: 'string', required: true, meaning: 'one of the two store scopes' },
    },
  },
  TokenResponse: {
    ...jsonB,
    fields: {
      access_token: { type: 'string', meaning: 'the token: long, and always with one prefix' },
      expires_in: { type: 'integer', meaning: 'its lifetime in seconds' },
      scope: { type: 'string', meaning: 'the store scope it grants' },
      token_type: { type: 'string', meaning: 'always bearer' },
    },
  },
  TokenErrorBody: {
    ...jsonB,
    fields: {
      error: { type: 'string', meaning: 'code of the refusal' },
      error_description: { type: 'string', meaning: 'the refusal in words' },
    },
  },
  CreateDataQueryParameters: {
    ...parameters,
    fields: {
      scopeId: { in: 'path', type: 'string', required: true, meaning: 'the scope to collect' },
      authorization: { in: 'header', type: 'string', required: true, meaning: 'Bearer <ACCESS_TOKEN>' },
    },
  },
  ListDataQueryRecordsParameters: {
    ...parameters,
    fields: {
      scopeId: { in: 'path', type: 'string', required: true, meaning: 'the scope the query was created for' },
      queryId: { in: 'path', type: 'UUID', required: true, meaning: 'a query that is COMPLETED' },
      maxResults: { in: 'query', type: 'integer', required: false, default: 250, meaning: 'page size, from 1 to 250' },
      nextPageToken: {
        in: 'query',
        type: 'string',
        required: false,
        default: '',
        meaning: 'as the answer before gave it; an answer without one was the last',
      },
      authorization: { in: 'header', type: 'string', required: true, meaning: 'Bearer <ACCESS_TOKEN>' },
    },
  },
  CreateDataQueryOutput: {
    ...jsonC,
    fields: { id: { type: 'UUID', required: true, meaning: 'the queryId, bound to one customer and one scope' } },
  },
  DataQueryRecord: {
    ...jsonC,
    fields: {
      schema: { type: 'string', required: true, meaning: 'pre-signed link to the schema file' },
      file: { type: 'string', required: true, meaning: 'pre-signed link to the data file' },
    },
  },
  ListDataQueryRecordsOutput: {
    ...jsonC,
    fields: { records: { type: 'array of DataQueryRecord', required: true, meaning: 'what the query found' } },
  },
  ErrorResponse: {
    ...jsonC,
    fields: {
      category: { type: 'string', required: true, meaning: 'the family of the error' },
      type: { type: 'string', required: true, meaning: 'the error within its family' },
      message: { type: 'string', required: true, meaning: 'the error in words' },
    },
  },
  Notification: {
    ...events,
    fields: {
      Subject: { type: 'string', required: true, meaning: 'fixed text that ends in the version' },
      Message: { type: 'string', required: true, meaning: 'JSON turned into text' },
    },
  },
  NotificationMessage: {
    ...events,
    fields: {
      id: { type: 'string', required: true, meaning: 'the queryId that ended' },
      version: { type: 'string', required: true, meaning: 'the notification version' },
      status: { type: 'DataQueryStatus', required: true, meaning: 'how the query ended' },
    },
  },
} as const satisfies Record<string, ResourceRow>;

/** How a query can end. (Resources and their fields, interface C) */
export const finalStatuses = {
  COMPLETED: 'all data is there; records can be listed',
  CANCELED: 'a requirement went missing (authorization expired or revoked, account on hold), so data is incomplete',
} as const;

export type FinalStatus = keyof typeof finalStatuses;
