import {
  type ExchangeFaultName,
  exchangeFaultNames,
  exchangeFaultRow,
  type FaultName,
  faultNames,
  faultRow,
  faults,
  type FaultPlace,
  type Retry,
  type Seen,
  serviceFaultNames,
} from '../../spec/faults.ts';
import { verbs } from '../../language/verbs.ts';
import type { TopicRow } from './topic.ts';

const places: Readonly<Record<FaultPlace, string>> = {
  connection: 'on the connection: nothing reaches the service',
  answer: 'on the way of the answer: the service has acted',
  notification: 'on the way of a notification: the service has sent it',
  service: 'inside the service',
  token: 'to a token',
  consent: "to a customer's consent",
  account: 'to the account of a customer',
  region: 'to a region of interface C',
  console: 'in the console',
};

const sights: Readonly<Record<Seen, string>> = {
  nothing: 'nothing, for as long as it waits',
  error: 'an error of the connection',
  end: 'the end of the connection, in good order',
  redirect: 'a redirect in place of an answer',
  part: 'half of the body',
  'another body': 'another body than the service has sent',
  pieces: 'all of it, piece by piece',
  late: 'all of it, late',
  whole: 'the answer, as if nothing had happened',
  copies: 'several copies of it',
  refusal: 'a refusal',
};

const retries: Readonly<Record<Retry, string>> = {
  owed: 'yes, it leads on',
  futile: 'no, nothing more is to be had',
  open: 'the document leaves it open',
};

const isOneOf = <Name extends FaultName>(names: readonly Name[], name: FaultName): name is Name =>
  names.some((one) => one === name);

const lengthsOf = (name: ExchangeFaultName): TopicRow['facts'] => {
  const { by, pieces } = exchangeFaultRow(name);
  return [
    ['by', by && `${by}, unless told otherwise`],
    ['pieces', pieces === undefined ? undefined : `${pieces}, unless told otherwise`],
  ];
};

const exampleOf = (name: FaultName): string => {
  if (isOneOf(exchangeFaultNames, name)) return `{ on: listDataQueryRecords, fault: ${name} }`;
  if (isOneOf(serviceFaultNames, name)) return `{ at: 5m, do: beginFault, fault: ${name}, for: 10m }`;
  return verbs[name].example;
};

const factsOf = (name: FaultName): TopicRow['facts'] => {
  const { what, place, sees, retry } = faultRow(name);
  const row = faults[name];
  return [
    ['happens', what],
    ['where', places[place]],
    ['client', `sees ${sights[sees]}${'refuses' in row ? `, ${row.refuses}` : ''}`],
    ['retry', retries[retry]],
    ...(isOneOf(exchangeFaultNames, name) ? lengthsOf(name) : []),
    ['scenario', `- ${exampleOf(name)}`],
  ];
};

export const faultTopics: readonly TopicRow[] = faultNames.map((name) => ({
  name,
  what: faultRow(name).what,
  facts: factsOf(name),
}));
