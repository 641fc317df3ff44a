import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import importOrders from '../../../scenarios/clients/import-orders.ts';
import { runScenario, type ScenarioReport } from '../../../src/index.ts';
import { namesOf } from '../../../src/spec/names-of.ts';
import { renderIndex } from './index-page.ts';
import { type LibraryFile, readLibrary } from './read-library.ts';
import { renderScenario, renderSubject } from './subject-page.ts';
import { subjects } from './subjects.ts';

const folder = resolve(import.meta.dirname, '../../../docs/scenarios');

/** Runs every scenario against the example client, and writes docs/scenarios anew. */
export const writeLibrary = async (): Promise<void> => {
  const files = await readLibrary();
  const pages = new Map([['README.md', renderIndex()]]);
  for (const subject of namesOf(subjects)) {
    const told: string[] = [];
    for (const file of files.filter((one) => one.subject === subject)) told.push(await runFile(file));
    pages.set(`${subject}.md`, renderSubject(subject, told));
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of pages) writeFileSync(join(folder, name), text);
};

const runFile = async (file: LibraryFile): Promise<string> => {
  const reports: ScenarioReport[] = [];
  for (const scenario of file.scenarios) reports.push(await runScenario(scenario, importOrders));
  return renderScenario(file, reports);
};
