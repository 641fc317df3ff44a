import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import importOrders from '../../../scenarios/clients/import-orders.ts';
import { runScenario, type ScenarioReport } from '../../../src/index.ts';
import { renderIndex } from './index-page.ts';
import { readLibrary } from './read-library.ts';
import { renderStory } from './story-page.ts';

const folder = resolve(import.meta.dirname, '../../../docs/scenarios');

/** Plays every scenario to the example client, and writes docs/scenarios anew. */
export const writeLibrary = async (): Promise<void> => {
  const stories = await readLibrary();
  const pages = new Map([['README.md', renderIndex(stories)]]);
  for (const story of stories) {
    const reports: ScenarioReport[] = [];
    for (const scenario of story.scenarios) reports.push(await runScenario(scenario, importOrders));
    pages.set(join(story.subject, `${story.name}.md`), renderStory(story, reports));
  }
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of pages) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
};
