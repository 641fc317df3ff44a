import { refuseRequest } from '../problems.ts';
import { followTrace } from '../events.ts';
import { entriesAfter } from '../known-entries.ts';
import { list, object, openObject, text, whole } from '../json-schema.ts';
import { aCount, aText, optional } from '../kinds.ts';
import { route } from '../route.ts';
import type { Session } from '../session.ts';
import { parseRuleChoice } from '../../rules/rule-choice.ts';
import { levels } from '../../rules/rule.ts';

const since = optional(
  aCount(
    'Only entries from this one on: how many are known already, where one of kind `dropped` counts for as many as it says. 0.',
  ),
);

const entrySchema = openObject('An entry of the trace.', {
  at: whole('Virtual milliseconds since the world began.'),
  kind: text('What kind of thing happened: `request`, `answer`, `transition`, `action`, …'),
});

const judge = ({ controlled }: Session, typed: string | undefined) => {
  const { sim, rules } = controlled;
  const judgements = sim.judge(typed === undefined ? rules : parseRuleChoice(typed, 'query, "rules"'));
  return {
    broken: judgements.flatMap(({ rule, verdict }) => (verdict === 'broken' ? [rule.id] : [])),
    judgements: judgements.map(({ rule, level, ...verdict }) => {
      const { id, name, judges, claim, section } = rule;
      return { rule: id, name, judges, level, claim, section, ...verdict };
    }),
  };
};

const explain = ({ controlled }: Session, exchange: number | undefined) => {
  const explanation = controlled.sim.explain(exchange);
  if (explanation !== undefined) return explanation;
  const what = exchange === undefined ? 'nothing has been answered yet' : `exchange ${exchange} has not been answered`;
  throw refuseRequest('NOT_FOUND', what, { hint: 'exchanges are numbered from 1, as in the trace' });
};

export const traceRoutes = [
  route({
    method: 'GET',
    path: 'trace',
    name: 'getTrace',
    group: 'trace',
    what: 'Gives what happened, one JSON object a line, oldest first.',
    more: 'It is what `sim.trace.toJSONL()` gives, and what `verify` and the report read. Secrets have names: `<token 1>`.',
    query: { since },
    gives: { as: 'lines', schema: entrySchema },
    codes: ['BAD_OPTION'],
    act: ({ session, query }) =>
      entriesAfter(session.controlled.sim.trace.entries, query.since ?? 0)
        .map((entry) => `${JSON.stringify(entry)}\n`)
        .join(''),
  }),
  route({
    method: 'GET',
    path: 'trace/events',
    name: 'followTrace',
    group: 'trace',
    what: 'Gives what happens as it happens, as server-sent events, for as long as somebody listens.',
    more:
      'An event `world` comes first, and whenever a world begins anew; an event `entry` for each entry, with the entry as data. ' +
      'Ids say how far one has come: whoever comes back with `Last-Event-ID`, as browsers do, misses nothing.',
    query: { since },
    gives: { as: 'events' },
    codes: ['BAD_OPTION'],
    act: ({ session, query, lastEvent, signal }) => followTrace(session, lastEvent, query.since ?? 0, signal),
  }),
  route({
    method: 'GET',
    path: 'judgements',
    name: 'judge',
    group: 'trace',
    what: 'Judges what happened so far by the [rules](rules.md), of the client and of the service.',
    query: {
      rules: optional(
        aText(
          'Which rules: `all`, `must`, `none`, or levels such as `C14=off,C8=must`. Without it those it is served with.',
        ),
      ),
    },
    gives: {
      as: 'json',
      schema: object('What the rules say.', {
        broken: list('The rules that are broken.', text('The id of a rule.')),
        judgements: list(
          'Rule by rule.',
          object(
            'What a rule says.',
            {
              rule: text('Its id.'),
              name: text('Its name.'),
              judges: { enum: ['client', 'service'], description: 'Whom it judges.' },
              level: { enum: levels, description: 'How much it weighs.' },
              claim: text('What holds.'),
              section: text('The section of the interfaces that it comes from.'),
              verdict: { enum: ['held', 'broken', 'inconclusive'], description: 'Whether it held.' },
              evidence: list(
                'What shows that it did not.',
                object(
                  'What happened.',
                  {
                    at: { type: 'number', description: 'When, in virtual milliseconds since the world began.' },
                    exchange: whole('In which exchange.', 1),
                    text: text('What happened, as one sentence.'),
                  },
                  ['exchange'],
                ),
              ),
              more: whole('How much evidence there is besides.', 1),
              why: text('Why it cannot be told.'),
            },
            ['evidence', 'more', 'why'],
          ),
        ),
      }),
    },
    codes: ['BAD_OPTION'],
    act: ({ session, query }) => judge(session, query.rules),
  }),
  route({
    method: 'GET',
    path: 'explanations',
    name: 'explain',
    group: 'trace',
    what: 'Tells why an exchange was answered as it was: the row, its section, the open points, the limits.',
    query: { exchange: optional(aCount('The number of the exchange. Without it the last that was answered.', 1)) },
    gives: {
      as: 'json',
      schema: openObject('Why it was answered so.', {
        exchange: whole('The number of the exchange.', 1),
        request: text('The request in a line.'),
        status: whole('The status of the answer.', 100),
        at: whole('When, in virtual milliseconds since the world began.'),
        clock: text('The same as a time of day.'),
        section: text('The section of the interfaces.'),
        limits: list('How full the limits were.', openObject('A limit.')),
        assumptions: list('The open points that decided it.', openObject('An open point.')),
        text: text('All of it, for a person.'),
      }),
    },
    codes: ['BAD_OPTION'],
    act: ({ session, query }) => explain(session, query.exchange),
  }),
];
