import { clientRule } from '../rule.ts';
import { atCall, decide, heldUnless, inconclusive, unended } from '../verdicts.ts';
import { isUnreached, mayHaveFailed, type PortabilityCall, portabilityCalls, wasHeard } from './calls.ts';
import { foundOtherCause, otherCause } from './other-cause.ts';
import { wasMadeUpFor } from './same-call.ts';

export const regionFailover = clientRule({
  id: 'C21',
  name: 'region-failover',
  level: 'should',
  claim: 'When a region cannot be reached, another one is asked.',
  why: 'All regions give the same answers, and seldom are all of them away.',
  section: 'What the service does, interface C',
  good: [
    ['0s', 'network', 'eu-west-1 refuses the connection'],
    ['0s', 'client', 'createDataQuery at us-east-1 → 201'],
  ],
  bad: [
    ['0s', 'network', 'eu-west-1 refuses the connection'],
    ['0s', 'client', 'fails: eu-west-1 cannot be reached'],
  ],
  judge: (history) => {
    const calls = portabilityCalls(history);
    const unreached = calls.filter((call) => isUnreached(call) && wasHeard(history, call.lastPlace));
    // It got through at a second try in the same region, or was tried in another one.
    const wasTried = (call: PortabilityCall): boolean =>
      wasMadeUpFor(history, call, ({ place, region, answer }, way) =>
        place > call.place ? region !== call.region || answer !== undefined : region !== call.region && way === 'same',
      );
    const left = unreached.filter((call) => !wasTried(call));
    if (left.length === 0) return decide([], unreached.length, 'every region could be reached');
    if (history.ended === undefined) return unended;
    if (left.some((call) => foundOtherCause(history, call, isUnreached))) return otherCause;
    // How often it tries in all is the client's choice.
    const isRetry = ({ subject }: PortabilityCall): boolean =>
      calls.some((one) => one.subject.key === subject.key && !isUnreached(one) && mayHaveFailed(history, one));
    if (left.some(isRetry)) return inconclusive('it had failed before, and this may have been its last try');
    const against = left.map((call) =>
      atCall(call, `${call.operation} did not reach ${call.region ?? 'its region'}, and no other region was asked`),
    );
    return heldUnless(against);
  },
});
