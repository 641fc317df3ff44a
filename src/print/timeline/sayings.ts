import type { Action } from '../../core/action.ts';
import type { Entry } from '../../trace/entry.ts';
import { sayEnd } from '../../trace/say-end.ts';
import { nameRequest } from '../../trace/say-request.ts';
import type { Lane } from './row.ts';
import { showTime } from './row.ts';
import { notificationFaults } from '../../spec/faults.ts';

/** Of whom there is more than one, so that it has to be said who is meant. */
export interface Several {
  readonly customers: boolean;
  readonly applications: boolean;
}

/** What an entry of the trace says in its lane, in a few words. Undefined for what other entries tell already. */
export const sayEntry = (entry: Entry, several: Several): readonly [Lane, string] | undefined => {
  switch (entry.kind) {
    case 'began':
      return undefined;
    case 'authorized':
      return ['customer', `authorizes ${entry.application} for ${entry.scope}`];
    case 'request':
      return ['client', nameRequest(entry)];
    case 'answer':
      return ['service', sayAnswer(entry)];
    case 'hungUp':
      return ['client', 'hangs up'];
    case 'fault':
      return ['network', entry.fault.name];
    case 'arrived':
      return ['network', 'the answer arrives'];
    case 'transition': {
      const because = entry.because === undefined ? '' : ` (${entry.because})`;
      return ['service', `${sayQuery(entry.query)} ${states[entry.to]}${because}`];
    }
    case 'notification': {
      const whose = several.applications && entry.application !== undefined ? ` for ${entry.application}` : '';
      return ['service', `notification ${entry.notification}${whose} ${entry.status}`];
    }
    case 'notificationFault':
      return ['network', `notification ${entry.notification} ${entry.fault.name}`];
    case 'delivered': {
      const why = entry.why === undefined ? '' : `: ${entry.why}`;
      const where = entry.endpoint === undefined ? '' : ` in ${entry.endpoint}`;
      return ['client', `notification ${entry.notification}: ${entry.status}${where}${why}`];
    }
    case 'undelivered':
      return ['client', `notification ${entry.notification} not taken: ${entry.why}`];
    case 'action':
      return [laneOf(entry.action), sayAction(entry.action, several.customers)];
    case 'due':
      return entry.what === 'consentEnds' ? ['customer', 'consent ends'] : undefined;
    case 'dropped':
      return ['service', `${entry.entries} entries that stood here are not kept`];
    case 'slept':
      return ['client', `has slept ${showTime(entry.duration)}`];
    case 'ended':
      return ['client', sayEnd(entry)];
    default:
      return entry satisfies never;
  }
};

/** Ids are long; four digits tell the few of one run apart. */
export const sayQuery = (id: string): string => `query ${id.slice(0, 4)}`;

const states = { inProgress: 'begun', completed: 'completed', canceled: 'canceled' } as const;

const sayAnswer = ({ answer, row, injected, rememberedSince }: Extract<Entry, { kind: 'answer' }>): string =>
  [
    String(answer.status),
    ...(row === undefined ? [] : [row]),
    ...(injected === true ? ['(injected)'] : []),
    ...(rememberedSince === undefined ? [] : ['(remembered)']),
  ].join(' ');

/** The verb as scenarios write it, and what it is about: `fail integrationTimeout listDataQueryRecords`. */
const sayAction = ({ do: verb, ...about }: Action, areSeveral: boolean): string => {
  // What it does tells more than to whom, and may be all that there is room for.
  const {
    operation,
    customer,
    only: _only,
    for: length,
    ...rest
  } = about as { operation?: string; customer?: string; only?: number; for?: number };
  const whom = areSeveral && customer !== undefined ? [customer] : [];
  return [
    verb,
    ...whom,
    ...sayFields(rest),
    ...(operation === undefined ? [] : [operation]),
    ...(length === undefined ? [] : [`for ${showTime(length)}`]),
  ].join(' ');
};

const sayFields = (fields: object): readonly string[] =>
  Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return sayFields(value);
    if (name === 'kind' || (name === 'times' && (value === 1 || value === Number.MAX_SAFE_INTEGER))) return [];
    if (typeof value !== 'number') return [String(value)];
    if (name === 'by') return value === 0 ? [] : [`${name} ${showTime(value)}`];
    return name === 'status' ? [String(value)] : [`${value} ${name}`];
  });

/** The developer's console and what breaks inside stand with the service, that which the customer did with him. */
const laneOf = ({ do: verb }: Action): Lane => {
  if (/consent|account/i.test(verb)) return 'customer';
  return verb === 'fault' || Object.hasOwn(notificationFaults, verb) ? 'network' : 'service';
};
