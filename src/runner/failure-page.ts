import { join } from 'node:path';
import process from 'node:process';
import { errorText } from '../error-text.ts';
import { showPath } from '../print/show-path.ts';
import { recordedRun } from '../report/page/recorded-run.ts';
import { writePage } from '../report/page/write-page.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { writeWhole } from '../write-file.ts';

/** The folder for pages of tests that failed; without it none is written. */
const asked = 'STUNT_DOUBLE_REPORT';

let written = 0;

/** Writes the page of a test that failed, where one is asked for; gives back the line that says so. */
export const writeFailurePage = (sim: Simulation, name: string, messages: readonly string[]): string | undefined => {
  const folder = process.env[asked];
  if (folder === undefined || folder === '') return undefined;
  written += 1;
  const file = join(folder, `${slugOf(name)}-${process.pid}-${written}.html`);
  try {
    writeWhole(file, pageOf(sim, name, messages));
    return `report: ${showPath(file)}`;
  } catch (error) {
    return `report: ${showPath(file)} cannot be written: ${errorText(error)}`;
  }
};

const pageOf = (sim: Simulation, name: string, messages: readonly string[]): string => {
  const { trace } = sim;
  const hide = (text: string): string => trace.mask(text);
  const [error = ''] = messages.map(hide);
  const told = { name, place: '', verdict: 'broken', client: { ok: false, error } } as const;
  const run = recordedRun({ ...told, findings: [], judgements: sim.judge(), entries: trace.entries, hide });
  return writePage({ writtenBy: 'stunt-double', command: 'test', title: name, runs: [run] });
};

/** Names of tests are sentences, and may hold whatever a file may not be called. */
const slugOf = (name: string): string => {
  const words = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  return words.replace(/^-|-$/g, '').slice(0, 60) || 'test';
};
