/**
 * Which tests share a process, so that what they import is loaded once for all of them; `put-back.ts` sees that each file leaves
 * the process as it was. Alone are those that load libraries which patch it for good, register the clock, count what is left in
 * it or what it does meanwhile, or begin with a process that nothing has touched. Whether a file may share one shows in several
 * orders: `npx vitest run --project shared --sequence.shuffle.files`. (vitest.config.ts)
 */
const beginnings = {
  alone: [
    'test/clients/registered',
    'test/clients/via-',
    'test/clock/adopted-errors',
    'test/clock/cost',
    'test/clock/followed-promises',
    'test/clock/http2.test',
    'test/clock/register',
    'test/clock/simulated-sockets',
    'test/clock/stress/',
    'test/export/mermaid',
    'test/packed-init',
    'test/simulation/endpoints-of-regions',
    'test/simulation/webhook',
    'test/together/closed-',
    'test/together/global-agent',
    'test/together/guard-beside',
    'test/together/guests',
    'test/transport/kept-connections',
    'test/transport/nock',
    'test/transport/same-trace',
    'test/transport/time-limits',
    'test/transport/undici',
    'test/transport/via-',
  ],
  /** All others. */
  shared: [''],
} as const;

export type Group = keyof typeof beginnings;

export const groups = Object.keys(beginnings) as readonly Group[];

/** The first that has a beginning of it. */
export const groupOf = (path: string): Group =>
  groups.find((group) => beginnings[group].some((beginning) => path.startsWith(beginning))) ?? 'shared';
