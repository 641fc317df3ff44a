/**
 * `src/spec` is the interface document as data, and the only place in which a fact of it stands. This file says what can be
 * asked, and at which host (`hosts.ts`, `regions.ts`, `scopes.ts`); the others what is sent (`fields.ts`, `notification.ts`), what
 * is refused and in which words (`errors.ts`, `token-errors.ts`, `email-errors.ts`), what becomes of a query (`transitions.ts`),
 * how much is allowed (`limits.ts`), how to try again (`retry.ts`), and what can go wrong (`faults.ts`). What the document
 * leaves open is a row of `assumptions.ts`: a question, the readings that there are, and the one that we take.
 *
 * A table is written `as const satisfies` the type of its rows. Types derive from it, and so does whatever the rest of the
 * house can work out: routes are compiled from operations, help and pages are printed from rows, a switch or a record over
 * the names of a table is total, so that the compiler names every place that a new row reaches. Each row says in which
 * section of the document it stands; `docs/interfaces.md` prints the same rows, and a test compares them in both directions.
 *
 * Nothing here decides, and nothing here imports anything from outside of this folder.
 */
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
  callReporting: { host: 'reporting', method: 'ANY', path: '/*', pathShown: false, section: 'Endpoints, interface B' },
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
