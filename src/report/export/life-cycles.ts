import type { LaneGroup } from '../../picture/lane-groups.ts';
import type { Bar, Picture, Tone } from '../../picture/picture.ts';
import { joinDiagram, message, plain } from './mermaid.ts';

/** What has a life: it is given, lasts, and ends. */
const living: readonly LaneGroup[] = ['tokens', 'links', 'queries', 'memory', 'notifications'];

const tags: { readonly [Of in Tone]: string } = {
  fine: 'active, ',
  waiting: '',
  refused: 'crit, ',
  failed: 'crit, ',
  over: 'done, ',
  plain: '',
};

/** The lives of tokens, links, queries and remembered answers as a Gantt chart of Mermaid. */
export const writeLifeCycles = ({ epoch, lanes }: Picture, title: string): string => {
  const begin = Date.parse(epoch);
  const sections = lanes.filter(({ group }) => living.includes(group));
  return joinDiagram(
    [
      'gantt',
      ...(title.trim() === '' ? [] : [`  title ${message(title)}`]),
      '  dateFormat x',
      '  axisFormat %H:%M:%S',
      ...sections.flatMap(({ group, name, bars }) => [
        `  section ${plain(`${group} ${name}`)}`,
        ...bars.map((bar) => `  ${taskOf(bar, begin)}`),
      ]),
    ],
    (count) => `  %% ${count} more are left out`,
  );
};

const taskOf = ({ from, to, label, tone }: Bar, begin: number): string =>
  `${plain(label)} :${tags[tone]}${from === to ? 'milestone, ' : ''}${begin + from}, ${begin + to}`;
