import { showDuration } from '../spec/time.ts';
import { clientEndOf, failuresOf, warningsOf } from './failures.ts';
import { muteJson, oneLine } from '../print/printable.ts';
import { isKept, type Reporter, type Result } from './result.ts';

/** TAP 14, the Test Anything Protocol: a point for each scenario, with what went wrong as YAML below it. */
export const createTapReporter = (): Reporter => ({
  begin: (planned) => `TAP version 14\n1..${planned}\n`,
  result: (result, index) => {
    const point = `${isKept(result) ? 'ok' : 'not ok'} ${index + 1} - ${escapeTap(result.report.scenario.name)}\n`;
    return isKept(result) && warningsOf(result).length === 0 ? point : `${point}${describe(result)}`;
  },
  end: ({ stopped, notRun = [] }) =>
    stopped === undefined
      ? ''
      : [...notRun.map(({ name }) => `# not run: ${escapeTap(name)}`), `Bail out! ${stopped}`, ''].join('\n'),
});

/** A `#` would begin a directive: a scenario named `# SKIP` is none that was skipped. */
const escapeTap = (text: string): string => oneLine(text).replace(/[\\#]/g, '\\$&').trim();

/** JSON is YAML on one line, once what YAML takes for the end of a line is written otherwise. */
const writeYaml = (value: unknown): string => muteJson(JSON.stringify(value));

const describe = (result: Result): string => {
  const { report, replay } = result;
  const error = clientEndOf(result);
  const fields = {
    source: report.scenario.source,
    virtual: showDuration(report.elapsed),
    seed: report.seed,
    failures: failuresOf(result),
    warnings: warningsOf(result),
    ...(error.length > 0 && { threw: error }),
    replay,
  };
  const lines = Object.entries(fields).map(([name, value]) => `  ${name}: ${writeYaml(value)}\n`);
  return `  ---\n${lines.join('')}  ...\n`;
};
