import type { Step, Trigger } from '../../language/ast.ts';
import { showOrdinal } from '../../language/show.ts';
import { rowOf } from '../../language/verbs.ts';
import { type Duration, ms, parseDuration } from '../../spec/time.ts';
import { boundaryLengths, writeDuration } from '../arbitraries/durations.ts';
import type { Finding } from '../shrink/goal.ts';
import { type Answer, listTexts, type Question, type Try, withStep } from './question.ts';

/** Whether it has to be this exchange or event, so many times, and so long. */
export const momentsOf = (found: Finding, index: number): readonly Question[] => {
  const { scenario } = found.trial;
  const step = scenario.steps[index];
  if (step === undefined) return [];
  const put = (other: Step) => withStep(scenario, index, other);
  const { trigger, action } = step;
  const name = nameOf(trigger);
  return [
    ...('nth' in trigger && typeof trigger.nth === 'number' && name !== undefined
      ? [whichOne(name, trigger.nth, (breaks, nth) => breaks(put({ ...step, trigger: { ...trigger, nth } })))]
      : []),
    ...('times' in action && typeof action.times === 'number' && action.times > 1
      ? [howOften(action.times, (breaks, times) => breaks(put({ ...step, action: { ...action, times } })))]
      : []),
    ...lengthsOf(step).map(({ what, length, change }) =>
      howLong(what, length, (breaks, other) => breaks(put(change(other)))),
    ),
  ];
};

const nameOf = (trigger: Trigger): string | undefined => {
  if (trigger.kind === 'on') return trigger.exchange;
  return trigger.kind === 'after' ? `"${trigger.event}"` : undefined;
};

type Vary<Value> = (breaks: Try, value: Value) => Promise<boolean | undefined>;

const whichOne =
  (name: string, given: number, vary: Vary<number>): Question =>
  async (breaks) => {
    const others = [1, given - 1, given + 1].filter(
      (nth, place, all) => nth > 0 && nth !== given && all.indexOf(nth) === place,
    );
    const [doing, not]: [number[], number[]] = [[given], []];
    for (const nth of others) {
      const outcome = await vary(breaks, nth);
      if (outcome !== undefined) (outcome ? doing : not).push(nth);
    }
    const show = (all: readonly number[]): string =>
      listTexts([...all].sort((one, other) => one - other).map(showOrdinal));
    if (not.length > 0)
      return {
        matters: `it takes the ${show(doing)} ${name}; the ${show(not)} ${not.length === 1 ? 'does' : 'do'} not do it`,
      };
    return doing.length > 1
      ? { indifferent: `whether it is the ${show(doing).replace(' and ', ' or ')} ${name}` }
      : undefined;
  };

const howOften =
  (given: number, vary: Vary<number>): Question =>
  async (breaks) => {
    const outcome = await vary(breaks, given - 1);
    return outcome === false ? { matters: `it takes ${given} times: ${given - 1} are not enough` } : undefined;
  };

/** What a length of time in a step is, by its field. */
const wordsFor: Readonly<Record<string, string>> = {
  duration: 'how much time passes',
  for: 'how long it lasts',
  by: 'how late it is',
};

/** A length of time that a step has somewhere. */
interface Length {
  readonly what: string;
  readonly length: Duration;
  readonly change: (length: Duration) => Step;
}

const lengthsOf = (step: Step): readonly Length[] => {
  const { trigger, action } = step;
  const fields = action.do === 'together' ? [] : Object.entries(rowOf(action.do).fields);
  const inAction = fields.flatMap(([name, { kind }]): readonly Length[] => {
    const length: unknown = Reflect.get(action, name);
    if (kind.shape !== 'duration' || typeof length !== 'string') return [];
    const change = (other: Duration): Step => ({ ...step, action: { ...action, [name]: other } });
    return [{ what: wordsFor[name] ?? `how long "${name}" is`, length, change }];
  });
  if (trigger.kind === 'on') return inAction;
  const [length, change] =
    trigger.kind === 'after'
      ? [trigger.wait, (wait: Duration): Step => ({ ...step, trigger: { ...trigger, wait } })]
      : [trigger.time, (time: Duration): Step => ({ ...step, trigger: { ...trigger, time } })];
  return [{ what: 'how long the step waits', length, change }, ...inAction].filter(
    (one) => (parseDuration(one.length) ?? 0) > 0,
  );
};

/** How many boundaries of the interface are looked at. */
const mostBoundaries = 3;

/** Down from one boundary of the interface to the next, until it is not enough. What comes shorter is never too much to ask. */
export const howLong =
  (what: string, given: Duration, vary: Vary<Duration>): Question =>
  async (breaks): Promise<Answer> => {
    let shortest = ms(given);
    const below = boundaryLengths.filter((length) => length > 1 && length < shortest).toReversed();
    for (const boundary of below.slice(0, mostBoundaries)) {
      const at = await vary(breaks, writeDuration(boundary));
      if (at === undefined) return undefined;
      if (at) {
        shortest = boundary;
        continue;
      }
      if (shortest !== boundary + 1) {
        const past = await vary(breaks, writeDuration(boundary + 1));
        if (past !== true)
          return {
            matters: `${what}: ${writeDuration(shortest)} is enough, and ${writeDuration(boundary)} is not`,
          };
      }
      return { matters: `${what}: more than ${writeDuration(boundary)}, be it by a millisecond` };
    }
    if (shortest === ms(given) || below.length <= mostBoundaries) {
      const least = await vary(breaks, '1ms');
      if (least === true) return { indifferent: `${what} (1ms is enough)` };
    }
    const short = await vary(breaks, writeDuration(shortest - 1));
    return short === false ? { matters: `${what}: ${writeDuration(shortest)} at least` } : undefined;
  };
