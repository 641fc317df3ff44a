import { join } from 'node:path';
import process from 'node:process';
import { errorText } from '../error-text.ts';
import { showPath } from '../print/show-path.ts';
import { recordedRun } from '../report/page/recorded-run.ts';
import { writePage } from '../report/page/write-page.ts';
import { pageFolder, sentFromIn } from '../simulation/sent-from.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { writeWhole } from '../write-file.ts';

let written = 0;

/** Writes the page of a test that failed, where one is asked for; gives back the line that says so. */
export const writeFailurePage = (sim: Simulation, name: string, messages: readonly string[]): string | undefined => {
  const folder = pageFolder();
  if (folder === undefined) return undefined;
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
  const sentFrom = sentFromIn(sim);
  const runs = [sentFrom === undefined ? run : { ...run, sentFrom }];
  return writePage({ writtenBy: 'stunt-double', command: 'test', title: name, runs });
};

/** Names of tests are sentences, and may hold whatever a file may not be called. */
const slugOf = (name: string): string => {
  const words = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  return words.replace(/^-|-$/g, '').slice(0, 60) || 'test';
};
