import { type RuleChoice, suggestRule } from '../../rules/rule-choice.ts';
import { isRuleId, type RuleId, ruleIds } from '../../rules/catalogue.ts';
import type { Count, Expectation, MailShape, Timing } from '../ast.ts';
import { parseBounds } from '../bounds.ts';
import { isData } from '../data.ts';
import * as explain from '../explain.ts';
import { explainBounds } from '../explain-expectation.ts';
import { boundsJson, matchingJson } from '../json-shapes.ts';
import { isRegExp, parseMatching } from '../matching.ts';
import * as v from '../shapes.ts';
import { exchangeNames, unbounded } from '../words.ts';

const countOf = (kind: string): v.Schema<Count> => {
  const few = v.whole(kind, 0, 1_000_000);
  const exactly: v.Schema<Count> = v.pipe(
    few,
    v.transform((exact) => ({ atLeast: exact, atMost: exact })),
  );
  const bounded: v.Schema<Count> = v.pipe(
    v.strict('a count', { atLeast: v.exactOptional(few), atMost: v.exactOptional(few) }),
    v.told({ minProperties: 1 }),
    v.check(({ atLeast, atMost }) => atLeast !== undefined || atMost !== undefined, explain.emptyCount),
    v.check(({ atLeast = 0, atMost = unbounded }) => atLeast <= atMost, explain.crossedCount),
    v.transform(({ atLeast = 0, atMost = unbounded }) => ({ atLeast, atMost })),
  );
  return v.either([exactly, bounded], (written) => (v.isFields(written) ? bounded : exactly));
};

const matching = v.pipe(
  v.leaf<string | RegExp>(
    (value) => (typeof value === 'string' || isRegExp(value)) && parseMatching(String(value)) !== undefined,
    explain.explainMatching,
    matchingJson,
  ),
  v.transform(String),
);

const settling: v.Schema<Expectation['client']> = v.pipe(
  v.leaf<'succeeds' | 'ends'>((value) => value === 'succeeds' || value === 'ends', explain.explainClient, {
    enum: ['succeeds', 'ends'],
  }),
  v.transform((outcome) => ({ outcome })),
);

const failing: v.Schema<Expectation['client']> = v.pipe(
  v.strict('an outcome', { fails: matching }),
  v.transform(({ fails }) => ({ outcome: 'fails' as const, matching: fails })),
);

const client = v.either([settling, failing], (written) => (v.isFields(written) ? failing : settling));

const exchange = v.word('an operation or "notification"', exchangeNames);

const bounds = v.leaf<string>(
  (value) => typeof value === 'string' && parseBounds(value) !== undefined,
  explainBounds,
  boundsJson,
);

const listOfBounds = v.list(bounds, 'a list of waits', 0);

const timing: v.Schema<Timing> = v.pipe(
  v.strict('the times of an exchange', {
    first: v.exactOptional(bounds),
    last: v.exactOptional(bounds),
    waits: v.exactOptional(
      v.either<NonNullable<Timing['waits']>>([bounds, listOfBounds], (written) =>
        Array.isArray(written) ? listOfBounds : bounds,
      ),
    ),
  }),
  v.check((written) => Object.keys(written).length > 0, explain.say('times of nothing', 'write first, last or waits')),
  v.told({ minProperties: 1 }),
);

const address = v.lineOf('an e-mail address');

const mail: v.Schema<MailShape> = v.strict('an e-mail', {
  to: v.exactOptional(address),
  from: v.exactOptional(address),
  content: v.exactOptional(matching),
});

const countOfMails = countOf('a number of e-mails');
const listOfMails = v.list(mail, 'a list of e-mails', 0);

const mails = v.either<NonNullable<Expectation['mails']>>([countOfMails, listOfMails], (written) =>
  Array.isArray(written) ? listOfMails : countOfMails,
);

const queryCount = v.exactOptional(countOf('a number of queries'));

const choiceOfRules = v.word('a choice of rules', ['all', 'must', 'none']);
const level = v.word('a level of a rule', ['off', 'should', 'must']);

const ruleByRule: v.Schema<RuleChoice> = v.pipe(
  v.someFields('a set of rules'),
  v.lookAt((fields, report) => {
    for (const id of Object.keys(fields)) {
      if (!isRuleId(id)) report(id, explain.say(`"${id}" is not a rule`, suggestRule(id)));
    }
  }),
  v.record(
    v.leaf<RuleId>((id) => typeof id === 'string', String, { enum: ruleIds }),
    level,
  ),
);

const rules = v.either<RuleChoice>([choiceOfRules, ruleByRule], (written) =>
  v.isFields(written) ? ruleByRule : choiceOfRules,
);

export const expectation = v.pipe(
  v.strict('the expectations', {
    client: v.optional(client, 'succeeds'),
    result: v.exactOptional(v.leaf<unknown>(isData, explain.explainData)),
    requests: v.optional(
      v.pipe(v.someFields('a set of counts'), v.record(exchange, countOf('a number of exchanges'))),
      {},
    ),
    when: v.exactOptional(v.pipe(v.someFields('a set of times'), v.record(exchange, timing))),
    within: v.exactOptional(v.duration),
    imported: v.exactOptional(countOf('a number of records')),
    mails: v.exactOptional(mails),
    queries: v.exactOptional(
      v.strict('the queries in the end', { inProgress: queryCount, completed: queryCount, canceled: queryCount }),
    ),
    rules: v.exactOptional(rules),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.client.outcome !== 'fails' || !('result' in dataset.value)) return;
    addIssue({ message: explain.resultOfFailure, path: v.pathTo('key', {}, 'result') });
  }),
  v.told({ not: { properties: { client: { type: 'object' } }, required: ['client', 'result'] } }),
);
