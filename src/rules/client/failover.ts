import type { Rule } from '../rule.ts';
import { isUnreached } from './calls.ts';
import { type Asked, readConduct } from './conduct.ts';
import { foundOtherTrouble } from './other-trouble.ts';
import { readOwners } from './owners.ts';
import { at, decide, inconclusive } from './verdicts.ts';

export const regionFailover: Rule = {
  id: 'C21',
  name: 'region-failover',
  judges: 'client',
  level: 'should',
  claim: 'When a region cannot be reached, another one is asked.',
  why: 'All regions give the same answers, and seldom are all of them away.',
  section: 'What the service does, interface C',
  judge: (history) => {
    const { asked, ended } = readConduct(history);
    const { maybeSame } = readOwners(history);
    const unreached = asked.filter(({ call }) => isUnreached(call));
    const left = unreached.filter(({ call, subject }) => {
      const same = asked.filter(
        (other) => other.subject.key === subject.key && maybeSame(other.call.credentials, call.credentials),
      );
      // It got through at a second try in the same region, or was tried in another one.
      return !same.some((other) => {
        const elsewhere = other.call.exchange.region !== call.exchange.region;
        return elsewhere || (other.call.place > call.place && other.call.exchange.answer !== undefined);
      });
    });
    if (left.length === 0) return decide([], unreached.length, 'every region could be reached');
    if (ended === undefined) return inconclusive('the trace ends before the client does');
    if (left.some(({ call }) => foundOtherTrouble(history, call.place, isUnreached))) {
      return inconclusive('something else went wrong, too');
    }
    // How often it tries in all is the client's choice.
    const isRetry = ({ call, subject }: Asked): boolean =>
      asked.some((one) => one.subject.key === subject.key && one.call.place < call.place && one.refusal !== undefined);
    if (left.some(isRetry)) return inconclusive('it had been refused before, and this may have been its last try');
    const against = left.map(({ call }) =>
      at(
        call,
        `${call.operation} did not reach ${call.exchange.region ?? 'its region'}, and no other region was asked`,
      ),
    );
    return decide(against, true, '');
  },
};
