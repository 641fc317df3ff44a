import type { Event, Ref } from './reference/events.ts';
import { type Choices, defaults, documentedLimits, points, type Settings } from './reference/settings.ts';
import type { Divergence } from './run-history.ts';

/** Histories and divergences as lines to read. */

const isRef = (value: unknown): value is Ref => typeof value === 'object' && value !== null && 'of' in value;

const showValue = (value: unknown): string => {
  if (isRef(value)) return `#${value.of}`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 24 ? `${text.slice(0, 12)}…(${text.length})` : text;
};

/** Hours, minutes, seconds and thousandths since the start. */
const showInstant = (length: number): string => {
  const pad = (number: number, width = 2): string => String(number).padStart(width, '0');
  const seconds = Math.floor(length / 1000);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => pad(part));
  return `${clock.join(':')}.${pad(length % 1000, 3)}`;
};

const showEvent = (settings: Settings, event: Event, index: number): string => {
  const { kind, at, ...rest } = event;
  const fields = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [`${name}=${showValue(value)}`],
  );
  return `#${String(index).padEnd(3)}${showInstant(at - settings.start)}  ${kind} ${fields.join(' ')}`;
};

const changed = (choices: Choices): readonly string[] =>
  points.flatMap((point) => (choices[point] === defaults[point] ? [] : [`${point} = ${choices[point]}`]));

const showSettings = (settings: Settings): readonly string[] => {
  const { choices, limits, holdings, start } = settings;
  const values = JSON.stringify(limits);
  return [
    `starts ${new Date(start).toISOString()}`,
    ...changed(choices),
    ...(values === JSON.stringify(documentedLimits) ? [] : [`limits ${values}`]),
    ...holdings.map(
      ({ customer, scope, records, length, notifiedAfter }) =>
        `${customer}/${scope}: ${records} records, collected in ${length} ms, notified after ${notifiedAfter} ms`,
    ),
  ];
};

/** All there is to know about a divergence: settings, events, the last one's answer by both. */
export const describeDivergence = ({ history, index, differences, seen }: Divergence): string => {
  const answer = history.answers[index];
  const indent = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join('\n');
  return [
    'the core differs from the reference',
    indent(showSettings(history.settings)),
    'history',
    indent(history.events.slice(0, index + 1).map((event, at) => showEvent(history.settings, event, at))),
    `reference: ${answer?.status} by ${answer?.decider} (${answer?.by}) ${JSON.stringify(answer?.content)}`,
    `core: ${seen.answer?.status} row ${seen.row} (${seen.section}) ${seen.answer?.body.slice(0, 200)}`,
    'differences',
    indent(differences),
  ].join('\n');
};
