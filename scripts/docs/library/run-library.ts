import importOrders from '../../../scenarios/clients/import-orders.ts';
import { runScenario, type ScenarioReport } from '../../../src/index.ts';
import { type LibraryFile, readLibrary } from './read-library.ts';
import { renderScenario, renderSubject } from './subject-page.ts';
import type { Subject } from './subjects.ts';

/** Runs the scenarios of a subject against the example client, which has to keep them, and gives the text of its page. */
export const renderLibrarySubject = async (subject: Subject): Promise<string> => {
  const files = (await readLibrary()).filter((file) => file.subject === subject);
  const sections: string[] = [];
  for (const file of files) sections.push(await runFile(file));
  return renderSubject(subject, sections);
};

const runFile = async (file: LibraryFile): Promise<string> => {
  const reports: ScenarioReport[] = [];
  for (const scenario of file.scenarios) {
    const report = await runScenario(scenario, importOrders, { example: true });
    if (report.verdict !== 'kept') throw new Error(`${scenario.name}: ${JSON.stringify(report.findings)}`);
    reports.push(report);
  }
  return renderScenario(file, reports);
};
