import type { ConsoleStep, StepAction } from '../../language/ast.ts';
import { setupFaultNames, serviceFaultNames } from '../../spec/faults.ts';
import { apiNames } from '../../spec/apis.ts';
import { regionNames } from '../../spec/regions.ts';
import type { Duration } from '../../spec/time.ts';
import { pick, pickAny } from './draws.ts';
import { drawFailure, type Numbers } from './faults.ts';
import { lengthsBelow } from './durations.ts';

const lengths: readonly Duration[] = ['1s', '1m', '10m', ...lengthsBelow('2h')];

/** A length, or none: then it lasts until somebody ends it. */
const lasting = (number: number): { readonly for?: Duration } =>
  number % 3 === 0 ? {} : { for: pickAny(lengths, number >> 2) ?? '1m' };

const drawConsole = ({ a, b, c }: Numbers): ConsoleStep => {
  const scope = 'orders';
  const api = pickAny(apiNames, c) ?? 'portability';
  const deeds: readonly [ConsoleStep, ...ConsoleStep[]] = [
    { do: 'rotateSecret' },
    { do: 'delistApp' },
    { do: 'disableScope', scope },
    { do: 'detachProfile', api },
    { do: 'deleteProfile' },
    { do: 'allowlistApp' },
    { do: 'enableScope', scope },
    { do: 'attachProfile', api },
  ];
  return pick(deeds, a + b);
};

const drawRegion = ({ a, b, c }: Numbers): StepAction => {
  const region = pickAny(regionNames, a) ?? 'eu-west-1';
  if (b % 8 === 7) return { do: 'regionUp', region };
  const fault = pickAny(setupFaultNames, b >> 3) ?? 'refused';
  const fails =
    b % 2 === 0 ? drawFailure('createDataQuery', { a: b >> 1, b: c, c }) : { kind: 'connection' as const, fault };
  return { do: 'regionDown', region, fails, ...lasting(c) };
};

const drawServiceFault = ({ a, b, c }: Numbers): StepAction => {
  const fault = pickAny(serviceFaultNames, a) ?? 'serviceThrows';
  return b % 6 === 5 ? { do: 'endFault', fault } : { do: 'beginFault', fault, ...lasting(c) };
};

/** How long a client sleeps: to a boundary, beside it, or well past it. */
export const sleeps: readonly Duration[] = ['61m', '6m', ...lengthsBelow('25h')];

/** Something happens to the world. The first kinds are those that tell most clients apart. */
export const drawLever = (kind: number, numbers: Numbers): StepAction => {
  const { a, b, c } = numbers;
  switch (kind % 20) {
    case 0:
    case 1:
      return { do: 'expireToken' };
    case 2:
    case 3:
    case 4:
      return { do: 'elapse', duration: pickAny(sleeps, a) ?? '61m' };
    case 5:
      return { do: 'revokeConsent' };
    case 6:
      return { do: 'holdAccount', ...lasting(b) };
    case 7:
    case 8:
      return { do: 'revokeToken' };
    case 9:
      return { do: 'expireConsent' };
    case 10:
      return { do: 'grantConsent', ...lasting(b) };
    case 11:
      return { do: 'finishCollection' };
    case 12:
      return a % 2 === 0
        ? { do: 'blankToken', lacks: pick(['customerId', 'profileId'], b) }
        : { do: 'garbleToken', garbles: pick(['customerId', 'profileId'], b) };
    case 13:
      return { do: pick(['expireStoreToken', 'revokeStoreToken'], a), store: pick(['reporting', 'submission'], b) };
    case 14:
      return { do: 'releaseAccount' };
    case 15:
    case 16:
      return drawServiceFault(numbers);
    case 17:
    case 18:
      return drawRegion({ a, b, c });
    default:
      return drawConsole(numbers);
  }
};
