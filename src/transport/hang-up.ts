import type { Gone } from '../core/wire.ts';

const none: readonly (() => void)[] = [];

/** Tells when a client hangs up. Does for an `AbortSignal`, which takes longer to make than many an answer. */
export class HangUp implements Gone {
  aborted = false;
  #listeners = none;

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners.length === 0 ? [listener] : [...this.#listeners, listener];
  }
  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners.filter((one) => one !== listener);
  }
  happen(): void {
    if (this.aborted) return;
    this.aborted = true;
    for (const listener of this.#listeners) listener();
  }
}
