import { pick } from './generate-settings.ts';
import { type Failure, type Happening, type Action, type Operation, serviceFaults } from './reference/events.ts';
import { apis, regions } from './reference/settings.ts';

/** Levers made from numbers. */

export interface Numbers {
  readonly who: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

export const lasting = [1000, 60_000, 300_000, 240_000, 3_600_000] as const;

const perhaps = <Key extends string, Value>(key: Key, value: Value, there: boolean): { readonly [K in Key]?: Value } =>
  (there ? { [key]: value } : {}) as { readonly [K in Key]?: Value };

const statuses = [500, 503, 429, 404, 418] as const;

const failureOf = (operation: Operation, number: number): Failure => {
  if (number % 2 === 1) return { kind: 'status', status: pick(statuses, number >> 1) };
  switch (operation) {
    case 'requestToken':
      return { kind: 'row', row: pick(['invalidClient', 'invalidScope', 'invalidRequest'] as const, number >> 1) };
    case 'createDataQuery':
    case 'listDataQueryRecords':
      return {
        kind: 'row',
        row: pick(
          ['tooManyRequests', 'integrationTimeout', 'queryIdNotFound', 'missingParameter'] as const,
          number >> 1,
        ),
      };
    default:
      return { kind: 'status', status: pick(statuses, number >> 1) };
  }
};

const operations = [
  'createDataQuery',
  'listDataQueryRecords',
  'requestToken',
  'createDataQuery',
  'listDataQueryRecords',
  'sendEmail',
  'callSubmission',
  'callReporting',
  'downloadFile',
  'downloadSchema',
] as const;

const customers = ['ann', 'ann', 'ann', 'bob'] as const;
const known = ['alpha', 'alpha', 'beta', 'gamma', 'delta'] as const;
const scopes = ['orders', 'orders', 'profile', 'billing'] as const;

const consentAction = (
  kind: 'revokeConsent' | 'expireConsent' | 'grantConsent',
  { who, a, b, c }: Numbers,
): Action => ({
  kind,
  customer: pick(customers, who),
  ...perhaps('application', pick(known, b), b % 3 > 0),
  ...perhaps('scope', pick(scopes, c), c % 3 > 0),
  ...perhaps('for', pick(lasting, a), kind === 'grantConsent' && a % 4 > 0),
});

/** What the developer does in the console. `exists` tells which applications there are. */
const consoleAction = ({ who, a, b, c }: Numbers, exists: (application: string) => boolean): Action | undefined => {
  const application = pick(known, who);
  const anyone = pick([...known, 'epsilon'], who);
  switch (pick(['scope', 'scope', 'api', 'api', 'allowlist', 'secret', 'delete', 'create'] as const, a)) {
    case 'scope':
      return exists(anyone)
        ? { kind: pick(['disableScope', 'enableScope'] as const, b), application: anyone, scope: pick(scopes, c) }
        : undefined;
    case 'api':
      return exists(anyone)
        ? { kind: pick(['detachProfile', 'attachProfile'] as const, b), application: anyone, api: pick(apis, c) }
        : undefined;
    case 'allowlist':
      return exists(anyone)
        ? { kind: pick(['delistApp', 'allowlistApp'] as const, b), application: anyone }
        : undefined;
    case 'secret':
      return exists(anyone) ? { kind: 'rotateSecret', application: anyone } : undefined;
    case 'delete':
      return exists(application) ? { kind: 'deleteProfile', application } : undefined;
    case 'create': {
      const absent = ['epsilon', ...known].find((one) => !exists(one));
      return absent === undefined ? undefined : { kind: 'createProfile', application: absent };
    }
  }
};

const faultAction = ({ who, a, b, c }: Numbers): Action => {
  const operation = pick(operations, b);
  const region = pick(regions, who);
  switch (a % 3) {
    case 0:
      return { kind: 'fail', operation, failure: failureOf(operation, c), times: 1 + (who % 3) };
    case 1:
      return {
        kind: 'regionDown',
        region,
        failure: b % 2 === 0 ? { kind: 'status', status: 503 } : failureOf('createDataQuery', c),
        ...perhaps('for', pick(lasting, c >> 1), c % 4 > 0),
      };
    default:
      return { kind: 'regionUp', region };
  }
};

const serviceFaultAction = ({ a, b, c }: Numbers): Action => {
  const fault = pick(serviceFaults, b);
  return a % 3 === 0
    ? { kind: 'endFault', fault }
    : { kind: 'beginFault', fault, ...perhaps('for', pick(lasting, c), c % 8 > 0) };
};

const tokenAction = ({ who, a, b, c }: Numbers): Action => {
  const customer = pick(customers, who);
  switch (pick(['expireToken', 'revokeToken', 'blankToken', 'expireStoreToken', 'revokeStoreToken'] as const, a)) {
    case 'expireToken':
      return { kind: 'expireToken', customer, ...perhaps('application', pick(known, c), c % 2 > 0) };
    case 'revokeToken':
      return { kind: 'revokeToken', customer, ...perhaps('application', pick(known, c), c % 2 > 0) };
    case 'blankToken':
      if (c % 2 === 1) return { kind: 'garbleToken', customer, garbles: pick(['customerId', 'profileId'] as const, b) };
      return { kind: 'blankToken', customer, lacks: pick(['customerId', 'profileId'] as const, b) };
    case 'expireStoreToken':
      return { kind: 'expireStoreToken', store: pick(['submission', 'reporting'] as const, b) };
    case 'revokeStoreToken':
      return { kind: 'revokeStoreToken', store: pick(['submission', 'reporting'] as const, b) };
  }
};

/** What mends what an action broke. */
export const mend = (broken: Happening): Happening | undefined => {
  switch (broken.kind) {
    case 'holdAccount':
      return { kind: 'releaseAccount', customer: broken.customer };
    case 'beginFault':
      return { kind: 'endFault', fault: broken.fault };
    case 'regionDown':
      return { kind: 'regionUp', region: broken.region };
    case 'disableScope':
      return { ...broken, kind: 'enableScope' };
    case 'detachProfile':
      return { ...broken, kind: 'attachProfile' };
    case 'delistApp':
      return { kind: 'allowlistApp', application: broken.application };
    case 'revokeConsent':
    case 'expireConsent':
      return { ...broken, kind: 'grantConsent' };
    default:
      return undefined;
  }
};

export const generateAction = (
  what: number,
  numbers: Numbers,
  exists: (application: string) => boolean,
): Happening | undefined => {
  const { who, a, b, c } = numbers;
  const customer = pick(customers, who);
  switch (what % 12) {
    case 0:
      return consentAction('grantConsent', numbers);
    case 1:
      return consentAction('revokeConsent', numbers);
    case 2:
      return consentAction('expireConsent', numbers);
    case 3:
      return { kind: 'holdAccount', customer };
    case 4:
    case 5:
      return { kind: a % 3 === 0 ? 'holdAccount' : 'releaseAccount', customer };
    case 6:
      return { kind: 'finishCollection', customer, ...perhaps('scope', pick(scopes, c), b % 2 > 0) };
    case 7:
    case 8:
      return consoleAction(numbers, exists);
    case 9:
      return faultAction(numbers);
    case 10:
      return serviceFaultAction(numbers);
    default:
      return tokenAction(numbers);
  }
};
