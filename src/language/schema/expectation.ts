import { type RuleChoice, suggestRule } from '../../rules/rule-choice.ts';
import { isRuleId, type RuleId, ruleIds } from '../../rules/catalogue.ts';
import type { Count, CountByCustomer, Expectation, Expected, ExpectedEnd, MailShape, Timing } from '../ast.ts';
import { explainBounds, parseBounds } from '../spans.ts';
import { isData } from '../data.ts';
import { boundsJson, countJson, matchingJson } from '../json-shapes.ts';
import { isRegExp, parseCount, parseMatching, unfiredChoices } from '../expected.ts';
import { readOldExpectation } from '../old-words.ts';
import { type Explanation, explanation } from '../problem.ts';
import { show } from '../show.ts';
import * as v from '../shapes.ts';
import { exchangeNames, unbounded } from '../words.ts';

const explainData = (value: unknown): Explanation =>
  explanation(
    `${show(value)} is not plain data`,
    'write text, finite numbers, booleans, null, lists and objects of them',
  );

const explainClient = (value: unknown): Explanation =>
  value === 'fails'
    ? explanation('"fails" alone does not say how', 'write client: { fails: "part of the error message" }')
    : v.explainWord(value, 'an outcome of the client', ['succeeds', 'ends', '{ fails: "…" }']);

const explainMatching = (value: unknown): Explanation =>
  explanation(
    `${show(value)} is not a regular expression`,
    typeof value === 'number'
      ? `put it in quotes: "${value}"`
      : 'write one such as "revoked|canceled" or "/revoked/i"; flags are i, m, s and u',
  );

const explainRange = (value: unknown): Explanation =>
  explanation(`${show(value)} is not a range of counts`, 'write "1..3", "2.." or "..3"');

const range: v.Schema<Count> = v.pipe(
  v.spelled(parseCount, explainRange, countJson),
  v.transform((text) => parseCount(text) ?? { atLeast: 0, atMost: unbounded }),
);

const countOf = (kind: string): v.Schema<Count> => {
  const few = v.whole(kind, 0, 1_000_000);
  const exactly: v.Schema<Count> = v.pipe(
    few,
    v.transform((exact) => ({ atLeast: exact, atMost: exact })),
  );
  const bounded: v.Schema<Count> = v.pipe(
    v.strict('a count', { atLeast: v.exactOptional(few), atMost: v.exactOptional(few) }),
    v.forEditors({ minProperties: 1 }),
    v.check(
      ({ atLeast, atMost }) => atLeast !== undefined || atMost !== undefined,
      explanation('a count without numbers', 'write a number, or atLeast, atMost or both'),
    ),
    v.check(
      ({ atLeast = 0, atMost = unbounded }) => atLeast <= atMost,
      explanation('"atLeast" is more than "atMost"', 'no number is both'),
    ),
    v.transform(({ atLeast = 0, atMost = unbounded }) => ({ atLeast, atMost })),
  );
  return v.either([exactly, range, bounded], (written) => {
    if (v.isFields(written)) return bounded;
    return typeof written === 'string' && written.includes('..') ? range : exactly;
  });
};

const matching = v.pipe(
  v.leaf<string | RegExp>(
    (value) => (typeof value === 'string' || isRegExp(value)) && parseMatching(String(value)) !== undefined,
    explainMatching,
    matchingJson,
  ),
  v.transform(String),
);

const settling: v.Schema<ExpectedEnd> = v.pipe(
  v.leaf<'succeeds' | 'ends'>((value) => value === 'succeeds' || value === 'ends', explainClient, {
    enum: ['succeeds', 'ends'],
  }),
  v.transform((outcome) => ({ outcome })),
);

const failing: v.Schema<ExpectedEnd> = v.pipe(
  v.strict('an outcome', { fails: matching }, { fails: 'part of the error message' }),
  v.transform(({ fails }) => ({ outcome: 'fails' as const, matching: fails })),
);

const client = v.orFields(settling, failing);

const exchange = v.word('an operation or "notification"', exchangeNames);

/** One for each place: what stands in a choice stands nowhere else, or the schema for editors points to what it has not. */
const bounds = () => v.spelled(parseBounds, explainBounds, boundsJson);

