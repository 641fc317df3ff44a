/** What the process says when it ends; scripts rely on these. */
export const exitCodes = {
  kept: 0,
  broken: 1,
  /** Also for a bug of our own: nothing was learned about the client. */
  misuse: 2,
  interrupted: 130,
  unread: 141,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
