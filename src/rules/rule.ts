import type { Duration } from '../spec/time.ts';
import type { RuleId } from './catalogue.ts';
import type { History } from './history.ts';
import { Findings, type Verdict } from './verdicts.ts';

/*
 * The judges of a trace. `judgeTrace` reads the entries of a trace once into a history (`history.ts`): exchanges as the
 * service decided them and as the client got to see them, queries, notifications, and the state of tokens, consents and
 * applications at any moment. Each rule of the catalogue is a pure function from that history to a verdict, with its claim,
 * its section of the interface document and an example beside it, one file for each in `service` and `client`. All verdicts
 * are made in `verdicts.ts`: broken where there is evidence, held where there was an occasion to break it, and otherwise
 * inconclusive; a rule never guesses what a trace does not show. `meters.ts` counts what has a limit, for both sides.
 *
 * A judge shares no code with the judged. What the core decides (which row refuses, when a window is over, how full a limit
 * is) is found out here a second time, from the outside and from the tables of `spec` alone: a mistake of the service would
 * otherwise be a mistake of its judge, and go unseen. So nothing here imports `core`; a trace is the only way in. What the
 * service says there of its own reasons (since when it remembers an answer, which row refused) is judged, never believed.
 *
 * Recordings of the real service are judged by the same rules. They tell neither states nor the moment of a decision, only
 * when a request was sent and when its answer came: what cannot be told from that is an interval, and gives the benefit of
 * the doubt.
 */

/** A rule of the catalogue: what it claims, at which level, and how it is judged. */
export type Rule = RuleDefinition<RuleId>;

/** A named claim over a trace, with the sentence of the interface document that it comes from. */
export interface RuleDefinition<Id extends string> {
  readonly id: Id;
  /** The claim in two or three words, in kebab-case: `one-in-flight`. */
  readonly name: string;
  /** Whom it judges: the service, or the client. */
  readonly judges: 'service' | 'client';
  /**
   * `must`: the interface says so, and breaking it loses data, locks a customer out, or harms others. `should`: every good client
   * does so.
   */
  readonly level: Level;
  /** What holds, as one sentence. */
  readonly claim: string;
  /** What goes wrong where it does not hold, as one sentence. */
  readonly why: string;
  /** The section of the interface document. */
  readonly section: string;
  /** A few lines of a trace that keeps it, and a few of one that breaks it. */
  readonly good: readonly ExampleLine[];
  readonly bad: readonly ExampleLine[];
  /** The verdict on a run, from its history alone. */
  readonly judge: (history: History) => Verdict;
}

/** The levels of a rule, what weighs more first. */
export const levels = ['must', 'should'] as const;
export type Level = (typeof levels)[number];

export type ExampleLine = readonly [at: Duration, who: 'client' | 'service' | 'network' | 'customer', what: string];

/** A rule about whoever calls the service. */
export const clientRule = <const Id extends `C${number}`>(
  rule: Omit<RuleDefinition<Id>, 'judges'>,
): RuleDefinition<Id> => ({ ...rule, judges: 'client' });

/** A rule about the service. It has no choice: what the interface says holds. */
export const serviceRule = <const Id extends `S${number}`>(
  rule: Omit<RuleDefinition<Id>, 'judges' | 'level' | 'judge'> & {
    readonly judge: (history: History, findings: Findings) => Verdict;
  },
): RuleDefinition<Id> => ({
  ...rule,
  judges: 'service',
  level: 'must',
  judge: (history) => rule.judge(history, new Findings()),
});

/** What a rule says of a run: the rule, and its verdict with what speaks for it. */
export type Judgement = Judged & Verdict;

interface Judged {
  readonly rule: Rule;
  /** The level it was judged at. */
  readonly level: Level;
}

export type { Evidence, Verdict } from './verdicts.ts';
