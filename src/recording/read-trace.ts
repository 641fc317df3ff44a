import type { LimitChoices } from '../language/ast.ts';
import { readSetting } from '../language/settings.ts';
import { type AssumptionId, checkAssumption } from '../spec/assumptions.ts';
import { baseAddresses } from '../spec/hosts.ts';
import { exchangeFaultNames, notificationFaults } from '../spec/faults.ts';
import { operationNames } from '../spec/routes.ts';
import { queryStates } from '../spec/transitions.ts';
import type { Entry, EntryOf } from '../trace/entry.ts';
import { refuse } from '../misuse.ts';
import {
  type Check,
  counts,
  date,
  fields,
  listOf,
  oneOf,
  optional,
  plain,
  sinceTheBeginning,
  texts,
} from './checks.ts';
import { checkTree, type Field, fieldOf, isRegion, readFields, readNumber, readText } from './data.ts';
import { readOldEntry } from './old-entries.ts';

/** JSON lines as a simulation writes them. Throws Misuse BAD_OPTION with the line that is wrong. */
export const readTrace = (text: string, place: string): readonly Entry[] =>
  text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, `${place}:${index + 1}`)]));

const readLine = (line: string, place: string): Entry => {
  const value = parseLine(line, place);
  checkTree(value, place);
  return readEntry({ value: readOldEntry(value), place });
};

const parseLine = (line: string, place: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    throw refuse(place, 'this line is not JSON', 'a trace has one JSON object a line');
  }
};

const region: Check = (field) => {
  if (!isRegion(field.value)) throw refuse(field.place, 'this is no region', 'as "eu-west-1"');
};

const operation = oneOf('operation', operationNames, ['unknown']);
const queryState = oneOf('state of a query', queryStates);

const dues = ['collectionEnds', 'notification', 'consentEnds', 'step'] as const satisfies EntryOf<'due'>['what'][];

const consenting = { application: readText, customer: readText, scope: readText };
const plainHosts = Object.fromEntries(
  baseAddresses.flatMap(({ name, region: of }) => (of === undefined ? [[name, readText]] : [])),
);

const token = fields({
  token: readText,
  refreshToken: optional(readText),
  application: readText,
  customer: optional(readText),
  scope: optional(readText),
  store: optional(readText),
  expiresAt: readNumber,
  lacks: optional(listOf(readText)),
});

const decided: Check = (field) => {
  for (const [id, value] of Object.entries(readFields(field).value as object)) {
    const problem = checkAssumption(id as AssumptionId, value);
    if (problem !== undefined) throw refuse(field.place, problem, 'stunt-double list assumptions names them');
  }
};

const limits: Check = ({ value, place }) => readSetting('limits', value as LimitChoices, place);

const world = fields({
  assumptions: optional(decided),
  limits: optional(limits),
  latency: optional(readText),
  clockSkew: optional(readNumber),
  hosts: fields({ ...plainHosts, regions: texts }),
  applications: listOf(
    fields({ id: readText, secret: readText, attached: listOf(readText), scopes: listOf(readText) }),
  ),
  scopes: listOf(readText),
  holdings: listOf(fields({ customer: readText, scope: readText, records: readNumber, notifiedAfter: readNumber })),
  onHold: optional(listOf(readText)),
  consents: listOf(fields({ ...consenting, state: readText, until: optional(readNumber) })),
  tokens: listOf(token),
  queries: optional(
    listOf(
      fields({
        ...consenting,
        query: readText,
        region,
        state: readText,
        sentAt: optional(readNumber),
        acceptedAt: optional(readNumber),
      }),
    ),
  ),
});

const faultOf =
  (names: readonly string[]): Check =>
  (field) => {
    fields({ name: oneOf('fault', names) })(field);
    plain(field);
  };

const exchangeFault = faultOf(exchangeFaultNames);
const failure: Check = (field) => {
  const kind = readText(fieldOf(readFields(field), 'kind'));
  if (kind === 'connection') exchangeFault(fieldOf(field, 'fault'));
};

const ofActions: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  fail: { failure },
  regionDown: { failure },
  fault: { fault: exchangeFault },
};

const action: Check = (field) => {
  const named = { customer: optional(readText), application: optional(readText), scope: optional(readText) };
  const verb = readText(fieldOf(readFields(field), 'do'));
  fields({ ...named, for: optional(readNumber), ...(Object.hasOwn(ofActions, verb) && ofActions[verb]) })(field);
  plain(field);
};

/** What the rules rely on, for every kind there is. */
const kinds: Readonly<Record<Entry['kind'], Readonly<Record<string, Check>>>> = {
  began: { epoch: date, seed: readNumber, world: optional(world) },
  authorized: { ...consenting, code: readText, token: optional(token) },
  request: {
    exchange: readNumber,
    operation,
    region: optional(region),
    request: fields({ method: readText, url: readText, headers: texts, body: readText }),
  },
  answer: {
    exchange: readNumber,
    answer: fields({ status: readNumber, headers: texts, body: readText }),
    section: readText,
    row: optional(readText),
    rememberedSince: optional(readNumber),
    usage: optional(counts),
    saw: optional(readText),
    leaned: listOf(readText),
    leftover: optional(readText),
    decided: optional(fields({ at: readNumber, entries: readNumber })),
  },
  hungUp: { exchange: readNumber },
  fault: { exchange: readNumber, fault: exchangeFault },
  arrived: { exchange: readNumber },
  transition: {
    by: optional(readNumber),
    query: readText,
    customer: readText,
    scope: readText,
    from: queryState,
    to: queryState,
  },
  notification: {
    notification: readNumber,
    query: readText,
    application: optional(readText),
    status: readText,
    region,
    body: readText,
  },
  notificationFault: {
    notification: readNumber,
    fault: faultOf(Object.values(notificationFaults).map(({ traced }) => traced)),
  },
  delivered: { notification: readNumber, status: readNumber, why: optional(readText), endpoint: optional(region) },
  undelivered: { notification: readNumber, why: readText, endpoint: optional(region) },
  action: { action, place: readText },
  due: { what: oneOf('thing to come', dues), of: readText },
  dropped: { entries: readNumber },
  slept: { duration: readNumber, place: readText },
  ended: { outcome: readText, error: optional(readText), told: optional(fields({ unread: optional(readText) })) },
};

const readEntry = (field: Field): Entry => {
  sinceTheBeginning(fieldOf(readFields(field), 'at'));
  const kind = fieldOf(field, 'kind');
  const name = readText(kind);
  if (!Object.hasOwn(kinds, name))
    throw refuse(kind.place, `"${name.slice(0, 40)}" is no entry of a trace`, 'update stunt-double');
  fields(kinds[name as Entry['kind']])(field);
  return field.value as Entry;
};
