import type { Action, Outage } from '../core/action.ts';
import type { World } from '../core/world.ts';
import type { Follower, StepAction, Trigger, Where } from '../language/ast.ts';
import type { FieldKind, Named, RegionFailure } from '../language/field-kinds.ts';
import { customersOf, unknownApplication, unknownCustomer } from '../language/strangers.ts';
import { rowOf, type VerbName } from '../language/verbs.ts';
import { Misuse } from '../misuse.ts';
import type { ExchangeFault } from '../core/wire.ts';
import { type ExchangeFaultName, exchangeFaultRow } from '../spec/faults.ts';
import { suggest } from '../nearest.ts';
import { type RefusalName, refusalsOf } from '../spec/refusals.ts';
import { type OperationName, operations } from '../spec/routes.ts';
import { type Duration, ms } from '../spec/time.ts';

/*
 * From an action as it is written to what the service is told: who is named is found, what is left out is filled in,
 * lengths of time become milliseconds. All of it follows from the kinds of a verb's fields; a verb has no code here.
 */

/** What the service knows. What it does not is no action of this type: the compiler says so where steps are performed. */
type ForService = Extract<StepAction, { readonly do: Action['do'] }>;

/** What steps that were read before, and have yet to happen, do to the names in the world. */
export interface Announced {
  /** Applications that will be created, and those that will be gone. */
  readonly profiles: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
  readonly scopes: ReadonlySet<string>;
}

export const announceNothing: Announced = { profiles: new Set(), deleted: new Set(), scopes: new Set() };

type Values = Readonly<Record<string, unknown>>;

interface Lookup {
  readonly world: World;
  readonly announced: Announced;
  readonly place: string;
  readonly values: Values;
  /** What is hit, where the action is a fault that hits requests. */
  readonly operation: OperationName | undefined;
}

/** `announced` are names that steps read before will bring into the world. Throws Misuse. */
export const resolveAction = (
  world: World,
  { trigger, action, place }: Follower & { readonly action: ForService },
  announced: Announced = announceNothing,
): Action => {
  const { fields, hits } = rowOf(action.do);
  const values: Values = { ...action };
  const operation = hits === 'request' ? operationOf(action.do, values, trigger, place) : undefined;
  const lookup: Lookup = { world, announced, place, values, operation };
  const resolved: Record<string, unknown> = { do: action.do, ...(operation !== undefined && { operation }) };
  for (const [name, { kind, atService = name }] of Object.entries(fields)) {
    // How long a fault lasts is told with the first that it hits. (`lasting-faults.ts`)
    if (name === 'operation' || (name === 'for' && hits !== undefined)) continue;
    const value = resolve(lookup, kind, values[name]);
    if (value !== undefined) resolved[atService] = value;
  }
  if (action.do === 'fault') {
    const { by: _by, pieces: _pieces, ...rest } = resolved;
    return { ...rest, fault: completeFault(action.fault, action) } as unknown as Action;
  }
  // By the table it has the fields that the service expects of this verb.
  return resolved as unknown as Action;
};

/** What ends an action that lasts, where the service does not end it by itself, and how much later, if that was said. */
export const endOf = (
  action: ForService,
  acted: Action,
): { readonly after: number | undefined; readonly action: Action } | undefined => {
  const { endedBy } = rowOf(action.do);
  if (endedBy === undefined) return undefined;
  const fields = Object.entries(acted).filter(([name]) => name in rowOf(endedBy).fields);
  const length = 'for' in action ? action.for : undefined;
  return {
    after: length === undefined ? length : ms(length),
    action: { do: endedBy, ...Object.fromEntries(fields) } as unknown as Action,
  };
};

/** With what one more action will do. */
export const announce = (before: Announced, action: Action): Announced => {
  let after = before;
  const values: Values = { ...action };
  for (const [field, { kind }] of Object.entries(rowOf(action.do).fields)) {
    const name = values[field];
    if (kind.shape === 'name' && typeof name === 'string') after = rules[kind.names].announce?.(after, name) ?? after;
  }
  return after;
};

/** Whether a filter names anybody: one that never lets anything pass would not be noticed. Throws Misuse. */
export const checkWhere = (world: World, where: Where | undefined, announced: Announced, place: string): void => {
  const { customer, scope, application } = where ?? {};
  const lookup: Lookup = { world, announced, place, values: { ...where }, operation: undefined };
  if (customer !== undefined) findCustomer(lookup, customer);
  if (scope !== undefined) (customer === undefined ? findAnyScope : findScope)(lookup, scope);
  if (application !== undefined) findApplication(lookup, application);
};

const resolve = (lookup: Lookup, kind: FieldKind, value: unknown): unknown => {
  if (kind.shape === 'name') return rules[kind.names].find(lookup, value as string | undefined);
  if (value === undefined) return undefined;
  switch (kind.shape) {
    case 'word':
    case 'count':
      return value;
    case 'duration':
      return ms(value as Duration);
    case 'failure':
      return checkFailure(lookup, value as RegionFailure);
    case 'outage':
      return outageOf(value as RegionFailure);
    default:
      return kind satisfies never;
  }
};

