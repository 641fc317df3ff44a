import type { Scenario, Step, StepAction, Together, Trigger } from './ast.ts';
import { requireMade } from './problem.ts';
import { settingsOf } from './settings.ts';
import { firstWritten } from './verbs.ts';
import { writeAction, writeExpectation, writeScenario, writeTrigger } from './written.ts';
import { printYaml } from './yaml-source.ts';

/**
 * A scenario as text, ready to be pasted: read again, it is the same scenario but for its places.
 *
 * @param format `yaml` for a file of its own, `typescript` for a module that exports it by default
 * @example
 * printScenario(scenario('late').on('notification').elapse('61m').build(), 'yaml');
 * // name: late
 * // steps:
 * //   - { on: notification, elapse: 61m }
 */
export const printScenario = (scenario: Scenario, format: 'yaml' | 'typescript'): string => {
  requireMade(scenario, 'printScenario', 'steps', 'give it what scenario(…).build() or loadScenarios makes');
  return format === 'yaml' ? printYaml(writeScenario(scenario)) : printTypeScript(scenario);
};

const printTypeScript = (scenario: Scenario): string => {
  const { client, steps } = scenario;
  const { customers = [], assumptions = {}, ...settings } = settingsOf(scenario);
  const [only, ...others] = customers;
  const expected = writeExpectation(scenario.expect);
  const lines = [
    ...(client === undefined ? [] : [say('client', client)]),
    ...Object.entries(settings).map(([name, value]) => say(name, value)),
    ...(only === undefined ? [] : [others.length === 0 ? say('customer', only) : say('customers', customers)]),
    ...(Object.keys(assumptions).length > 0 ? [say('assume', assumptions)] : []),
    ...steps.map(printStep),
    ...(Object.keys(expected).length > 0 ? [say('expect', expected)] : []),
    '.build()',
  ];
  return [
    "import { scenario } from 'stunt-double';\n",
    `export default scenario(${writeText(scenario.name)})`,
    ...lines.map((line) => `  ${line}`),
  ]
    .join('\n')
    .concat(';\n');
};

const say = (name: string, ...values: readonly unknown[]): string =>
  `.${name}(${values.map((value) => writeLiteral(value, '  ')).join(', ')})`;

const printStep = ({ trigger, action, followers }: Step): string => {
  if (followers === undefined) return `${printMoment(trigger)}${printAction(action)}`;
  const rest = followers.map((next) => `\n      ${printStep(next)}`).join('');
  return `${printMoment(trigger)}.sequence((first) =>\n    first${printAction(action)}${rest},\n  )`;
};

const printMoment = (trigger: Trigger): string => sayWith(trigger.kind, trigger.kind, writeTrigger(trigger));

const printAction = (action: StepAction | Together): string => {
  if (action.do === 'together') return `.together((all) => all${action.actions.map(printAction).join('')})`;
  const { do: _, ...fields } = writeAction(action);
  return sayWith(action.do, firstWritten(action.do), fields);
};

/** A call whose first argument is one of the fields, where there is such, and whose options are the others. */
const sayWith = (name: string, first: string | undefined, fields: Readonly<Record<string, unknown>>): string => {
  const options = Object.fromEntries(Object.entries(fields).filter(([key]) => key !== first));
  const values = first === undefined ? [] : [fields[first]];
  return say(name, ...values, ...(Object.keys(options).length > 0 ? [options] : []));
};

const widest = 110;

/** Plain data as a JavaScript literal, on one line where it fits. */
const writeLiteral = (value: unknown, indent: string): string => {
  const short = writeShort(value);
  if (indent.length + short.length <= widest || typeof value !== 'object' || value === null) return short;
  const deeper = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item: unknown) => writeLiteral(item, deeper))
    : Object.entries(value).map(([key, field]) => `${writeKey(key)}: ${writeLiteral(field, deeper)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${items.map((item) => `${deeper}${item},\n`).join('')}${indent}${close}`;
};

const writeShort = (value: unknown): string => {
  if (typeof value === 'string') return writeText(value);
  if (Array.isArray(value)) return `[${value.map(writeShort).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  const fields = Object.entries(value).map(([key, field]) => `${writeKey(key)}: ${writeShort(field)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
};

/** In single quotes, with what breaks a line or hides from the eye escaped. */
const writeText = (text: string): string => {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replace(/[\u007F-\u009F\u2028\u2029]/g, (hidden) => `\\u${hidden.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `'${escaped}'`;
};

const writeKey = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : writeText(key));
