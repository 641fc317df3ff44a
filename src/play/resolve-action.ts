import type { Action, Outage } from '../core/action.ts';
import type { World } from '../core/world.ts';
import { Misuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
import { type RefusalName, refusalsOf } from '../spec/refusals.ts';
import { type OperationName, operations } from '../spec/routes.ts';
import { ms } from '../spec/time.ts';
import { completeFault } from '../language/complete-fault.ts';
import type {
  ConsoleStep,
  FaultStep,
  Follower,
  NotificationStep,
  RegionFailure,
  StepAction,
  Trigger,
  Where,
} from '../language/ast.ts';
import { type Announced, announceNothing } from './announced.ts';

type Written = Exclude<StepAction, { do: 'elapse' }>;
type Acting = Exclude<Written, ConsoleStep | FaultStep | NotificationStep>;

/** Whom a step can name, and where it stands. */
interface Cast {
  readonly world: World;
  readonly announced: Announced;
  readonly place: string;
}

/**
 * The action with all it leaves out filled in, and everyone it names found; lengths of time become milliseconds.
 * `announced` are names that steps told before will bring into the world. Throws Misuse.
 */
export const completeAction = (
  world: World,
  { trigger, action, place }: Follower & { readonly action: Written },
  announced: Announced = announceNothing,
): Action => {
  const cast = { world, announced, place };
  switch (action.do) {
    case 'fail':
    case 'fault':
      return resolveFault(action, trigger, place);
    case 'loseNotification':
      return { do: action.do, times: action.times };
    case 'delayNotification':
      return { do: action.do, by: ms(action.by), times: action.times };
    case 'repeatNotification':
      return { do: action.do, copies: action.copies, by: ms(action.by), times: action.times };
    case 'createProfile':
    case 'deleteProfile':
    case 'rotateSecret':
    case 'allowlistApp':
    case 'delistApp':
    case 'enableScope':
    case 'disableScope':
    case 'attachProfile':
    case 'detachProfile':
      return completeConsole(cast, action);
    default:
      return completeDeed(cast, action);
  }
};

/** Whether a filter names anybody: one that never lets anything pass would not be noticed. Throws Misuse. */
export const checkWhere = (world: World, where: Where | undefined, announced: Announced, place: string): void => {
  const { customer, scope, application } = where ?? {};
  const cast = { world, announced, place };
  if (customer !== undefined && scope !== undefined) scopeOf(cast, { customer, scope });
  else if (customer !== undefined) customerOf(cast, { customer });
  if (application !== undefined) applicationOf(cast, application);
};

const resolveFault = (action: FaultStep, trigger: Trigger, place: string): Action => {
  const operation = action.operation ?? (trigger.kind === 'on' ? trigger.exchange : undefined);
  if (operation === undefined || operation === 'notification') throw noOperation(place, action.do);
  const { times } = action;
  switch (action.do) {
    case 'fail':
      if (action.failure.kind === 'row') checkRow(action.failure.row, operation, place);
      return { do: 'fail', operation, failure: action.failure, times };
    case 'fault':
      return { do: 'fault', operation, fault: completeFault(action.fault, action), times };
    default:
      return action satisfies never;
  }
};

const noOperation = (place: string, verb: FaultStep['do']): Misuse =>
  new Misuse('SCENARIO_INVALID', place, `it does not say what "${verb}" hits`, 'add "operation", e.g. createDataQuery');

/** A refusal of one interface would never come from another. */
const checkRow = (row: RefusalName, operation: OperationName, place: string): void => {
  const known = refusalsOf[operations[operation].host];
  if (known.includes(row)) return;
  const hint = known.length === 0 ? 'give a status, e.g. 503' : `give a status, or one of: ${known.join(', ')}`;
  throw new Misuse('SCENARIO_INVALID', place, `"${row}" is no refusal of ${operation}`, hint);
};

const completeConsole = (cast: Cast, action: ConsoleStep): Action => {
  if (action.do === 'createProfile') {
    checkNewName(cast, action.application);
    return action;
  }
  const application = applicationOf(cast, action.application);
  if (action.do === 'disableScope') checkAnyScope(cast, action.scope);
  return { ...action, application };
};

const completeDeed = (cast: Cast, action: Acting): Action => {
  switch (action.do) {
    case 'expireStoreToken':
    case 'revokeStoreToken':
    case 'endFault':
    case 'regionUp':
      return action;
    case 'beginFault':
      return { do: action.do, fault: action.fault, ...lengthOf(action.for) };
    case 'regionDown':
      return { do: action.do, region: action.region, failure: outageOf(action.fails), ...lengthOf(action.for) };
    case 'blankToken':
      return { do: action.do, customer: customerOf(cast, action), lacks: action.lacks };
    case 'garbleToken':
      return { do: action.do, customer: customerOf(cast, action), garbles: action.garbles };
    case 'holdAccount':
    case 'releaseAccount':
      return { do: action.do, customer: customerOf(cast, action) };
    case 'finishCollection':
      return { do: action.do, ...scopeOf(cast, action) };
    case 'expireToken':
    case 'revokeToken':
      return { do: action.do, customer: customerOf(cast, action), ...holderOf(cast, action) };
    case 'revokeConsent':
    case 'expireConsent':
      return {
        do: action.do,
        ...scopeOf(cast, action),
        ...holderOf(cast, action),
      };
    case 'grantConsent':
      return {
        do: action.do,
        ...scopeOf(cast, action),
        ...holderOf(cast, action),
        ...lengthOf(action.for),
      };
    default:
      return action satisfies never;
  }
};

const outageOf = (fails: RegionFailure): Outage =>
  fails.kind === 'connection' ? { kind: 'connection', fault: completeFault(fails.fault) } : fails;

const lengthOf = (length: string | undefined): { readonly for?: number } =>
  length === undefined ? {} : { for: ms(length) };

const customerOf = ({ world, place }: Cast, { customer }: { readonly customer?: string }): string => {
  const known = [...new Set([...world.holdings.values()].map(({ customerId }) => customerId))];
  const name = customer ?? known[0] ?? '';
  if (known.includes(name)) return name;
  throw new Misuse('UNKNOWN_CUSTOMER', place, `there is no customer "${name}"`, suggest(name, known));
};

const scopeOf = (
  cast: Cast,
  action: { readonly customer?: string; readonly scope?: string },
): { readonly customer: string; readonly scope?: string } => {
  const customer = customerOf(cast, action);
  const { scope } = action;
  if (scope === undefined) return { customer };
  const { world, place } = cast;
  const known = [...world.holdings.values()]
    .filter(({ customerId }) => customerId === customer)
    .map((one) => one.scope);
  if (known.includes(scope)) return { customer, scope };
  throw new Misuse('UNKNOWN_SCOPE', place, `${customer} has no scope "${scope}"`, suggest(scope, known));
};

const checkAnyScope = ({ world, announced, place }: Cast, scope: string): void => {
  const known = [...world.scopes, ...announced.scopes];
  if (known.includes(scope)) return;
  throw new Misuse('UNKNOWN_SCOPE', place, `there is no scope "${scope}"`, suggest(scope, known));
};

const holderOf = (cast: Cast, { application }: { readonly application?: string }): { readonly application?: string } =>
  application === undefined ? {} : { application: applicationOf(cast, application) };

/** Without a name the first application is meant, which stays the first when its profile is deleted. */
const applicationOf = ({ world, announced, place }: Cast, written: string | undefined): string => {
  const known = [...world.applications.keys(), ...announced.profiles];
  const name = written ?? world.settings.applications[0]?.clientId ?? '';
  if (known.includes(name)) return name;
  throw new Misuse('UNKNOWN_APPLICATION', place, `there is no application "${name}"`, suggest(name, known));
};

const checkNewName = ({ world, announced, place }: Cast, name: string): void => {
  const taken = world.applications.has(name) || announced.profiles.has(name);
  if (!taken || announced.deleted.has(name)) return;
  const hint = 'give the new profile a name of its own, or delete the other first';
  throw new Misuse('SCENARIO_INVALID', place, `there is an application "${name}" already`, hint);
};
