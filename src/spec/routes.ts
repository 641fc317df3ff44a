import { namesOf } from './names-of.ts';
import type { Section } from './sections.ts';

/** The addresses the simulation answers at. Links are addresses handed out in answers of `portability`. */
export type Host = 'email' | 'token' | 'store' | 'portability' | 'links';

export interface OperationRow {
  readonly host: Host;
  readonly method: 'GET' | 'POST' | 'ANY';
  /** A name in braces stands for one path segment, a closing `*` for everything below. */
  readonly path: string;
  /** The status of an answer that is no refusal. Absent where an assumption decides. */
  readonly success?: number;
  /** What the document calls the operation, where that differs from our name. */
  readonly alias?: string;
  /** False where the document shows no path and ours is an assumption or our own. */
  readonly pathShown: boolean;
  readonly section: Section;
}

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
    host: 'store',
    method: 'ANY',
    path: '/submission/*',
    pathShown: false,
    section: 'Endpoints, interface B',
  },
  callReporting: {
    host: 'store',
    method: 'ANY',
    path: '/reporting/*',
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
