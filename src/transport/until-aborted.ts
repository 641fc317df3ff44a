/** Settles as the work does, or rejects with the signal's reason when that comes first; the work then goes on unheard. */
export const untilAborted = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    const leave = (): void => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort, { once: true });
    work().then(
      (result) => {
        leave();
        resolve(result);
      },
      (error: unknown) => {
        leave();
        reject(error);
      },
    );
  });
