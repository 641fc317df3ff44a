import type { Scenario } from '../../src/language/ast.ts';
import { errors } from '../../src/spec/errors.ts';
import { isErrorName } from '../../src/spec/refusals.ts';
import { type RetryStatus, retryStatuses, type retryWaits } from '../../src/spec/retry.ts';

/** How a refusal is met: by one of the waits, with all of them, with a single retry, with none. */
export type RetryClass =
  | `after ${(typeof retryWaits)[number]}`
  | `with waits: ${RetryStatus}`
  | 'once'
  | 'never'
  | 'given up';

interface Refused {
  readonly status: number;
  readonly isListed: boolean;
  readonly times: number;
  readonly calls: number | undefined;
}

/** The refusals that a scenario injects, and how many calls it expects of each operation. */
const refusedIn = ({ steps, expect }: Scenario): readonly Refused[] =>
  steps.flatMap(({ trigger, action }) => {
    if (action.do !== 'fail' || trigger.kind !== 'on') return [];
    const { failure, times } = action;
    const row = failure.kind === 'row' && isErrorName(failure.row) ? errors[failure.row] : undefined;
    if (failure.kind === 'row' && row === undefined) return [];
    const status = failure.kind === 'status' ? failure.status : (row?.status ?? 0);
    return [
      {
        status,
        isListed: row !== undefined,
        times,
        calls: { ...expect.requests, ...expect.example?.requests }[trigger.exchange]?.atMost,
      },
    ];
  });

const waitsIn = ({ expect }: Scenario): readonly string[] =>
  Object.values({ ...expect.when, ...expect.example?.when }).flatMap(({ waits = [] }) => waits);

const isRetried = (status: number): status is RetryStatus => retryStatuses.some((one) => one === status);

/** Which classes a scenario shows: it injects the refusal, and expects as many calls as that class has. */
export const findRetries = (scenario: Scenario): readonly string[] => [
  ...waitsIn(scenario).map((wait) => `after ${wait}`),
  ...refusedIn(scenario).flatMap(({ status, isListed, times, calls }) => {
    if (isListed && isRetried(status)) return [`with waits: ${status}`, ...(calls === times ? ['given up'] : [])];
    if (!isListed) return calls === times + 1 && times === 1 ? ['once'] : [];
    return calls === 1 ? ['never'] : [];
  }),
];
