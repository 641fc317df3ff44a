import { namesOf } from '../spec/names-of.ts';
import type { Count, Expected, MailShape } from '../language/ast.ts';
import { isCounted, showCount, showMatching } from '../language/expected.ts';
import type { Observations } from './observations.ts';
import type { Finding } from './findings.ts';
import { show } from '../language/show.ts';
import { matches } from './matches.ts';

/** Judges what there is in the end: records, e-mails, queries. */
export const judgeEnd = (expect: Expected, observations: Observations, place: string): readonly Finding[] => {
  const { arrived, mails, queries = {} } = expect;
  return [
    ...(arrived === undefined ? [] : judgeArrived(arrived, observations.arrived, `${place}.arrived`)),
    ...(mails === undefined ? [] : judgeMails(mails, observations.mails, `${place}.mails`)),
    ...namesOf(queries).flatMap((state) =>
      judgeCount(
        `queries that are ${state} in the end`,
        queries[state],
        observations.queries[state],
        `${place}.queries.${state}`,
      ),
    ),
  ];
};

const judgeCount = (what: string, wanted: Count | undefined, found: number, place: string): readonly Finding[] => {
  if (wanted === undefined || isCounted(wanted, found)) return [];
  return [{ claim: `${what}: ${showCount(wanted)}`, found: found === 0 ? 'none' : String(found), place }];
};

const judgeArrived = (
  wanted: NonNullable<Expected['arrived']>,
  arrived: Observations['arrived'],
  place: string,
): readonly Finding[] => {
  if (!('byCustomer' in wanted)) {
    const all = Object.values(arrived).reduce((sum, count) => sum + count, 0);
    return judgeCount('records that arrive whole', wanted, all, place);
  }
  return Object.entries(wanted.byCustomer).flatMap(([customer, count]) =>
    judgeCount(`records of ${customer} that arrive whole`, count, arrived[customer] ?? 0, `${place}.${customer}`),
  );
};

const judgeMails = (
  wanted: NonNullable<Expected['mails']>,
  sent: Observations['mails'],
  place: string,
): readonly Finding[] => {
  const count = isList(wanted) ? { atLeast: wanted.length, atMost: wanted.length } : wanted;
  const miscounted = judgeCount('e-mails that are accepted', count, sent.length, place);
  if (!isList(wanted) || miscounted.length > 0) return miscounted;
  return wanted.flatMap((shape, index) => judgeMail(shape, sent[index], `${place}[${index}]`));
};

const isList = (value: Count | readonly MailShape[]): value is readonly MailShape[] => Array.isArray(value);

const judgeMail = (
  shape: MailShape,
  mail: Observations['mails'][number] | undefined,
  place: string,
): readonly Finding[] =>
  namesOf(shape).flatMap((field) => {
    const wanted = shape[field] ?? '';
    const found = mail?.[field] ?? '';
    const isMet = field === 'content' ? matches(wanted, found) : wanted === found;
    if (isMet === true) return [];
    const how = field === 'content' ? `matches ${showMatching(wanted)}` : `is ${show(wanted)}`;
    const claim = `"${field}" of the e-mail ${how}`;
    return [{ claim, found: isMet === false ? `it is ${show(found)}` : isMet, place: `${place}.${field}` }];
  });
