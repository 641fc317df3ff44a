/** The kinds of words that a user meets, by the word that `list` takes for them: the help has them without loading what they have. */
export const topicKinds = [
  'errors',
  'assumptions',
  'rules',
  'actions',
  'events',
  'operations',
  'limits',
  'faults',
  'grants',
  'fields',
  'boundaries',
  'cells',
  'codes',
  'sections',
  'words',
] as const;

/** Words that `list` took before, and what it takes now. */
export const oldKinds: Readonly<Record<string, (typeof topicKinds)[number]>> = {
  accidents: 'faults',
  troubles: 'faults',
};

/** Statuses need no list: each number is one. */
export type TopicKind = (typeof topicKinds)[number] | 'statuses';

/** A word with all that there is to say about it. */
export interface Topic {
  readonly kind: TopicKind;
  readonly name: string;
  /** Other words for it: a type on the wire, an older name. */
  readonly aliases: readonly string[];
  /** In one line. */
  readonly what: string;
  /** In full, as a list of what is said about what. A label may come several times. */
  readonly facts: readonly (readonly [label: string, text: string])[];
  /** Prose and tables, as they stand in a page. */
  readonly text?: string;
}

/** The same as a row of its kind: a fact without a text is none. */
export interface TopicRow extends Pick<Topic, 'name' | 'what' | 'text'>, Partial<Pick<Topic, 'aliases'>> {
  readonly facts: readonly (readonly [label: string, text: string | number | undefined])[];
}
