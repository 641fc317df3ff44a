import type { Verb, VerbField, Written } from './answers.ts';

/** When a step that is told is to happen. */
export interface When {
  readonly kind: 'now' | 'wait' | 'at' | 'after' | 'on';
  /** A duration, an event, or an exchange. */
  readonly value: string;
  /** Which of them, from when it is told. */
  readonly nth: string;
}

export const now: When = { kind: 'now', value: '', nth: '' };

/** The step as a scenario file writes it; fields that were left empty are not in it. */
export const stepOf = (verb: Verb, values: Readonly<Record<string, string>>, when: When): Written => ({
  ...writeWhen(when),
  ...(!verb.isKey && { do: verb.name }),
  ...Object.fromEntries(
    verb.fields.flatMap((field) => {
      const value = values[field.name]?.trim() ?? '';
      return value === '' ? [] : [[field.name, writeValue(field, value)]];
    }),
  ),
});

const writeWhen = ({ kind, value, nth }: When): Written => {
  if (kind === 'now') return {};
  const counted = /^\d+$/.test(nth) ? Number(nth) : nth;
  return { [kind]: value, ...((kind === 'on' || kind === 'after') && nth !== '' && { nth: counted }) };
};

/** Counts are numbers, and so are statuses. */
const writeValue = ({ kind: { shape } }: VerbField, value: string): unknown =>
  (shape === 'count' || shape === 'failure' || shape === 'outage') && /^\d{1,9}$/.test(value) ? Number(value) : value;
