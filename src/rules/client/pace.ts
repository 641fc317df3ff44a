import { showDuration } from '../../spec/time.ts';
import type { Evidence, Rule } from '../rule.ts';
import type { History } from '../history.ts';
import { type Call, isLostEarly } from './calls.ts';
import { type Asked, groupBy, readConduct } from './conduct.ts';
import { readOwners } from './owners.ts';
import { burst, rate } from './published.ts';
import { at, decide } from './verdicts.ts';

interface Limited {
  readonly is: (one: Asked) => boolean;
  readonly rates: readonly Parameters<typeof rate>[1][];
  readonly burst: Parameters<typeof burst>[1];
}

const limited: readonly Limited[] = [
  { is: ({ subject }) => subject.query === undefined, rates: ['createRate', 'createOverall'], burst: 'createBurst' },
  { is: ({ subject }) => subject.query !== undefined, rates: ['listRate', 'listDaily'], burst: 'listBurst' },
];

export const withinLimits: Rule = {
  id: 'C14',
  name: 'within-limits',
  judges: 'client',
  level: 'should',
  claim: 'Requests keep below the published limits by themselves.',
  why: 'The limits are known beforehand; who runs into them is told to wait, and shares them with others.',
  section: 'Limits, interface C',
  judge: (history) => {
    const { asked } = readConduct(history);
    const { applicationOf } = readOwners(history);
    const reached = asked.filter(({ call }) => !isLostEarly(call));
    const against = limited.flatMap((kind) => {
      // Some limits hold for a scope, some for an application in a scope; together they are as strict for both.
      const sharing = groupBy(
        reached.filter(kind.is),
        ({ call, subject }) => `${applicationOf(call.credentials)}\n${subject.scope}`,
      );
      return [...sharing.values()].flatMap((group) =>
        judgeGroup(
          history,
          kind,
          group.map(({ call }) => call),
        ),
      );
    });
    return decide(against, reached.length, 'nothing was asked of interface C');
  },
};

/** The first request that goes beyond each limit. */
const judgeGroup = (
  history: History,
  { rates, burst: concurrent }: Limited,
  calls: readonly Call[],
): readonly Evidence[] => {
  const tooMany = rates.flatMap((name): Evidence[] => {
    const { most, within } = rate(history, name);
    const call = calls.find((one, index) => one.at - (calls[index - most]?.at ?? Number.NEGATIVE_INFINITY) < within);
    return call === undefined ? [] : [at(call, `${call.operation} number ${most + 1} within ${showDuration(within)}`)];
  });
  const most = burst(history, concurrent);
  const call = findCrowd(calls, most);
  return call === undefined ? tooMany : [...tooMany, at(call, `${call.operation} number ${most + 1} at the same time`)];
};

const findCrowd = (calls: readonly Call[], most: number): Call | undefined => {
  let underWay: readonly Call[] = [];
  return calls.find((call) => {
    underWay = [...underWay.filter((one) => isUnderWay(one, call)), call];
    return underWay.length > most;
  });
};

/** At one instant the places tell: an answer that was heard before the next request was sent stands before it. */
const isUnderWay = ({ over = Number.POSITIVE_INFINITY, overPlace }: Call, { at: now, place }: Call): boolean =>
  over > now || overPlace > place;
