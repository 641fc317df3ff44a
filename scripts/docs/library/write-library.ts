import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import importOrders from '../../../scenarios/clients/import-orders.ts';
import { runScenario, type ScenarioReport } from '../../../src/index.ts';
import { namesOf } from '../../../src/spec/names-of.ts';
import { renderIndex } from './index-page.ts';
import { readLibrary, type Story } from './read-library.ts';
import { renderStory, renderSubject } from './subject-page.ts';
import { subjects } from './subjects.ts';

const folder = resolve(import.meta.dirname, '../../../docs/scenarios');

/** Runs every scenario against the example client, and writes docs/scenarios anew. */
export const writeLibrary = async (): Promise<void> => {
  const stories = await readLibrary();
  const pages = new Map([['README.md', renderIndex()]]);
  for (const subject of namesOf(subjects)) {
    const told: string[] = [];
    for (const story of stories.filter((one) => one.subject === subject)) told.push(await runStory(story));
    pages.set(`${subject}.md`, renderSubject(subject, told));
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of pages) writeFileSync(join(folder, name), text);
};

const runStory = async (story: Story): Promise<string> => {
  const reports: ScenarioReport[] = [];
  for (const scenario of story.scenarios) reports.push(await runScenario(scenario, importOrders));
  return renderStory(story, reports);
};
