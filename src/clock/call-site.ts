/** Where in the client's code something was made. */
export interface CallSite {
  line(): string;
}

const depth = 10;

/** The stack is captured now and put into words only when asked for, which is what makes it cheap. */
export const callerOf = (ours: (...args: never[]) => unknown): CallSite => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = depth;
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, ours);
  Error.stackTraceLimit = limit;
  return { line: () => firstOutside(String(holder.stack)) };
};

const firstOutside = (stack: string): string => {
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '));
  const frame = frames.find((line) => !line.includes('node:')) ?? frames[0] ?? 'at an unknown place';
  return frame.trim();
};
