/** What a client makes of an exchange, as far as programs go by it. */
export type Verdict = { readonly value: unknown } | { readonly error: Shown };

interface Shown {
  readonly type: string;
  readonly name: string;
  readonly message: string;
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly syscall?: unknown;
  /** All that it says about itself, by name: a client may go by any of it. */
  readonly fields: readonly string[];
  readonly cause?: Shown;
}

export const verdictOf = async (work: () => Promise<unknown>): Promise<Verdict> => {
  try {
    return { value: await work() };
  } catch (error) {
    return { error: show(error) };
  }
};

/** Without the places, which differ, and without this library's word on why. */
const plain = (message: string): string =>
  message
    .replaceAll(/\bhttps?:\/\/[^\s:)]+(?::\d+)?[^\s)]*/g, '<url>')
    .replace(/,? as the scenario given to stunt-double has it/, '')
    .replaceAll(/\b(?:127\.0\.0\.1|localhost|x{64}\.invalid|shop\.test)(?::\d+)?\b/g, '<host>');

const show = (error: unknown): Shown => {
  if (!(error instanceof Error)) return { type: typeof error, name: '', message: String(error), fields: [] };
  const { name, message, cause } = error;
  const { code, errno, syscall } = error as NodeJS.ErrnoException;
  return {
    type: error.constructor.name,
    name,
    message: plain(message),
    fields: Object.keys(error).toSorted(),
    ...(code !== undefined && { code }),
    ...(errno !== undefined && { errno }),
    ...(syscall !== undefined && { syscall }),
    ...(cause !== undefined && { cause: show(cause) }),
  };
};
