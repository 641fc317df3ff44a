import { showDuration } from '../../spec/time.ts';
import type { Exchange, History } from '../history.ts';
import { collect, groupBy } from '../history/selectors.ts';
import { findExcess, openUnderWay, openWindow } from '../meters.ts';
import { clientRule } from '../rule.ts';
import { atCall, decide, type Evidence } from '../verdicts.ts';
import { cameInPieces, isList, isLostEarly, portabilityCalls } from './calls.ts';
import { burst, rate } from './published.ts';
import { readOwners } from './tokens.ts';

interface Limited {
  readonly rates: readonly Parameters<typeof rate>[1][];
  readonly burst: Parameters<typeof burst>[1];
}

const creates: Limited = { rates: ['createRate', 'createOverall'], burst: 'createBurst' };
const lists: Limited = { rates: ['listRate', 'listDaily'], burst: 'listBurst' };

export const withinLimits = clientRule({
  id: 'C14',
  name: 'within-limits',
  level: 'should',
  claim: 'Requests keep below the published limits by themselves.',
  why: 'The limits are known beforehand; who runs into them is told to wait, and shares them with others.',
  section: 'Limits, interface C',
  good: [
    ['0s', 'client', 'createDataQuery, the fifth of this second → 201'],
    ['1s', 'client', 'createDataQuery → 201'],
  ],
  bad: [
    ['0s', 'client', 'createDataQuery, the fifth of this second → 201'],
    ['0s', 'client', 'createDataQuery, the sixth → 429'],
  ],
  judge: (history) => {
    const followers = findFollowers(history);
    const reached = portabilityCalls(history).filter(
      (call) => (isRedirected(call) || !isLostEarly(call)) && !wasTakenBack(call) && !followers.has(call.number),
    );
    const against = collect([creates, lists], (limited) => {
      const all = reached.filter((call) => isList(call) === (limited === lists));
      if (all.length <= fewest(history, limited)) return [];
      // Some limits hold for a scope, some for an application in a scope; together they are as strict for both.
      const { applicationOf } = readOwners(history);
      const sharing = groupBy(all, ({ credentials, subject }) => `${applicationOf(credentials)}\n${subject.scope}`);
      return collect([...sharing.values()], (calls) => judgeCalls(history, limited, calls));
    });
    return decide(against, reached.length, 'nothing was asked of interface C');
  },
});

/** What the least of some limits allows, whenever it is asked for. */
const fewest = (history: History, limited: Limited): number =>
  Math.min(burst(history, limited.burst), ...limited.rates.map((name) => rate(history, name).most));

const isRedirected = ({ faultRow }: Exchange): boolean => faultRow?.sees === 'redirect';

/** Requests that followed a redirect: not the client chose when they went out, but the redirect. The first one counts. */
const findFollowers = (history: History): ReadonlySet<number> => {
  const followers = new Set<number>();
  const calls = portabilityCalls(history);
  if (!calls.some(isRedirected)) return followers;
  const latest = new Map<string, Exchange>();
  for (const call of calls) {
    const key = `${call.request.url}\n${call.credentials}`;
    const before = latest.get(key);
    if (before !== undefined && isRedirected(before) && call.place > before.lastPlace) followers.add(call.number);
    latest.set(key, call);
  }
  return followers;
};

/** Whether the client hung up before there was an answer: nothing shows that the service ever had it. */
const wasTakenBack = ({ answer, hungUpAt }: Exchange): boolean => answer === undefined && hungUpAt !== undefined;

/** The first call that goes beyond each limit. */
const judgeCalls = (history: History, limited: Limited, calls: readonly Exchange[]): readonly Evidence[] => {
  const tooMany = limited.rates.flatMap((name): Evidence[] => {
    const { most, within } = rate(history, name);
    if (calls.length <= most) return [];
    const call = findExcess(
      calls,
      most,
      openWindow<Exchange>((one, now) => now.at - one.at >= within),
    );
    const text = `${call?.operation} number ${most + 1} within ${showDuration(within)}`;
    return call === undefined ? [] : [atCall(call, text)];
  });
  const most = burst(history, limited.burst);
  if (calls.length <= most) return tooMany;
  const call = findExcess(calls, most, openUnderWay(isOver));
  return call === undefined
    ? tooMany
    : [...tooMany, atCall(call, `${call.operation} number ${most + 1} at the same time`)];
};

/** At one instant the places tell: an answer that came before the next request was sent stands before it. */
const isOver = (call: Exchange, { at: now, place }: Exchange): boolean =>
  overAtLatest(call) <= now && call.lastPlace <= place;

/** Whoever is answered piece by piece may have hung up on the rest: once there is a head, nothing shows that it is under way. */
const overAtLatest = (call: Exchange): number =>
  (cameInPieces(call) ? call.maybe?.at : call.overAt) ?? Number.POSITIVE_INFINITY;
