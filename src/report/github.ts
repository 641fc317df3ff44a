import { thrownIn } from '../play/outcome.ts';
import type { ScenarioReport } from '../play/run-scenario.ts';
import { clientEndOf, describePlainly, failuresOf, type Failure, warningsOf } from './failures.ts';
import { printable } from '../print/printable.ts';
import { showPath } from '../print/show-path.ts';
import { originOf } from '../print/thrown.ts';
import { type Reporter, type Result, sayStopped } from './result.ts';

/** Workflow commands for GitHub Actions: what broke becomes a note at the line of the scenario that expected otherwise. */
export const createGithubReporter = (): Reporter => ({
  begin: () => '',
  result: (result) =>
    [
      ...failuresOf(result).map((failure) => annotate('error', failure, result)),
      ...warningsOf(result).map((failure) => annotate('warning', failure, result)),
    ].join(''),
  end: (run) => {
    const stopped = sayStopped(run);
    const missing = (run.notRun ?? []).map(({ name }) => name);
    return stopped === undefined
      ? ''
      : `::warning title=stunt-double::${escapeData([stopped, ...missing].join('\n'))}\n`;
  },
});

const annotate = (level: 'error' | 'warning', failure: Failure, result: Result): string => {
  const { report, replay } = result;
  const properties = { ...locate(failure.place, report), title: report.scenario.name };
  const threw = level === 'error' ? clientEndOf(result) : [];
  const said = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(value)}`);
  return `::${level} ${said.join(',')}::${escapeData([describePlainly(failure), ...threw, `replay: ${replay}`].join('\n'))}\n`;
};

/** How the client was expected to end. */
const ofClient = /, expect\.(?:example\.)?client$/;

/** The line of the scenario that expected otherwise, or else, and where a client ended otherwise, the one that threw. */
const locate = (place: string, report: ScenarioReport): Readonly<Record<string, string>> => {
  const { source } = report.scenario;
  const isPlaced = place.startsWith(`${source}:`);
  const origin = isPlaced && !ofClient.test(place) ? undefined : originOf(thrownIn(report));
  if (origin !== undefined)
    return { file: showPath(origin.file), line: String(origin.line), col: String(origin.column) };
  if (!isPlaced) return { file: source };
  const [, line, col] = /^:(\d+)(?::(\d+))?/.exec(place.slice(source.length)) ?? [];
  return { file: source, ...(line !== undefined && { line }), ...(col !== undefined && { col }) };
};

/** As the toolkit of GitHub Actions does it, which the runner undoes. */
const escapeData = (text: string): string =>
  printable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
