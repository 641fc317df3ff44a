import { whenClientGoesOn } from '../client-progress.ts';
import { Pace } from './pace.ts';

/** Real milliseconds after which one who has never said anything is taken for one that never does. */
const longSilence = 1900;

/** The messages to one other thread, by one way, and its replies to them. */
export class ThreadReplies {
  readonly #now: () => number;
  /** The real time of the first message. */
  readonly #since: number;
  #unanswered = 0;
  #hasEverAnswered = false;
  #answer: Pace | undefined;

  readonly #isAtWork: () => boolean;

  constructor(now: () => number, isAtWork: () => boolean = () => false) {
    this.#now = now;
    this.#isAtWork = isAtWork;
    this.#since = now();
  }

  ask(): void {
    this.#unanswered++;
    this.#answer = undefined;
  }

  /** What came may be one of several messages, or be followed by the end of the thread. */
  hear(): void {
    this.#unanswered = Math.max(0, this.#unanswered - 1);
    this.#hasEverAnswered = true;
    const answer = (this.#answer ??= new Pace());
    answer.hear(this.#now());
    whenClientGoesOn(() => {
      if (this.#answer === answer) this.#answer = undefined;
    });
  }

  get isAsked(): boolean {
    return this.#unanswered > 0;
  }

  /** How many messages are awaited. */
  get awaited(): number {
    const now = this.#now();
    if (this.#unanswered > 0) return this.#hasEverAnswered || now - this.#since < longSilence ? this.#unanswered : 0;
    const answer = this.#answer;
    if (answer === undefined || answer.isEndless(now)) return 0;
    return answer.mayGoOn(now) || this.#isAtWork() ? 1 : 0;
  }
}
