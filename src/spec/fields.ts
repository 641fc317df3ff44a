import type { Section } from './sections.ts';

export interface FieldRow {
  readonly type: string;
  /** Undefined where the document has no such column. */
  readonly required: boolean | undefined;
  readonly meaning: string;
  readonly in?: 'path' | 'query' | 'header';
  readonly default?: string | number;
}

export interface ResourceRow {
  readonly encoding: 'json' | 'form' | 'parameters';
  readonly section: Section;
  readonly fields: Readonly<Record<string, FieldRow>>;
}

/** Everything that crosses the wire, by the document's own field names. */
export const resources = {
  EmailRequest: {
    encoding: 'json',
    section: 'Resources and their fields, interface A',
    fields: {
      toEmailAddress: { type: 'string', required: true, meaning: 'who receives it' },
      fromEmailAddress: { type: 'string', required: true, meaning: 'who sends it' },
      emailContent: { type: 'string', required: true, meaning: 'its text' },
    },
  },
  EmailResponse: {
    encoding: 'json',
    section: 'Resources and their fields, interface A',
    fields: {
      message: { type: 'string', required: false, meaning: 'whether it worked' },
    },
  },
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
    encoding: 'json',
    section: 'Resources and their fields, interface B',
    fields: {
      access_token: { type: 'string', required: undefined, meaning: 'the token: long, and always with one prefix' },
      expires_in: { type: 'integer', required: undefined, meaning: 'its lifetime in seconds' },
      scope: { type: 'string', required: undefined, meaning: 'the store scope it grants' },
      token_type: { type: 'string', required: undefined, meaning: 'always bearer' },
    },
  },
  TokenErrorBody: {
    encoding: 'json',
    section: 'Resources and their fields, interface B',
    fields: {
      error: { type: 'string', required: undefined, meaning: 'code of the refusal' },
      error_description: { type: 'string', required: undefined, meaning: 'the refusal in words' },
    },
  },
  CreateDataQueryParameters: {
    encoding: 'parameters',
    section: 'Endpoints, interface C',
    fields: {
      scopeId: { in: 'path', type: 'string', required: true, meaning: 'the scope to collect' },
      authorization: { in: 'header', type: 'string', required: true, meaning: 'Bearer <ACCESS_TOKEN>' },
    },
  },
  ListDataQueryRecordsParameters: {
    encoding: 'parameters',
    section: 'Endpoints, interface C',
    fields: {
      scopeId: { in: 'path', type: 'string', required: true, meaning: 'the scope the query was created for' },
      queryId: { in: 'path', type: 'UUID', required: true, meaning: 'a query that is COMPLETED' },
      maxResults: {
        in: 'query',
        type: 'integer',
        required: false,
        default: 250,
        meaning: 'page size, from 1 to 250',
      },
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
    encoding: 'json',
    section: 'Resources and their fields, interface C',
    fields: {
      id: { type: 'UUID', required: true, meaning: 'the queryId, bound to one customer and one scope' },
    },
  },
  DataQueryRecord: {
    encoding: 'json',
    section: 'Resources and their fields, interface C',
    fields: {
      schema: { type: 'string', required: true, meaning: 'pre-signed link to the schema file' },
      file: { type: 'string', required: true, meaning: 'pre-signed link to the data file' },
    },
  },
  ListDataQueryRecordsOutput: {
    encoding: 'json',
    section: 'Resources and their fields, interface C',
    fields: {
      records: { type: 'array of DataQueryRecord', required: true, meaning: 'what the query found' },
    },
  },
  ErrorResponse: {
    encoding: 'json',
    section: 'Resources and their fields, interface C',
    fields: {
      category: { type: 'string', required: true, meaning: 'the family of the error' },
      type: { type: 'string', required: true, meaning: 'the error within its family' },
      message: { type: 'string', required: true, meaning: 'the error in words' },
    },
  },
  Notification: {
    encoding: 'json',
    section: 'Events',
    fields: {
      Subject: { type: 'string', required: true, meaning: 'fixed text that ends in the version' },
      Message: { type: 'string', required: true, meaning: 'JSON turned into text' },
    },
  },
  NotificationMessage: {
    encoding: 'json',
    section: 'Events',
    fields: {
      id: { type: 'string', required: true, meaning: 'the queryId that ended' },
      version: { type: 'string', required: true, meaning: 'the notification version' },
      status: { type: 'DataQueryStatus', required: true, meaning: 'how the query ended' },
    },
  },
} as const satisfies Record<string, ResourceRow>;

export type ResourceName = keyof typeof resources;

/** How a query can end. (Resources and their fields, interface C) */
export const finalStatuses = {
  COMPLETED: 'all data is there; records can be listed',
  CANCELED: 'a requirement went missing (authorization expired or revoked, account on hold), so data is incomplete',
} as const;

export type FinalStatus = keyof typeof finalStatuses;
