import type { Mail } from '../core/world.ts';
import { refuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
import type { Count, ExchangeName } from '../language/ast.ts';
import { isCounted, showCount } from '../language/expected.ts';
import { show, showTimes } from '../language/show.ts';
import { exchangeNames, unbounded } from '../language/words.ts';
import type { RuleChoice } from '../rules/rule-choice.ts';
import { findBroken } from '../play/findings.ts';
import { momentsOfMusts } from '../play/marks.ts';
import type { Marks } from '../print/timeline/marks.ts';
import { foldTimeline } from '../print/timeline/swimlane.ts';
import { whatHappened } from '../print/timeline/what-happened.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { type AssumptionId, assumptionIds } from '../spec/assumptions.ts';
import type { Entry } from '../trace/entry.ts';

/** How often: exactly, or within bounds, as in the `requests` of a scenario. */
export type HowOften = number | { readonly atLeast?: number; readonly atMost?: number };

/** What is looked for in an e-mail; what is left out may be anything. */
export interface MailLike {
  readonly to?: string;
  readonly from?: string;
  /** A part of the content, or an expression that it matches. */
  readonly content?: string | RegExp;
}

/** What `expect(sim)` can be asked besides, in every test runner. */
export interface SimulationMatchers<Result = void> {
  /** The client made such requests: at least one, or as many as said. `notification` counts those that it was sent. */
  toHaveRequested(exchange: ExchangeName, count?: HowOften): Result;
  /** E-mails like this one were accepted: at least one, or as many as said. (Interface A) */
  toHaveMailed(mail?: MailLike, count?: HowOften): Result;
  /** Queries ended so: at least one, or as many as said. (Interface C) */
  toHaveEndedQueries(state: 'completed' | 'canceled', count?: HowOften): Result;
  /**
   * What a correct service and a correct client owe: no rule of level `must` was broken, or with `'all'` none at all. A rule
   * that is inconclusive, since nothing happened that it is about, is not broken: `sim.judge()` tells which are, and why.
   * Throws Misuse `BAD_OPTION` where no request has come.
   */
  toHaveKeptTheRules(rules?: RuleChoice): Result;
  /** An open point of the interface document decided something. */
  toHaveReliedOn(assumption: AssumptionId): Result;
}

/** What test runners expect of a matcher: vitest and Jest take the same. */
interface Verdict {
  readonly pass: boolean;
  readonly message: () => string;
}

type Matchers = {
  readonly [Name in keyof SimulationMatchers]: (
    received: unknown,
    ...args: Parameters<SimulationMatchers[Name]>
  ) => Verdict;
};

/** To be given to `expect.extend`; wrong use throws Misuse, whether or not the expectation is negated. */
export const matchers: Matchers = {
  toHaveRequested: (received, exchange, count) => {
    const ask = begin(received, 'toHaveRequested', count);
    const name = ask.word(exchange, exchangeNames);
    const isOfKind = (entry: Entry): boolean =>
      entry.kind === 'request' ? entry.operation === name : entry.kind === name;
    return ask.judge(ask.sim.trace.entries.filter(isOfKind).length, [name, 'happen'], '', { operations: [name] });
  },
  toHaveMailed: (received, mail = {}, count) => {
    const ask = begin(received, 'toHaveMailed', count);
    for (const field of Object.keys(mail)) ask.word(field, mailFields);
    const wanted = Object.entries(mail).map(([field, value]) => `${field} ${show(value)}`);
    const { outbox } = ask.sim;
    const others = outbox.map(({ to }) => show(to)).join(', ') || 'nobody';
    return ask.judge(
      outbox.filter((one) => isLike(one, mail)).length,
      [['an e-mail', ...(wanted.length > 0 ? ['with', wanted.join(', ')] : [])].join(' '), 'be accepted'],
      `; mail went to ${others}`,
      { operations: ['sendEmail'] },
    );
  },
  toHaveEndedQueries: (received, state, count) => {
    const ask = begin(received, 'toHaveEndedQueries', count);
    const wanted = ask.word(state, ends);
    const states = ask.sim.queries.map((query) => query.state);
    const found = states.filter((one) => one === wanted).length;
    return ask.judge(found, ['a query', `be ${wanted}`], `; the queries are: ${states.join(', ') || 'none'}`);
  },
  toHaveKeptTheRules: (received, rules) => {
    const { sim } = begin(received, 'toHaveKeptTheRules', undefined);
    if (!sim.trace.entries.some(({ kind }) => kind === 'request')) throw nothingToJudge();
    const judgements = sim.judge(rules);
    const broken = findBroken(judgements, 'must');
    const lines = broken.map(({ claim, found, place }) => `${claim}\n  ${found} (${place})`);
    const ids = judgements.flatMap(({ level, verdict, rule }) =>
      level === 'must' && verdict === 'broken' ? [rule.id] : [],
    );
    const off = ids.map((id) => `${id}: 'off'`).join(', ');
    const hint = `npx stunt-double explain ${ids.join(' ')}; toHaveKeptTheRules({ ${off} }) leaves ${ids.length === 1 ? 'it' : 'them'} out`;
    const count = (wanted: string): number => judgements.filter(({ verdict }) => verdict === wanted).length;
    const claim =
      broken.length === 0
        ? `expected a rule to be broken, but none was: ${count('held')} held, ${count('inconclusive')} inconclusive (sim.judge() says why)`
        : 'expected all rules to be kept';
    return {
      pass: broken.length === 0,
      message: () =>
        [
          claim,
          ...lines,
          ...(ids.length > 0 ? [hint] : []),
          '',
          ...showTrace(sim, { moments: momentsOfMusts(judgements) }),
        ].join('\n'),
    };
  },
  toHaveReliedOn: (received, assumption) => {
    const ask = begin(received, 'toHaveReliedOn', undefined);
    const id = ask.word(assumption, assumptionIds);
    const { assumed } = ask.sim;
    const found = assumed.filter((one) => one === id).length;
    return ask.judge(found, [id, 'decide something'], `; decided by: ${assumed.join(', ') || 'none'}`);
  },
};

/** A client that was not awaited, or asks elsewhere, would keep every rule. */
const nothingToJudge = (): Error =>
  refuse(
    'expect(sim).toHaveKeptTheRules',
    'no request has come to this simulation: there is nothing to judge',
    'before it, await sim.run(() => client(sim.env)), with the promise of the client returned',
  );

/** Without a count, once is enough. Throws Misuse `BAD_OPTION` for a count that would hold whatever happens. */
const readBounds = (written: HowOften = { atLeast: 1 }, place: string): Count => {
  const bounds = typeof written === 'number' ? { atLeast: written, atMost: written } : written;
  const isObject = typeof bounds === 'object' && bounds !== null;
  const fields = isObject ? Object.entries(bounds) : [];
  const areKnown = fields.every(([name, count]) => ['atLeast', 'atMost'].includes(name) && isCount(count));
  const { atLeast = 0, atMost = unbounded } = isObject ? bounds : {};
  if (fields.length > 0 && areKnown && atLeast <= atMost) return { atLeast, atMost };
  throw refuse(place, `${show(written)} is not a count`, 'write 2, { atLeast: 1 } or { atMost: 3 }');
};

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

const ends = ['completed', 'canceled'] as const;
const mailFields = ['to', 'from', 'content'] as const;

const isLike = (mail: Mail, { to, from, content }: MailLike): boolean =>
  (to === undefined || mail.to === to) &&
  (from === undefined || mail.from === from) &&
  (content === undefined ||
    (typeof content === 'string' ? mail.content.includes(content) : content.test(mail.content)));

/** Checks what every matcher is given, and holds what each of them needs. */
const begin = (received: unknown, matcher: keyof SimulationMatchers, count: HowOften | undefined): Ask => {
  const place = `expect(sim).${matcher}`;
  if (!isSimulation(received))
    throw refuse(place, `${show(received)} is no simulation`, 'give expect what simulate() returned');
  const bounds = readBounds(count, place);
  return {
    sim: received,
    word: (given, known) => {
      const word = known.find((one) => one === given);
      if (word !== undefined) return word;
      throw refuse(place, `${show(given)} is unknown`, suggest(show(given).replaceAll('"', ''), known));
    },
    judge: (found, [subject, verb], more = '', marks = { isEnd: true }) => {
      const pass = isCounted(bounds, found);
      const claim = `expected ${subject} ${pass ? 'not to' : 'to'} ${verb} ${showCount(bounds, 'exactly 0 times', showTimes)}, but found ${found}`;
      return { pass, message: () => [`${claim}${more}`, '', ...showTrace(received, marks)].join('\n') };
    },
  };
};

interface Ask {
  readonly sim: Simulation;
  /** The word as given, once it is known. */
  word<Word extends string>(given: unknown, known: readonly Word[]): Word;
  /** The verdict on how many were found, for a claim of a subject and a verb; what shows it is marked. */
  judge(found: number, claim: readonly [string, string], more?: string, marks?: Marks): Verdict;
}

const isSimulation = (value: unknown): value is Simulation =>
  typeof value === 'object' &&
  value !== null &&
  ['trace', 'outbox', 'queries', 'assumed'].every((part) => part in value);

const showTrace = ({ trace }: Simulation, marks: Marks): readonly string[] =>
  whatHappened(foldTimeline(trace.entries, marks));
