import { eventNames } from '../../core/event.ts';
import { regionNames } from '../../spec/regions.ts';
import type { Chance, Nth, Trigger, Where } from '../ast.ts';
import { explainChance, explainNth, parseChance, parseNth } from '../occurrence.ts';
import { explanation } from '../problem.ts';
import { chanceJson, nthJson } from '../json-shapes.ts';
import * as v from '../shapes.ts';
import { exchangeNames, grants } from '../words.ts';
import { application, customer, scope } from './world.ts';

const nth = v.optional(
  v.leaf<Nth>((value) => parseNth(value) !== undefined, explainNth, nthJson),
  1,
);

const position = (kind: string) => v.exactOptional(v.whole(kind, 1, 1_000_000_000));

const where: v.Schema<Where> = v.pipe(
  v.strict('a filter', {
    region: v.exactOptional(v.word('a region', regionNames)),
    customer,
    scope,
    application,
    page: position('a page'),
    record: position('the place of a record'),
    grant: v.exactOptional(v.word('what a token is asked for with', grants)),
    status: v.exactOptional(v.word('the end of a query', ['completed', 'canceled'])),
  }),
  v.check(
    (filter) => Object.keys(filter).length > 0,
    explanation('a filter that lets everything pass', 'remove "where", or say where, as "page: 2"'),
  ),
  v.forEditors({ minProperties: 1 }),
);

const condition = {
  where: v.exactOptional(where),
  chance: v.exactOptional(v.leaf<Chance>((value) => parseChance(value) !== undefined, explainChance, chanceJson)),
} as const;

export const triggers = {
  at: v.pipe(
    v.fieldsOf({ at: v.duration, ...condition }),
    v.transform(({ at, ...rest }): Trigger => ({ kind: 'at', time: at, ...rest })),
  ),
  after: v.pipe(
    v.fieldsOf({ after: v.word('an event', eventNames), nth, wait: v.optional(v.duration, '0s'), ...condition }),
    v.transform(({ after, ...when }): Trigger => ({ kind: 'after', event: after, ...when })),
  ),
  on: v.pipe(
    v.fieldsOf({ on: v.word('an operation or "notification"', exchangeNames), nth, ...condition }),
    v.transform(({ on, ...when }): Trigger => ({ kind: 'on', exchange: on, ...when })),
  ),
  wait: v.pipe(
    v.fieldsOf({ wait: v.duration, ...condition }),
    v.transform(({ wait, ...rest }): Trigger => ({ kind: 'wait', time: wait, ...rest })),
  ),
} as const satisfies Record<string, v.Schema<Trigger>>;
