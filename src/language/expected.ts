import type { RuleChoice } from '../rules/rule-choice.ts';
import type { Duration } from '../spec/time.ts';
import type { ExchangeName } from '../spec/routes.ts';

/** What is to come of a scenario, as plain data. */
export interface Expectation {
  /** Does the client's promise fulfil, and if not, what does its error say (a regular expression)? `ends`: either will do. */
  readonly client:
    | { readonly outcome: 'succeeds' }
    | { readonly outcome: 'ends' }
    | { readonly outcome: 'fails'; readonly matching: string };
  /** What the client's result must contain: every field named here, with an equal value. */
  readonly result?: unknown;
  /** How many exchanges of a kind there must be. */
  readonly requests: Partial<Readonly<Record<ExchangeName, Count>>>;
  /** When exchanges of a kind must happen. */
  readonly when?: Partial<Readonly<Record<ExchangeName, Timing>>>;
  /** How much virtual time the client may take. */
  readonly within?: Duration;
  /** How many records must arrive whole; the same one counts once. */
  readonly imported?: Count;
  /** How many e-mails must be accepted, or each of them in order. */
  readonly mails?: Count | readonly MailShape[];
  /** How many queries must be in which state in the end. */
  readonly queries?: Partial<Readonly<Record<QueryState, Count>>>;
  /** Which rules the run must keep. Without it those of level `must`, and what others say is a warning. */
  readonly rules?: RuleChoice;
}

export type Count = { readonly atLeast: number; readonly atMost: number };

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
