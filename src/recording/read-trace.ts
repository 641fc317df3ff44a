import type { LimitChoices } from '../language/ast.ts';
import { readSetting } from '../language/settings.ts';
import { suggest } from '../nearest.ts';
import { type AssumptionId, checkAssumption } from '../spec/assumptions.ts';
import { baseAddresses } from '../spec/hosts.ts';
import { operationNames } from '../spec/routes.ts';
import type { Entry } from '../trace/entry.ts';
import { refuse } from '../misuse.ts';
import { checkTree, type Field, fieldOf, isRegion, readFields, readList, readNumber, readText } from './data.ts';
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

type Check = (field: Field) => unknown;

const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (field) => {
    readFields(field);
    for (const [key, check] of Object.entries(checks)) check(fieldOf(field, key));
  };

const listOf =
  (check: Check): Check =>
  (field) => {
    for (const item of readList(field)) check(item);
  };

const optional =
  (check: Check): Check =>
  (field) =>
    field.value === undefined ? undefined : check(field);

const texts: Check = (field) => {
  for (const key of Object.keys(readFields(field).value as object)) readText(fieldOf(field, key));
};

const region: Check = (field) => {
  if (!isRegion(field.value)) throw refuse(field.place, 'this is no region', 'as "eu-west-1"');
};

const operation: Check = (field) => {
  const name = readText(field);
  if (name !== 'unknown' && !operationNames.some((known) => known === name))
    throw refuse(field.place, `"${name.slice(0, 40)}" is no operation`, suggest(name, operationNames));
};

/** Fields that say what they are by words and numbers, whatever they are called; none is called as what any object has. */
const plain: Check = ({ value, place }) => {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    if (key in Object.prototype) throw refuse(place, `"${key}" is no field of it`, 'export the recording again');
    plain({ value: (value as Record<string, unknown>)[key], place: `${place}.${key}` });
  }
};

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

const fault: Check = (field) => {
  fields({ name: readText })(field);
  plain(field);
};

const action: Check = (field) => {
  const named = { customer: optional(readText), application: optional(readText), scope: optional(readText) };
  fields({ do: readText, ...named, for: optional(readNumber) })(field);
  plain(field);
};

/** What the rules rely on, for every kind there is. */
const kinds: Readonly<Record<Entry['kind'], Readonly<Record<string, Check>>>> = {
  began: { epoch: readText, seed: readNumber, world: optional(world) },
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
    usage: optional(plain),
    saw: optional(readText),
    leaned: listOf(readText),
    leftover: optional(readText),
    decided: optional(fields({ at: readNumber, entries: readNumber })),
  },
  hungUp: { exchange: readNumber },
  fault: { exchange: readNumber, fault },
  arrived: { exchange: readNumber },
  transition: {
    by: optional(readNumber),
    query: readText,
    customer: readText,
    scope: readText,
    from: readText,
    to: readText,
  },
  notification: {
    notification: readNumber,
    query: readText,
    application: optional(readText),
    status: readText,
    region,
    body: readText,
  },
  notificationFault: { notification: readNumber, fault },
  delivered: { notification: readNumber, status: readNumber, why: optional(readText), endpoint: optional(region) },
  undelivered: { notification: readNumber, why: readText, endpoint: optional(region) },
  action: { action, place: readText },
  due: { what: readText, of: readText },
  dropped: { entries: readNumber },
  slept: { duration: readNumber, place: readText },
  ended: { outcome: readText, error: optional(readText), told: optional(fields({ unread: optional(readText) })) },
};

const readEntry = (field: Field): Entry => {
  readNumber(fieldOf(readFields(field), 'at'));
  const kind = fieldOf(field, 'kind');
  const name = readText(kind);
  if (!Object.hasOwn(kinds, name))
    throw refuse(kind.place, `"${name.slice(0, 40)}" is no entry of a trace`, 'update stunt-double');
  fields(kinds[name as Entry['kind']])(field);
  return field.value as Entry;
};
