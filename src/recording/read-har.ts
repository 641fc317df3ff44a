import type { WireRequest } from '../core/wire.ts';
import { refuse } from '../misuse.ts';
import {
  checkTree,
  type Field,
  fieldOf,
  isAbsent,
  isRegion,
  readFields,
  readList,
  readNumber,
  readText,
} from './data.ts';
import type { RecordedExchange, RecordedAnswer } from './recorded-exchange.ts';
import { readUrl } from '../spec/read-url.ts';

const mostEntries = 100_000;

/** The exchanges of a HAR 1.2 in the order in which they were sent, as browsers, proxies and we ourselves write it. Throws Misuse BAD_OPTION with the place in it. */
export const readHar = (har: unknown, place: string) => {
  checkTree(har, place);
  const log = readFields(fieldOf({ value: har, place }, 'log'));
  const entries = readList(fieldOf(log, 'entries'));
  if (entries.length > mostEntries)
    throw refuse(`${place}.log.entries`, `it has ${entries.length} entries`, `${mostEntries} are read at most`);
  const endpoint = fieldOf(log, '_endpoint');
  const dropped = fieldOf(log, '_dropped');
  return {
    all: entries.flatMap(readEntry).sort((one, other) => one.at - other.at),
    hosts: fieldOf(log, '_hosts'),
    endpoint: isAbsent(endpoint) ? undefined : readText(endpoint),
    dropped: isAbsent(dropped) ? 0 : readNumber(dropped),
  };
};

/** Nothing where it is no HTTP: browsers also write down `data:`, `blob:` and sockets. */
const readEntry = (entry: Field): readonly RecordedExchange[] => {
  const request = readRequest(readFields(fieldOf(readFields(entry), 'request')));
  if (!/^https?:/i.test(request.url)) return [];
  const response = fieldOf(entry, 'response');
  const answer = isAbsent(response) ? undefined : readAnswer(readFields(response));
  const error = fieldOf(response, '_error').value;
  const region = fieldOf(entry, '_region').value;
  const notification = fieldOf(entry, '_notification').value;
  return [
    {
      at: readInstant(fieldOf(entry, 'startedDateTime')),
      duration: readDuration(entry),
      request,
      ...(answer !== undefined && { answer }),
      ...(typeof error === 'string' && { error }),
      ...(isRegion(region) && { region }),
      ...(Number.isSafeInteger(notification) && { notification: notification as number }),
      ...(fieldOf(entry, '_injected').value === true && { injected: true }),
    },
  ];
};

const readInstant = (field: Field): number => {
  const instant = Date.parse(readText(field));
  if (!Number.isNaN(instant)) return instant;
  throw refuse(field.place, 'this is no time', 'write it as "2024-02-29T12:00:00.000Z"');
};

/** Rounded up, so that an answer is never taken for earlier than it was. */
const readDuration = (entry: Field): number => {
  const time = fieldOf(entry, 'time');
  const timings = fieldOf(entry, 'timings');
  const all = isAbsent(time)
    ? Object.keys(isAbsent(timings) ? {} : (readFields(timings).value as object))
        .filter((name) => ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'].includes(name))
        .map((name) => readNumber(fieldOf(timings, name)))
    : [readNumber(time)];
  return Math.ceil(all.reduce((sum, part) => sum + Math.max(0, part), 0));
};

const readRequest = (request: Field): WireRequest => {
  const method = fieldOf(request, 'method');
  if (!/^[!#$%&'*+.^_`|~\w-]{1,40}$/.test(readText(method)))
    throw refuse(method.place, 'this is no method', 'as "GET"');
  const url = fieldOf(request, 'url');
  if (readUrl(readText(url)) === undefined)
    throw refuse(url.place, 'this is no absolute address', 'as "https://host/path"');
  return {
    method: readText(method).toUpperCase(),
    url: readText(url),
    headers: readHeaders(fieldOf(request, 'headers')),
    body: readPostData(fieldOf(request, 'postData')),
  };
};

/** Equal names are joined, as HTTP has it; `:authority` and its like are none. (RFC 9110 section 5.3) */
const readHeaders = (list: Field): Readonly<Record<string, string>> => {
  const headers = new Map<string, string>();
  for (const pair of isAbsent(list) ? [] : readList(list)) {
    const name = readText(fieldOf(readFields(pair), 'name')).toLowerCase();
    const value = readText(fieldOf(pair, 'value'));
    if (name.startsWith(':')) continue;
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
};

const readPostData = (data: Field): string => {
  if (isAbsent(data)) return '';
  const text = fieldOf(readFields(data), 'text');
  if (!isAbsent(text)) return decode(text, fieldOf(data, 'encoding'));
  const params = fieldOf(data, 'params');
  const pairs = isAbsent(params) ? [] : readList(params);
  const form = new URLSearchParams();
  for (const pair of pairs) {
    const value = fieldOf(pair, 'value');
    form.append(readText(fieldOf(readFields(pair), 'name')), isAbsent(value) ? '' : readText(value));
  }
  return form.toString();
};

const readAnswer = (response: Field): RecordedAnswer | undefined => {
  const field = fieldOf(response, 'status');
  const status = readNumber(field);
  if (!Number.isInteger(status) || status < 0 || status > 999) throw refuse(field.place, 'this is no status', 'as 200');
  if (status === 0) return undefined;
  const content = fieldOf(response, 'content');
  return {
    status,
    headers: readHeaders(fieldOf(response, 'headers')),
    body: isAbsent(content) ? undefined : readContent(readFields(content)),
  };
};

const readContent = (content: Field): string | undefined => {
  const text = fieldOf(content, 'text');
  if (!isAbsent(text)) return decode(text, fieldOf(content, 'encoding'));
  return fieldOf(content, 'size').value === 0 ? '' : undefined;
};

const decode = (field: Field, encoding: Field): string => {
  const text = readText(field);
  if (isAbsent(encoding) || readText(encoding) === '') return text;
  if (readText(encoding) !== 'base64') throw refuse(encoding.place, 'this encoding is not known', 'use "base64"');
  if (/^[A-Za-z0-9+/_\s-]*={0,2}\s*$/.test(text)) return Buffer.from(text, 'base64').toString('utf8');
  throw refuse(field.place, 'this is not base64', 'export the recording again');
};
