import {
  barTop,
  createAxis,
  createScreen,
  everything,
  groups,
  indexRun,
  layOut,
  leastWidth,
  placeMark,
  rowHeight,
  shortTime,
  ticksOf,
} from '../../picture/drawing.ts';
import type { Axis } from '../../picture/axis.ts';
import type { LaidBar, LaidLane } from '../../picture/layout.ts';
import type { Marking } from '../../picture/run-index.ts';
import type { Screen } from '../../picture/window.ts';
import type { Picture } from '../../picture/picture.ts';
import type { Entry } from '../../trace/entry.ts';
import { element } from '../xml.ts';
import { stillStyle } from './still-style.ts';

/** A run as it is to be drawn: its trace, and the picture of it. */
interface Drawn {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly picture: Picture;
}

const [width, left, right, ruler, foot] = [1200, 335, 12, 38, 26] as const;

/** Where names of lanes begin: beside the longest name of a group. */
const nameAt = 150;

/** More bars make a picture that nobody can read, and that is slow to show. */
const mostBars = 3000;

interface Scene {
  readonly screen: Screen;
  readonly axis: Axis;
  readonly height: number;
  left: number;
}

/**
 * A timeline as a picture, for documents and pull requests: laid out as the page lays it out, all of the run in view. It can be
 * read aloud (title, description, a title for each bar), and is in light or dark as its reader has chosen.
 */
export const writeStill = ({ title, entries, picture }: Drawn): string => {
  const axis = createAxis([entries], picture);
  const choice = { entries, index: indexRun(entries), hidden: new Set<never>(), run: 0, nameHeight: 0 };
  const layout = layOut(picture, axis, choice);
  const height = ruler + layout.height + foot;
  const screen = createScreen(everything, left, width - left - right);
  const scene: Scene = { screen, axis, height, left: mostBars };
  const lanes = layout.lanes.map((laid) => drawLane(scene, laid));
  const all = layout.lanes.reduce((sum, { bars }) => sum + bars.length, 0);
  const hidden = all - Math.min(all, mostBars);
  const rest = hidden === 0 ? '' : `; ${hidden} bars are left out`;
  const told = `${shortTime(picture.end)} of virtual time, ${layout.lanes.length} lanes${rest}`;
  const attributes = { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height };
  return `${element('svg', { ...attributes, role: 'img', 'aria-labelledby': 'title desc' }, [
    element('title', { id: 'title' }, title === '' ? 'A run' : title),
    element('desc', { id: 'desc' }, describe(picture, told)),
    element('style', {}, stillStyle),
    element('rect', { class: 'ground', width, height }),
    ...drawTime(scene),
    ...lanes,
    ...drawBreaks(scene, picture, { ...choice, axis }),
    text(left, height - 9, told, 'quiet'),
  ])}\n`;
};

const describe = ({ broken }: Picture, told: string): string => {
  const rules = [...new Set(broken.map(({ rule }) => rule))];
  return `${told}; ${rules.length === 0 ? 'no rule is marked as broken' : `broken: ${rules.join(', ')}`}`;
};

const round = (number: number): number => Math.round(number * 10) / 10;

const text = (x: number, y: number, said: string, kind?: string): string =>
  said === '' ? '' : element('text', { x: round(x), y: round(y), ...(kind !== undefined && { class: kind }) }, said);

const line = (x: number, from: number, to: number, kind: string): string =>
  element('line', { x1: round(x), x2: round(x), y1: from, y2: to, class: kind });

/** The ruler above, and the stretches in which nothing happens. */
const drawTime = ({ screen, axis, height }: Scene): readonly string[] => [
  ...axis.folds.flatMap(({ from, to, begin, end }) => {
    const [x, until] = [screen.toX(begin), screen.toX(end)];
    const tells = element('title', {}, `${shortTime(to - from)} in which nothing happens`);
    return [
      element('rect', { class: 'fold', x: round(x), y: 0, width: round(until - x), height: height - foot }, [tells]),
    ];
  }),
  ...ticksOf(axis, screen, left, width - right, 64).flatMap(({ at, x }) => [
    line(x, ruler - 6, height - foot, 'tick'),
    text(x + 3, ruler - 9, shortTime(at), 'quiet'),
  ]),
];

