import { shortenTimeline } from '../../check/check-failed.ts';
import { printable } from '../../report/printable.ts';
import { showReal } from '../../report/result.ts';
import type { Style } from '../../report/style.ts';
import { hang, indent } from '../../report/wrap.ts';
import { describeReplay } from '../replay-line.ts';
import { type CheckSummary, type Failure, isBroken } from './summary.ts';

/** What people read at the end of a check. */
export const describeCheck = (summary: CheckSummary, style: Style): string => {
  const { failures, unheard, runs, replayed, order, real, stopped, warnings } = summary;
  const { paint, signs } = style;
  const [first, ...others] = failures;
  const told = `${runs} ${runs === 1 ? 'story' : 'stories'}${replayed > 0 ? ` and ${replayed} of before` : ''}`;
  const times = paint('dim', `seed ${order.seed}  real ${showReal(real)}`);
  const sign = isBroken(summary) ? paint('red', signs.broken) : paint('green', signs.kept);
  const verdict = isBroken(summary) ? 'the client is broken' : 'nothing broke the client';
  const warned = Object.entries(warnings).map(([rule, count]) => `${rule} in ${count}`);
  return [
    ...(first === undefined ? [] : describeFailure(first, summary, style)),
    ...others.map((other) =>
      hang('besides:', printable(`${titleOf(other)} (replay ${other.token})`), 2, style.columns),
    ),
    ...unheard
      .slice(0, mostUnheard)
      .map(({ claim, found, place }) =>
        hang('broken:', printable(`${claim}; found: ${found}, at ${place}`), 2, style.columns),
      ),
    ...(first === undefined && stopped === undefined ? describeCoverage(summary, style) : []),
    ...(warned.length > 0
      ? [hang(`${signs.warning} warnings:`, `${warned.join(', ')} stories`, 2, style.columns)]
      : []),
    ...(stopped === undefined ? [] : [paint('yellow', 'interrupted: not all stories were told')]),
    `${sign} ${verdict}: ${told}  ${times}`,
  ].join('\n');
};

const mostUnheard = 5;

const titleOf = ({ rule, name, claim }: Failure): string => `${rule === name ? rule : `${rule} ${name}`}: ${claim}`;

const describeFailure = (failure: Failure, { order }: CheckSummary, { paint, columns }: Style): readonly string[] => {
  const { rule, section, evidence, steps, timeline, scenario, file, token, seed, run } = failure;
  const head = (text: string): string => `  ${paint('cyan', text)}`;
  const block = (lines: readonly string[]): string => indent(printable(lines.join('\n')), 4);
  const explained = /^[SC]\d+$/.test(rule) ? `; npx stunt-double explain ${rule}` : '';
  return [
    hang('broken:', printable(titleOf(failure)), 2, columns).replace('broken:', paint('red', 'broken:')),
    ...evidence.map((one) => hang('found:', printable(one), 4, columns)),
    indent(paint('dim', `see ${section}${explained}`), 4),
    head(`${whence(run, seedOf(order))}:`),
    block(steps.length === 0 ? ['nothing goes wrong at all'] : steps),
    head('what happened:'),
    block(shortenTimeline(timeline)),
    head(file === undefined ? 'as a scenario file:' : `saved as ${printable(file)}:`),
    block(scenario.trimEnd().split('\n')),
    `  ${paint('cyan', 'replay:')} ${describeReplay({
      scenario: file ?? '',
      ...(file === undefined && { token }),
      client: order.client,
      seed,
    })}`,
    '',
  ];
};

const seedOf = ({ seed }: CheckSummary['order']): string => `with seed ${seed}`;

const whence = (run: number | undefined, seed: string): string => {
  if (run === undefined) return 'a story told before';
  return run === 0 ? 'the plain story' : `the story of run ${run} ${seed}, made short`;
};

/** What the stories came across, in how many of them, and what none did. */
const describeCoverage = ({ coverage }: CheckSummary, { columns }: Style): readonly string[] => {
  if (coverage === undefined) return [];
  const { cells, gaps, met } = coverage;
  const seen = Object.entries(cells).map(([cell, count]): Cell => [cell, ` ${count}`]);
  const show = (all: readonly Cell[]): readonly string[] =>
    group(all).map(([title, texts]) => hang(`${title}:`, texts.join(', '), 2, columns));
  return [
    `came across (in so many stories), ${Math.floor(met * 100)} % of what is within the client's reach:`,
    ...show(seen),
    ...(gaps.length > 0 ? ['never happened:', ...show(gaps.map((cell): Cell => [cell, '']))] : []),
    '',
  ];
};

type Cell = readonly [cell: string, note: string];

/** `createDataQuery: conflict` stands under `createDataQuery`. */
const group = (cells: readonly Cell[]): readonly (readonly [string, readonly string[]])[] => {
  const groups = new Map<string, string[]>();
  for (const [cell, note] of cells) {
    const [, title = 'states and ends', text = cell] = /^(\w+): (.*)$/.exec(cell) ?? [];
    const texts = groups.get(title) ?? [];
    texts.push(`${text}${note}`);
    groups.set(title, texts);
  }
  return [...groups];
};
