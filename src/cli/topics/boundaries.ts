import { showChoice } from '../../spec/assumptions/show-choice.ts';
import { boundary, type BoundaryName, boundaryNames } from '../../spec/boundaries.ts';
import type { TopicRow } from './topic.ts';

/** The unit in which one step to either side is counted. */
const units = { ms: 'millisecond', requests: 'request', records: 'record', bytes: 'byte' } as const;

const topicOf = (name: BoundaryName): TopicRow => {
  const { of, at, unit, decidedBy, outcomes, given = {}, section } = boundary(name);
  const what = `${at}${typeof at === 'string' ? '' : ` ${unit}`}: the line that ${of} draws`;
  const step = `one ${units[unit]}`;
  const choices = Object.entries(outcomes);
  return {
    name,
    what,
    facts: [
      ['line', what],
      ...Object.entries(given).map(([id, value]) => ['given', `--assume ${id}=${showChoice(value)}`] as const),
      ['one below', `${step} short of it: ${choices[0]?.[1][0]}`],
      ...choices.map(
        ([variant, [, itself]]) =>
          ['at', `${itself}${decidedBy === undefined ? '' : ` if ${decidedBy} is ${variant}`}`] as const,
      ),
      ['one above', `${step} past it: ${choices[0]?.[1][2]}`],
      ['section', section],
    ],
  };
};

/** The lines that the interfaces draw; coverage counts which sides of them were stepped on. */
export const boundaryTopics: readonly TopicRow[] = boundaryNames.map(topicOf);
