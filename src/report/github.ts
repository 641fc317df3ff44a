import { describePlainly, failuresOf, type Failure, warningsOf } from './failures.ts';
import { printable } from '../print/printable.ts';
import type { Reporter, Result } from './result.ts';

/** Workflow commands for GitHub Actions: what broke becomes a note at the line of the scenario that expected otherwise. */
export const createGithubReporter = (): Reporter => ({
  begin: () => '',
  result: (result) =>
    [
      ...failuresOf(result).map((failure) => annotate('error', failure, result)),
      ...warningsOf(result).map((failure) => annotate('warning', failure, result)),
    ].join(''),
  end: () => '',
});

const annotate = (level: 'error' | 'warning', failure: Failure, { report, replay }: Result): string => {
  const { source, name } = report.scenario;
  const properties = { ...locate(failure.place, source), title: name };
  const said = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(value)}`);
  return `::${level} ${said.join(',')}::${escapeData(`${describePlainly(failure)}\nreplay: ${replay}`)}\n`;
};

/** The file and line that a place names; the file of the scenario when it names none. */
const locate = (place: string, source: string): Readonly<Record<string, string>> => {
  if (!place.startsWith(`${source}:`)) return { file: source };
  const [, line, col] = /^:(\d+)(?::(\d+))?/.exec(place.slice(source.length)) ?? [];
  return { file: source, ...(line !== undefined && { line }), ...(col !== undefined && { col }) };
};

/** As the toolkit of GitHub Actions does it, which the runner undoes. */
const escapeData = (text: string): string =>
  printable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
