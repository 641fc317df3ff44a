import type { RuleChoice } from '../rules/rule-choice.ts';
import type { Duration } from '../spec/time.ts';
import type { ExchangeName } from '../spec/routes.ts';
import { unbounded } from './words.ts';

/** What is to come of a scenario, as plain data: what any client owes, and what the example client does besides. */
export interface Expectation extends Expected {
  readonly client: ExpectedEnd;
  readonly requests: NonNullable<Expected['requests']>;
  /** What becomes of a step whose moment never comes, or that meets nothing. Without it, it breaks the run. */
  readonly unfired?: (typeof unfiredChoices)[number];
  /** Which rules must be kept. Without it those of level `must`; what others say is a warning. */
  readonly rules?: RuleChoice;
  /** What the example client of a library of scenarios does in its own way. It is judged of that client alone. */
  readonly example?: Expected;
  /** Where each part was written, `file:line:col` by its path (`expect.requests.createDataQuery`), for messages; of applications, too. */
  readonly places?: Readonly<Record<string, string>>;
}

/** Where a part of the expectations was written, as far as that is known: its own line, or that of what it stands in. */
export const placeOfExpected = (
  { source, expect: { places = {} } }: { readonly source: string; readonly expect: Pick<Expectation, 'places'> },
  path: string,
): string => {
  // What nobody wrote, as that the client succeeds, has no line.
  const parts = path.split(/(?=[.[])/);
  for (let length = parts.length; length > 1; length--) {
    const place = places[parts.slice(0, length).join('')];
    if (place !== undefined) return `${place}, ${path}`;
  }
  return `${source}, ${path}`;
};

/** Does the client's promise fulfil, and if not, what does its error say (a regular expression)? `ends`: either will do. */
export type ExpectedEnd =
  | { readonly outcome: 'succeeds' }
  | { readonly outcome: 'ends' }
  | { readonly outcome: 'fails'; readonly matching: string };

export const unfiredChoices = ['break', 'warn'] as const;

/** What a run of a client can be held to. */
export interface Expected {
  readonly client?: ExpectedEnd;
  /** Every field named here must be in the client's result, with an equal value. Plain data. */
  readonly result?: unknown;
  /** How many exchanges of a kind there must be. */
  readonly requests?: Partial<Readonly<Record<ExchangeName, Count>>>;
  /** When exchanges of a kind must happen: `{ createDataQuery: { first: '0s', waits: ['1s', '2s..'] } }`. */
  readonly when?: Partial<Readonly<Record<ExchangeName, Timing>>>;
  /** How much virtual time the client may take. */
  readonly within?: Duration;
  /** How many records must arrive, their data and schema whole, in all or of each customer; the same one counts once. */
  readonly arrived?: Count | CountByCustomer;
  /** How many e-mails must be accepted, or each of them in order. */
  readonly mails?: Count | readonly MailShape[];
  /** How many queries must be in which state in the end. */
  readonly queries?: Partial<Readonly<Record<QueryState, Count>>>;
}

export type Count = { readonly atLeast: number; readonly atMost: number };

export interface CountByCustomer {
  readonly byCustomer: Readonly<Record<string, Count>>;
}

/** When exchanges happen, counted from the start. A time is one (`10m`) or bounded (`1s..5s`, `1s..`, `..5s`). */
export interface Timing {
  readonly first?: string;
  readonly last?: string;
  /** From each one to the next: all of them, or each in order. */
  readonly waits?: string | readonly string[];
}

/** What an e-mail is to be like. */
export interface MailShape {
  readonly to?: string;
  readonly from?: string;
  /** A regular expression that its text matches. */
  readonly content?: string;
}

export type QueryState = 'inProgress' | 'completed' | 'canceled';

/** What `1..3`, `2..` or `..3` counts, both ends within. Undefined when the text says none of these. */
export const parseCount = (text: string): Count | undefined => {
  const [, least, most] = /^(\d{0,7})\.\.(\d{0,7})$/.exec(text) ?? [];
  if (least === undefined || most === undefined || least + most === '') return undefined;
  const count = { atLeast: Number(least), atMost: most === '' ? unbounded : Number(most) };
  return count.atLeast <= count.atMost ? count : undefined;
};

/** Whether so many are as many as wanted. */
export const isCounted = ({ atLeast, atMost }: Count, found: number): boolean => found >= atLeast && found <= atMost;

/** `none`, `exactly 1`, `at least 2`, `2 to 4`; or in other words, `never`, `exactly once`, `2 to 4 times`. */
export const showCount = (
  { atLeast, atMost }: Count,
  none = 'none',
  showNumber: (count: number) => string = String,
): string => {
  if (atLeast === atMost) return atLeast === 0 ? none : `exactly ${showNumber(atLeast)}`;
  if (atMost === unbounded) return `at least ${showNumber(atLeast)}`;
  return atLeast === 0 ? `at most ${showNumber(atMost)}` : `${atLeast} to ${showNumber(atMost)}`;
};

const literal = /^\/(.+)\/([a-z]*)$/s;

/**
 * The regular expression that `fails` stands for: a literal with flags (`/revoked|canceled/i`), or its bare source.
 * Undefined when it is none. `g` and `y` are refused: they make the same text match only every other time.
 */
export const parseMatching = (text: string): RegExp | undefined => {
  const [, source = text, flags = ''] = literal.exec(text) ?? [];
  if (/[^imsu]/.test(flags)) return undefined;
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
};

/** The expression the way messages show it. */
export const showMatching = (text: string): string => (text.startsWith('/') ? text : `/${text}/`);

/** Told without `instanceof`, because each realm (a Jest environment, `node:vm`) has its own `RegExp`. */
export const isRegExp = (value: unknown): boolean => Object.prototype.toString.call(value) === '[object RegExp]';
