import type { Host } from './hosts.ts';
import { namesOf } from './names-of.ts';
import type { Section } from './sections.ts';

export interface OperationRow {
  readonly host: Host;
  readonly method: 'GET' | 'POST' | 'ANY';
  /** Below the base address of the host. A name in braces stands for one path segment, a closing `*` for everything below. */
  readonly path: string;
  /** The status of an answer that is no refusal. Absent where an assumption decides. */
  readonly success?: number;
  /** What the document calls the operation, where that differs from our name. */
  readonly alias?: string;
  /** False where the document shows no path and ours is an assumption or our own. */
  readonly pathShown: boolean;
  readonly section: Section;
}

/** What can be asked of the service. `core/routes.ts` compiles these rows: a request is routed by them and nothing else. */
export const operations = {
  sendEmail: {
    host: 'email',
    method: 'POST',
    path: '/sendEmail',
    success: 200,
    alias: 'sendEmails',
    pathShown: true,
    section: 'Endpoints, interface A',
  },
  requestToken: {
    host: 'token',
    method: 'POST',
    path: '/auth/o2/token',
    success: 200,
    pathShown: true,
    section: 'Endpoints, interface B',
  },
  callSubmission: {
    host: 'submission',
    method: 'ANY',
    path: '/*',
    pathShown: false,
    section: 'Endpoints, interface B',
  },
  callReporting: {
    host: 'reporting',
    method: 'ANY',
    path: '/*',
    pathShown: false,
    section: 'Endpoints, interface B',
  },
  createDataQuery: {
    host: 'portability',
    method: 'POST',
    path: '/{scopeId}/data-queries',
    success: 201,
    pathShown: true,
    section: 'Endpoints, interface C',
  },
  listDataQueryRecords: {
    host: 'portability',
    method: 'GET',
    path: '/{scopeId}/data-queries/{queryId}/records',
    success: 200,
    pathShown: true,
    section: 'Endpoints, interface C',
  },
  downloadFile: {
    host: 'links',
    method: 'GET',
    path: '/files/{linkId}',
    success: 200,
    pathShown: false,
    section: 'Endpoints, interface C',
  },
  downloadSchema: {
    host: 'links',
    method: 'GET',
    path: '/schemas/{linkId}',
    success: 200,
    pathShown: false,
    section: 'Endpoints, interface C',
  },
} as const satisfies Record<string, OperationRow>;

export type OperationName = keyof typeof operations;

export const operationNames: readonly OperationName[] = namesOf(operations);

export type OperationAt<At extends Host> = {
  [Name in OperationName]: (typeof operations)[Name]['host'] extends At ? Name : never;
}[OperationName];

/** A request to an operation, or the service's own notification: what steps of a scenario can wait for and act on. */
export type ExchangeName = OperationName | 'notification';
