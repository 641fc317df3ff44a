import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { readSteps } from '../pages/read-steps.ts';

/** What Kubernetes' own schema says of a Job; its package is installed beside this file. */
interface Models {
  readonly Job: new (job: unknown) => { validate(): void };
}

const page = resolve(import.meta.dirname, '../../docs/how-to/ci-matrix.md');

/** A name that the compiler does not look for: it is here only once the site was built. */
const models: string = 'kubernetes-models/batch/v1';

/** The Job of docs/how-to/ci-matrix.md is one. Throws with what is wrong in it. */
export const checkJob = async (text = readFileSync(page, 'utf8')): Promise<void> => {
  const file = readSteps(text).find((step) => step.kind === 'file' && step.path === 'job.yaml');
  if (file?.kind !== 'file') throw new Error('docs/how-to/ci-matrix.md has no job.yaml');
  const { Job } = (await import(models)) as Models;
  new Job(parse(file.text)).validate();
};