const operationOf = (verb: VerbName, { operation }: Values, trigger: Trigger, place: string): OperationName => {
  const hit = (operation as OperationName | undefined) ?? (trigger.kind === 'on' ? trigger.exchange : undefined);
  if (hit !== undefined && hit !== 'notification') return hit;
  const what = `it does not say what "${verb}" hits`;
  throw new Misuse('SCENARIO_INVALID', place, what, 'add "operation", e.g. createDataQuery');
};

/** A refusal of one interface would never come from another. */
const checkFailure = ({ operation, place }: Lookup, failure: RegionFailure): RegionFailure => {
  if (failure.kind !== 'row' || operation === undefined) return failure;
  const known: readonly RefusalName[] = refusalsOf[operations[operation].host];
  if (known.includes(failure.row)) return failure;
  const hint = known.length === 0 ? 'give a status, e.g. 503' : `give a status, or one of: ${known.join(', ')}`;
  throw new Misuse('SCENARIO_INVALID', place, `"${failure.row}" is no refusal of ${operation}`, hint);
};

/** The fault with what its row says where nothing else is said. */
const completeFault = <Name extends ExchangeFaultName>(
  name: Name,
  chosen: { readonly by?: Duration; readonly pieces?: number } = {},
): ExchangeFault<Name> => {
  const row = exchangeFaultRow(name);
  const by = chosen.by ?? row.by;
  const pieces = chosen.pieces ?? row.pieces;
  return { name, ...(by !== undefined && { by: ms(by) }), ...(pieces !== undefined && { pieces }) };
};

const outageOf = (failure: RegionFailure): Outage =>
  failure.kind === 'connection' ? { kind: 'connection', fault: completeFault(failure.fault) } : failure;

const findCustomer = ({ world, place }: Lookup, customer: string | undefined): string => {
  const name = customer ?? world.settings.holdings[0]?.customerId ?? '';
  for (const { customerId } of world.holdings.values()) if (customerId === name) return name;
  throw unknownCustomer(place, name, customersOf(world.holdings.values()));
};

const findScope = (lookup: Lookup, scope: string): string => {
  const { world, place, values } = lookup;
  const customer = findCustomer(lookup, values['customer'] as string | undefined);
  const known = [...world.holdings.values()]
    .filter(({ customerId }) => customerId === customer)
    .map((one) => one.scope);
  if (known.includes(scope)) return scope;
  throw new Misuse('UNKNOWN_SCOPE', place, `${customer} has no scope "${scope}"`, suggest(scope, known));
};

const findAnyScope = ({ world, announced, place }: Lookup, scope = ''): string => {
  const known = [...world.scopes, ...announced.scopes];
  if (known.includes(scope)) return scope;
  throw new Misuse('UNKNOWN_SCOPE', place, `there is no scope "${scope}"`, suggest(scope, known));
};

/** Without a name the first application is meant, which stays the first when its profile is deleted. */
const findApplication = ({ world, announced, place }: Lookup, written: string | undefined): string => {
  const known = [...world.applications.keys(), ...announced.profiles];
  const name = written ?? world.settings.applications[0]?.clientId ?? '';
  if (known.includes(name)) return name;
  throw unknownApplication(place, name, known);
};

const checkNewName = ({ world, announced, place }: Lookup, name = ''): string => {
  const taken = world.applications.has(name) || announced.profiles.has(name);
  if (!taken || announced.deleted.has(name)) return name;
  const hint = 'give the new profile a name of its own, or delete the other first';
  throw new Misuse('SCENARIO_INVALID', place, `there is an application "${name}" already`, hint);
};

interface NameRule {
  /** The name that is meant; undefined where none means all of them. */
  readonly find: (lookup: Lookup, name: string | undefined) => string | undefined;
  readonly announce?: (before: Announced, name: string) => Announced;
}

const rules: Readonly<Record<Named, NameRule>> = {
  customer: { find: findCustomer },
  scopeOfCustomer: { find: (lookup, name) => (name === undefined ? undefined : findScope(lookup, name)) },
  newScope: {
    find: (_, name) => name,
    announce: (before, name) => ({ ...before, scopes: new Set([...before.scopes, name]) }),
  },
  knownScope: { find: findAnyScope },
  application: { find: findApplication },
  applicationToDelete: {
    find: findApplication,
    announce: (before, name) => ({ ...before, deleted: new Set([...before.deleted, name]) }),
  },
  applicationIfAny: { find: (lookup, name) => (name === undefined ? undefined : findApplication(lookup, name)) },
  newApplication: {
    find: checkNewName,
    announce: (before, name) => ({ ...before, profiles: new Set([...before.profiles, name]) }),
  },
};
