import type { Count, Expectation } from '../ast.ts';
import { isData } from '../data.ts';
import * as explain from '../explain.ts';
import { isRegExp, parseMatching } from '../matching.ts';
import * as v from '../shapes.ts';
import { exchangeNames, unbounded } from '../words.ts';

const exchanges = 'a number of exchanges';
const few = v.whole(exchanges, 0, 1_000_000);

const count = v.lazy(
  (written): v.Schema<Count> =>
    v.isFields(written)
      ? v.pipe(
          v.strict('a count', { atLeast: v.exactOptional(few), atMost: v.exactOptional(few) }),
          v.check(({ atLeast, atMost }) => atLeast !== undefined || atMost !== undefined, explain.emptyCount),
          v.check(({ atLeast = 0, atMost = unbounded }) => atLeast <= atMost, explain.crossedCount),
          v.transform(({ atLeast = 0, atMost = unbounded }) => ({ atLeast, atMost })),
        )
      : v.pipe(
          few,
          v.transform((exact) => ({ atLeast: exact, atMost: exact })),
        ),
);

const matching = v.pipe(
  v.leaf<string | RegExp>(
    (value) => (typeof value === 'string' || isRegExp(value)) && parseMatching(String(value)) !== undefined,
    explain.explainMatching,
  ),
  v.transform(String),
);

const client = v.lazy(
  (written): v.Schema<Expectation['client']> =>
    v.isFields(written)
      ? v.pipe(
          v.strict('an outcome', { fails: matching }),
          v.transform(({ fails }) => ({ outcome: 'fails' as const, matching: fails })),
        )
      : v.pipe(
          v.leaf((value) => value === 'succeeds', explain.explainClient),
          v.transform(() => ({ outcome: 'succeeds' as const })),
        ),
);

export const expectation = v.pipe(
  v.strict('the expectations', {
    client: v.optional(client, 'succeeds'),
    result: v.exactOptional(v.leaf<unknown>(isData, explain.explainData)),
    requests: v.optional(
      v.pipe(v.someFields('a set of counts'), v.record(v.word('an operation or "notification"', exchangeNames), count)),
      {},
    ),
    within: v.exactOptional(v.duration),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.client.outcome === 'succeeds' || !('result' in dataset.value)) return;
    addIssue({ message: explain.resultOfFailure, path: v.pathTo('key', {}, 'result') });
  }),
);
