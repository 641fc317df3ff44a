/** Libraries that stand between a client and a simulation, and draw numbers for the names of requests. */
const betweenUs = /[\\/](?:@mswjs[\\/]interceptors|nock|msw)[\\/]/;

type Called = (...args: never[]) => unknown;

/** Whether `called` was called by what brings requests to the simulation, which is no part of the client. */
export const isCalledByInterceptor = (called: Called): boolean => {
  const { stackTraceLimit } = Error;
  const prepareStackTrace: unknown = Reflect.get(Error, 'prepareStackTrace');
  Error.stackTraceLimit = 1;
  Error.prepareStackTrace = (_, [site]) => site?.getFileName();
  const holder: { stack?: unknown } = {};
  Error.captureStackTrace(holder, called);
  const file = holder.stack;
  Error.stackTraceLimit = stackTraceLimit;
  Reflect.set(Error, 'prepareStackTrace', prepareStackTrace);
  return typeof file === 'string' && betweenUs.test(file);
};
