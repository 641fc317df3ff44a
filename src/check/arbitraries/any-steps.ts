import type { Arbitrary } from 'fast-check';
import type { ExchangeName, Trigger } from '../../language/ast.ts';
import { given } from '../../language/data.ts';
import type { ClientProfile } from '../client-profile.ts';
import { faultsOf, worldActions } from './actions.ts';
import { combinations } from './combinations.ts';
import { aimAt, type Draft } from './compose.ts';
import { type FC, onceIn, oneOf } from './odds.ts';
import { beforeExchange, ofExchanges, triggers } from './triggers.ts';

/** A fault of an exchange, before it or in advance; faults together; something that happens to the world. */
export const anySteps = (fc: FC, profile: ClientProfile): Arbitrary<readonly Draft[]> => {
  const anywhere = triggers(fc, profile);
  const faults = ofExchanges(fc, profile, (exchange) =>
    oneOf(fc, [3, faultsBefore(fc, profile, exchange)], [1, faultsInAdvance(fc, anywhere, exchange)]),
  );
  const actions = fc.record({ trigger: anywhere, action: worldActions(fc) });
  return oneOf(fc, [4, faults.map((draft) => [draft])], [3, actions.map((draft) => [draft])], [1, combinations(fc)]);
};

/** A fault right before its exchange; now and then before many of them. */
const faultsBefore = (fc: FC, profile: ClientProfile, exchange: ExchangeName): Arbitrary<Draft> =>
  fc
    .record({
      trigger: beforeExchange(fc, profile, exchange),
      action: faultsOf(fc, exchange),
      nth: onceIn(fc, 16, fc.constantFrom('every', '2..', '1..3', '2..3')),
      chance: onceIn(fc, 8, fc.constant('50%')),
    })
    .map(({ trigger, action, nth, chance }): Draft => {
      // What lasts says by itself how often.
      if (nth === undefined || !('times' in action) || action.for !== undefined) return { trigger, action };
      return { trigger: { ...trigger, nth, ...given({ chance }) }, action: { ...action, times: 1 } };
    });

/** A fault that waits for its exchange from another moment on. */
const faultsInAdvance = (fc: FC, trigger: Arbitrary<Trigger>, exchange: ExchangeName): Arbitrary<Draft> =>
  fc.record({ trigger, action: faultsOf(fc, exchange) }).map(({ action, ...draft }) => ({
    ...draft,
    action: exchange === 'notification' ? action : aimAt(action, exchange),
  }));