const timing: v.Schema<Timing> = v.pipe(
  v.strict('the times of an exchange', {
    first: v.exactOptional(bounds()),
    last: v.exactOptional(bounds()),
    waits: v.exactOptional(v.orList<NonNullable<Timing['waits']>>(bounds(), v.list(bounds(), 'a list of waits', 0))),
  }),
  v.check((written) => Object.keys(written).length > 0, explanation('times of nothing', 'write first, last or waits')),
  v.forEditors({ minProperties: 1 }),
);

const address = v.lineOf('an e-mail address');

const mail: v.Schema<MailShape> = v.strict('an e-mail', {
  to: v.exactOptional(address),
  from: v.exactOptional(address),
  content: v.exactOptional(matching),
});

const countOfMails = countOf('a number of e-mails');
const listOfMails = v.list(mail, 'a list of e-mails', 0);

const mails = v.orList<NonNullable<Expected['mails']>>(countOfMails, listOfMails);

const countOfRecords = countOf('a number of records');

const byCustomer: v.Schema<CountByCustomer> = v.pipe(
  v.someFields('the counts of customers'),
  v.record(v.idText('the id of a customer'), countOf('a number of records')),
  v.transform((counts) => ({ byCustomer: counts })),
);

/** Bounds without customers are one count, as in any other place. */
const arrived = v.either<Count | CountByCustomer>([countOfRecords, byCustomer], (written) =>
  v.isFields(written) && !['atLeast', 'atMost'].some((bound) => bound in written) ? byCustomer : countOfRecords,
);

const queryCount = v.exactOptional(countOf('a number of queries'));

const choiceOfRules = v.word('a choice of rules', ['all', 'must', 'none']);
const level = v.word('a level of a rule', ['off', 'should', 'must']);

const ruleByRule: v.Schema<RuleChoice> = v.pipe(
  v.someFields('a set of rules'),
  v.lookAt((fields, report) => {
    for (const id of Object.keys(fields)) {
      if (!isRuleId(id)) report(id, explanation(`"${id}" is not a rule`, suggestRule(id)));
    }
  }),
  v.record(
    v.leaf<RuleId>(
      (id) => typeof id === 'string',
      (id) => explanation(String(id), ''),
      { enum: ruleIds },
    ),
    level,
  ),
);

const rules = v.orFields<RuleChoice>(choiceOfRules, ruleByRule);

const resultOfFailure = explanation(
  'a client that fails has no result',
  'remove "result", or expect "client: succeeds"',
);

/** What a run can be held to: of any client, and of the example client alone. */
const expected = {
  result: v.exactOptional(v.leaf<unknown>(isData, explainData)),
  when: v.exactOptional(v.pipe(v.someFields('a set of times'), v.record(exchange, timing))),
  within: v.exactOptional(v.duration),
  arrived: v.exactOptional(arrived),
  mails: v.exactOptional(mails),
  queries: v.exactOptional(
    v.strict('the queries in the end', { inProgress: queryCount, completed: queryCount, canceled: queryCount }),
  ),
};

const requests = v.pipe(v.someFields('a set of counts'), v.record(exchange, countOf('a number of exchanges')));

const noResultOfFailure = <Written extends Expected>() =>
  v.consistent<Written>((written) =>
    written.client?.outcome === 'fails' && 'result' in written ? [{ path: ['result'], message: resultOfFailure }] : [],
  );

const resultForEditors = { not: { properties: { client: { type: 'object' } }, required: ['client', 'result'] } };

const example: v.Schema<Expected> = v.pipe(
  v.someFields('the expectations of the example client'),
  v.transform(readOldExpectation),
  v.strict('the expectations of the example client', {
    client: v.exactOptional(client),
    requests: v.exactOptional(requests),
    ...expected,
  }),
  noResultOfFailure<Expected>(),
  v.forEditors(resultForEditors),
);

export const expectation = v.pipe(
  v.someFields('the expectations'),
  v.transform(readOldExpectation),
  v.strict('the expectations', {
    client: v.optional(client, 'succeeds'),
    requests: v.optional(requests, {}),
    ...expected,
    unfired: v.exactOptional(v.word('what becomes of a step that never happens', unfiredChoices)),
    rules: v.exactOptional(rules),
    example: v.exactOptional(example),
  }),
  noResultOfFailure<Expectation>(),
  v.forEditors(resultForEditors),
);
