import { namesOf } from '../../src/spec/names-of.ts';
import { renderFaults } from './faults-page.ts';
import { renderAssumptions } from './assumptions-page.ts';
import { renderBoundaries } from './boundaries-page.ts';
import { renderClients } from './clients.ts';
import { renderControlApi } from './control-api-page.ts';
import { renderFailingRun } from './failing-run.ts';
import { renderIndex } from './library/index-page.ts';
import { renderLibrarySubject } from './library/run-library.ts';
import { subjects } from './library/subjects.ts';
import { renderRefusals } from './refusals-page.ts';
import { renderRules } from './rules-page.ts';
import { renderScenarios } from './scenarios-page.ts';
import { renderTroubleshooting } from './troubleshooting-page.ts';

/** The generated pages of docs, by their path there, as far as they are made in a moment from tables. */
export const tablePages: Readonly<Record<string, () => string>> = {
  'faults.md': renderFaults,
  'assumptions.md': renderAssumptions,
  'boundaries.md': renderBoundaries,
  'clients.md': renderClients,
  'control-api.md': renderControlApi,
  'refusals.md': renderRefusals,
  'rules.md': renderRules,
  'scenarios.md': renderScenarios,
  'troubleshooting.md': renderTroubleshooting,
  'scenarios/README.md': renderIndex,
};

/** Those for which every scenario of the library is run. */
export const libraryPages: Readonly<Record<string, () => Promise<string>>> = Object.fromEntries(
  namesOf(subjects).map((subject) => [`scenarios/${subject}.md`, () => renderLibrarySubject(subject)]),
);

/** Those for which a client is run. */
export const pictures: Readonly<Record<string, () => Promise<string>>> = { 'failing-run.svg': renderFailingRun };
