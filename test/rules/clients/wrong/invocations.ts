import type { Client, ClientEnv } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import { type Layers, openStack, type Send, soundLayers } from './layers.ts';
import * as read from './readings.ts';

/** A function in a cloud: each invocation loads the state of a job, does one step of it, and saves what came of it. */

interface Job extends read.Account {
  phase: 'create' | 'wait' | 'list' | 'done';
  query: string;
  /** The next page to read. */
  cursor: string;
  /** How many records of that page have been downloaded, and how many of those before. */
  inPage: number;
  records: number;
  queries: number;
  conflicts: number;
}

export interface Workflow {
  /** What is written down after an invocation: of the job as it was, and as it is; `error` when the step failed. */
  readonly save: (before: Job, after: Job, error?: unknown) => Job;
  /** What is done about a window that has passed. */
  readonly startOver: (job: Job) => void;
  /** What is done with a page before it is downloaded. */
  readonly atPage: (job: Job, page: parts.Page) => void;
  readonly isFinal: (error: unknown) => boolean;
  readonly finish: (env: ClientEnv, send: Send, jobs: readonly Job[]) => Promise<unknown>;
  readonly layers: Partial<Layers>;
}

const mail = async (env: ClientEnv, send: Send, text: string): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const answer = await send({ kind: 'mail', method: 'POST', url: env.emailUrl, headers, body: read.mailOf(text) });
  if (answer.status !== 200) throw read.refused('mail', answer);
};

const soundWorkflow: Workflow = {
  save: (_before, after) => after,
  startOver: (job) => {
    Object.assign(job, { phase: 'create', query: '', cursor: '', inPage: 0, records: 0 });
  },
  atPage: () => undefined,
  // Only what may pass is invoked again.
  isFinal: (error) => !(error instanceof parts.Refused && error.type === 'no answer'),
  finish: async (env, send, jobs) => {
    await mail(env, send, `imported ${jobs.length} customers`);
    return jobs.map(({ id, scope, records }) => ({ id, scope, records }));
  },
  layers: {},
};

const mostFailures = 3;

export const importByInvocations =
  (override: Partial<Workflow> = {}): Client =>
  async (env) => {
    const workflow = { ...soundWorkflow, ...override };
    const stack = openStack(env, { ...soundLayers, ...workflow.layers });
    const hear = parts.openInbox(env);
    const jobs: Job[] = [];
    for (const account of read.accountsOf(env)) {
      const begun = {
        phase: 'create',
        query: '',
        cursor: '',
        inPage: 0,
        records: 0,
        queries: 0,
        conflicts: 0,
      } as const;
      let stored = JSON.stringify({ ...account, ...begun });
      for (let failures = 0; (JSON.parse(stored) as Job).phase !== 'done'; ) {
        const before = JSON.parse(stored) as Job;
        const job = { ...before };
        const persist = (): void => void (stored = JSON.stringify(job));
        try {
          await step({ env, workflow, job, send: stack.as(job), plain: stack.send, hear, persist });
          stored = JSON.stringify(workflow.save(before, job));
        } catch (error) {
          env.signal.throwIfAborted();
          failures += 1;
          stored = JSON.stringify(workflow.save(JSON.parse(stored) as Job, job, error));
          if (workflow.isFinal(error) || failures === mostFailures) throw error;
          await read.pause(failures * read.minute, env);
        }
      }
      jobs.push(JSON.parse(stored) as Job);
    }
    return workflow.finish(env, stack.send, jobs);
  };

interface Invocation {
  readonly env: ClientEnv;
  readonly workflow: Workflow;
  readonly job: Job;
  readonly send: Send;
  readonly plain: Send;
  readonly hear: (query: string) => Promise<string>;
  readonly persist: () => void;
}

const step = async (invocation: Invocation): Promise<void> => {
  const { job, env, send, hear } = invocation;
  const base = `${env.regions['us-west-2']}/${job.scope}/data-queries`;
  if (job.phase === 'create') {
    const answer = await send({ kind: 'create', method: 'POST', url: base });
    if (answer.status === 409 && job.conflicts < 20) {
      job.conflicts += 1;
      return read.pause(6 * read.minute, env);
    }
    if (answer.status === 0 || answer.status >= 300) throw read.refused('create', answer);
    job.query = parts.readBody<{ id: string }>(answer.text).id ?? '';
    job.queries += 1;
    job.phase = 'wait';
  } else if (job.phase === 'wait') {
    const outcome = await hear(job.query);
    if (outcome !== 'COMPLETED') throw new Error(`query ${job.query} is ${outcome}`);
    job.phase = 'list';
  } else {
    await readPage(invocation, `${base}/${job.query}/records`);
  }
};

const readPage = async ({ env, workflow, job, send, plain, persist }: Invocation, url: string): Promise<void> => {
  const query = job.cursor === '' ? '' : `?${new URLSearchParams({ nextPageToken: job.cursor }).toString()}`;
  const list = async (): Promise<parts.Page> => {
    const answer = await send({ kind: 'list', method: 'GET', url: url + query });
    const page = parts.readBody<parts.Page>(answer.text);
    if (answer.status !== 200 || page.records === undefined) throw read.refused('list', answer);
    for (const { schema } of page.records) schemas.add(schema);
    return { ...page, records: page.records };
  };
  const schemas = new Set<string>();
  try {
    const page = await list();
    workflow.atPage(job, page);
    const left = { ...page, records: page.records.slice(job.inPage) };
    const listLeft = async (): Promise<parts.Page> => {
      const again = await list();
      return { ...again, records: again.records.slice(page.records.length - left.records.length) };
    };
    const get = async (link: string): Promise<number> => {
      const { status } = await plain({ kind: 'file', method: 'GET', url: link });
      if (status === 0) throw read.refused('download', read.silence);
      // A record's schema comes last.
      if (status === 200 && schemas.has(link)) job.inPage += 1;
      if (status === 200) persist();
      return status;
    };
    const last = await parts.downloadPage(left, listLeft, get, env.signal);
    job.records += page.records.length;
    job.inPage = 0;
    job.cursor = parts.nextOf(last) ?? '';
    if (job.cursor === '') job.phase = 'done';
  } catch (error) {
    const isTooLate = error instanceof parts.Refused && error.type === 'ACCESS_TIME_ELAPSED';
    if (!isTooLate || job.queries >= 3) throw error;
    workflow.startOver(job);
  }
};
