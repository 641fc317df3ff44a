import { accidentNames, accidentRow } from '../../spec/faults.ts';
import { troubleNames, troubles } from '../../spec/faults/service.ts';
import type { Topic } from './topic.ts';

const phases = {
  connect: 'before there is a connection: nothing reaches the service',
  handshake: 'while TLS is agreed on: nothing reaches the service',
  request: 'on the way of the request: nothing reaches the service',
  answer: 'once the service has acted, before its answer begins to arrive',
  body: 'while the answer arrives',
} as const;

export const accidentTopics: readonly Topic[] = accidentNames.map((name) => {
  const { what, phase, by, pieces } = accidentRow(name);
  return {
    kind: 'accidents',
    name,
    aliases: [],
    what,
    facts: [
      ['happens', what],
      ['when', phases[phase]],
      ...(by === undefined ? [] : [['by', `${by}, unless told otherwise`] as const]),
      ...(pieces === undefined ? [] : [['pieces', `${pieces}, unless told otherwise`] as const]),
      ['scenario', `- { on: listDataQueryRecords, accident: ${name} }`],
    ],
  };
});

export const troubleTopics: readonly Topic[] = troubleNames.map((name) => ({
  kind: 'troubles',
  name,
  aliases: [],
  what: troubles[name].what,
  facts: [
    ['means', troubles[name].what],
    ['refuses', `with ${troubles[name].refuses}`],
    ['scenario', `- { at: 5m, do: beginTrouble, trouble: ${name}, for: 10m }`],
  ],
}));
