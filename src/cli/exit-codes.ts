/** What the process says when it ends; scripts rely on these. */
export const exitCodes = {
  kept: 0,
  broken: 1,
  misuse: 2,
  bug: 70,
  unwritten: 74,
  hungUp: 129,
  interrupted: 130,
  unread: 141,
  terminated: 143,
} as const;

export type ExitName = keyof typeof exitCodes;
export type ExitCode = (typeof exitCodes)[ExitName];

/** What each means; the page of the command line has the same. */
export const exitMeanings: Readonly<Record<ExitName, string>> = {
  kept: 'all scenarios were kept',
  broken: 'some were broken',
  misuse:
    'they could not be run: a mistake in what was typed or written, told with its place and the nearest right word',
  bug: 'a bug of stunt-double: it says nothing about the client, and asks for a report',
  unwritten: 'a report or a trace could not be written, whatever came of the scenarios; which, and why, is said',
  hungUp: 'told to end by SIGHUP, with a summary of what ran',
  interrupted: 'interrupted: Ctrl-C ends a run with a summary of what ran',
  unread: 'nobody reads standard output any more, when `head` has enough: reports in files have what ran',
  terminated: 'told to end by SIGTERM, as build servers do, with a summary of what ran',
};
