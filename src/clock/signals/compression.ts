/** A zlib stream's native side, as async_hooks shows it: one handle for many jobs. */
interface CompressionHandle {
  write?: (...args: unknown[]) => unknown;
}

/** Counts the jobs given to zlib handles against the results that came back. */
export class Compression {
  readonly #jobs = new Map<number, number>();

  watch(id: number, handle: CompressionHandle): void {
    const { write } = handle;
    if (write === undefined) return;
    const jobs = this.#jobs;
    handle.write = function (this: unknown, ...args) {
      jobs.set(id, (jobs.get(id) ?? 0) + 1);
      return write.apply(this, args);
    };
  }

  /** True when the handle had a job. */
  handBack(id: number): boolean {
    const jobs = this.#jobs.get(id);
    if (jobs === undefined) return false;
    if (jobs > 1) this.#jobs.set(id, jobs - 1);
    else this.#jobs.delete(id);
    return true;
  }

  get busy(): number {
    return this.#jobs.size;
  }
}