const drawLane = (scene: Scene, laid: LaidLane): string => {
  const { lane, heading, height } = laid;
  const top = laid.top + ruler;
  const shown = laid.bars.slice(0, scene.left);
  scene.left -= shown.length;
  return element('g', {}, [
    ...(heading === undefined
      ? []
      : [
          element('rect', { class: 'tick', x: 0, y: top, width, height: 0.5 }),
          text(8, top + 14, groups[heading].name, 'group'),
        ]),
    text(nameAt, top + 14, fit(lane.name, left - nameAt - 8)),
    ...drawLevels(scene, laid, top, height),
    ...shown.map((bar, index) => {
      const next = shown.slice(index + 1, index + 1 + mostBeside).find(({ row }) => row === bar.row);
      return drawBar(scene, laid, bar, scene.screen.toX(next?.begin ?? 1));
    }),
  ]);
};

/** So many of the next bars are asked whether they lie in the same row. */
const mostBeside = 40;

/** With its words on it, or behind it where they do not fit and there is room. */
const drawBar = ({ screen }: Scene, laid: LaidLane, { bar, begin, end, row }: LaidBar, next: number): string => {
  const x = screen.toX(begin);
  const wide = Math.max(leastWidth, screen.toX(end) - x);
  const y = ruler + barTop(laid, row);
  const isBehind = fit(bar.label, wide - 6) !== bar.label && fit(bar.label, next - x - wide - 8) === bar.label;
  const label = isBehind || wide >= 24 ? fit(bar.label, isBehind ? width : wide - 6) : '';
  const box = { x: round(x), y, width: round(wide), height: rowHeight - 3, rx: 2 };
  return element('g', { class: bar.tone }, [
    element('title', {}, bar.tells),
    element('rect', box),
    text(isBehind ? x + wide + 3 : x + 3, y + rowHeight - 7, label, isBehind ? 'quiet' : undefined),
  ]);
};

const drawLevels = (
  { screen, axis }: Scene,
  { lane: { levels } }: LaidLane,
  top: number,
  height: number,
): readonly string[] => {
  if (levels === undefined) return [];
  const [high, low] = [top + 6, top + height - 4];
  const most = Math.max(levels.of, ...levels.steps.map(({ used }) => used), 1);
  const toY = (used: number): number => round(low - ((low - high) * used) / most);
  const path = levels.steps.map(({ at, used }) => `H${round(screen.toX(axis.positionAt(at)))}V${toY(used)}`);
  return [
    element('path', { class: 'level', d: `M${left} ${low}${path.join('')}H${width - right}V${low}Z` }),
    element('line', { class: 'limit', x1: left, x2: width - right, y1: toY(levels.of), y2: toY(levels.of) }),
  ];
};

/** Where rules were broken. Of those that stand too near to each other the first is named. */
const drawBreaks = ({ screen, height }: Scene, { broken }: Picture, marking: Marking): readonly string[] => {
  let free = 0;
  return broken.slice(0, mostBars).flatMap((one) => {
    const { rule } = one;
    const x = screen.toX(placeMark(one, marking).position);
    const name = x < free ? '' : rule;
    if (name !== '') free = x + 8 + rule.length * boldLetter;
    return [line(x, 4, height - foot, 'broken'), text(x + 3, 12, name, 'rule')];
  });
};

/** How wide a letter of a rule's name is. */
const boldLetter = 7;

/** As much of a text as there is room for; of letters of 11 pixels small ones are about half as wide, and capitals wider. */
const fit = (said: string, room: number): string => {
  const most = Math.floor(room / (said === said.toUpperCase() ? 7 : 5.8));
  if (said.length <= most) return said;
  return most < 3 ? '' : `${said.slice(0, most - 1)}…`;
};
