import { showDuration } from '../spec/time.ts';
import type { Answered, Exchange } from './history.ts';

export type Verdict =
  | { readonly verdict: 'held' }
  | {
      readonly verdict: 'broken';
      readonly evidence: readonly [Evidence, ...Evidence[]];
      /** How much evidence there is besides; absent where that is all. */
      readonly more?: number;
    }
  /** The trace does not show whether it held: it came to an end too early, or says nothing of it. */
  | { readonly verdict: 'inconclusive'; readonly why: string };

export type Broken = Extract<Verdict, { readonly verdict: 'broken' }>;

/** What shows that a rule was broken. Never holds a secret. */
export interface Evidence {
  /** Milliseconds of virtual time since the simulation began. */
  readonly at: number;
  /** The number of the exchange, where there is one. */
  readonly exchange?: number;
  /** What happened, as one sentence. */
  readonly text: string;
}

export const held: Verdict = { verdict: 'held' };

export const inconclusive = (why: string): Verdict => ({ verdict: 'inconclusive', why });

export const unended = inconclusive('the trace ends before the client does');

/** What is broken once is often broken a thousand times, and ten show it. */
const mostEvidence = 10;

/** `besides` is evidence that was not kept. */
export const heldUnless = (against: readonly Evidence[], besides = 0): Verdict => {
  if (against.length === 0) return held;
  const [first, ...others] = against.slice(0, mostEvidence) as [Evidence, ...Evidence[]];
  const more = against.length - 1 - others.length + besides;
  return { verdict: 'broken', evidence: [first, ...others], ...(more > 0 && { more }) };
};

/** Broken where anything speaks against it. Without an occasion on which it could have been broken nothing is known. */
export const decide = (against: readonly Evidence[], occasions: number, unknown: string): Verdict =>
  against.length > 0 || occasions > 0 ? heldUnless(against) : inconclusive(unknown);

/** No problem, where one could have been. */
export const fine = '';

/** What a rule finds while it goes through a history. */
export class Findings {
  readonly #found: Evidence[] = [];
  #occasions = 0;

  /** Here it could have been broken. */
  test(): void {
    this.#occasions += 1;
  }

  /** Here it was. */
  add(evidence: Evidence): void {
    this.#found.push(evidence);
  }

  /** Here it was by an answer; the text goes on from its number. */
  against(exchange: Answered, text: string): void {
    this.add(atAnswer(exchange, `#${exchange.number} ${text}`));
  }

  /** Here it could have been broken, and was if there is a problem with the answer. Undefined is no occasion. */
  check(exchange: Answered, problem: string | undefined): void {
    if (problem !== undefined) this.test();
    if (problem) this.against(exchange, problem);
  }

  /** `unknown` says why nothing can be told where there was no occasion. */
  decide(unknown: string): Verdict {
    return decide(this.#found, this.#occasions, unknown);
  }
}

/** Evidence that begins with a call. */
export const atCall = ({ at, number }: Pick<Exchange, 'at' | 'number'>, text: string): Evidence => ({
  at,
  exchange: number,
  text,
});

/** Evidence that ends with an answer. */
export const atAnswer = ({ number, answer: { at } }: Pick<Answered, 'number' | 'answer'>, text: string): Evidence => ({
  at,
  exchange: number,
  text,
});

/** How much evidence there is beyond what is shown. */
export const sayMore = ({ evidence, more = 0 }: Broken, shown: number): string | undefined => {
  const hidden = evidence.length + more - shown;
  return hidden > 0 ? `${hidden} more` : undefined;
};

/** Evidence as a line of a report, with the number of its exchange once. */
export const describeEvidence = ({ at, exchange, text }: Evidence): string => {
  const when = `at ${showDuration(at)}`;
  if (exchange === undefined) return `${when}: ${text}`;
  return text.startsWith(`#${exchange} `) ? `${when}, ${text}` : `${when}, #${exchange}: ${text}`;
};
