import { namesOf } from '../../spec/names-of.ts';
import type { Tone } from '../../picture/picture.ts';

/** A colour in light, and in dark: those of the page (src/page/styles/colours.css), for a still has none of its styles. */
type Shades = readonly [light: string, dark: string];

export const shades = {
  surface: ['#ffffff', '#151b23'],
  band: ['#f7f9fc', '#1a212b'],
  ink: ['#18202c', '#e7ecf3'],
  quiet: ['#566174', '#9dabbe'],
  line: ['#dde3ec', '#2a333f'],
  broken: ['#b3002d', '#ff7a90'],
  fold: ['#e9edf3b0', '#232c38b0'],
  'fine-fill': ['#cbe4f6', '#123a55'],
  'fine-edge': ['#0072b2', '#56b4e9'],
  'fine-ink': ['#072f49', '#dcf0ff'],
  'waiting-fill': ['#fbf0c4', '#413608'],
  'waiting-edge': ['#a27c00', '#e2bf45'],
  'waiting-ink': ['#463600', '#fff2c6'],
  'refused-fill': ['#fbdcc6', '#56290a'],
  'refused-edge': ['#c25200', '#ff9a4d'],
  'refused-ink': ['#562400', '#ffe7d5'],
  'failed-fill': ['#a3195b', '#b83a76'],
  'failed-edge': ['#5e0a33', '#ffa3ca'],
  'failed-ink': ['#ffffff', '#ffffff'],
  'over-fill': ['#e8ebf0', '#28303b'],
  'over-edge': ['#8893a5', '#6d7a8c'],
  'over-ink': ['#353f4e', '#cbd4e0'],
  'plain-fill': ['#eef1f5', '#222a35'],
  'plain-edge': ['#98a3b5', '#5e6b7d'],
  'plain-ink': ['#2d3644', '#d7dee8'],
} as const satisfies Record<string, Shades>;

/** What tells a tone from others without its colour, beside the words on a bar: how its edge is drawn. */
const dashes: { readonly [Of in Tone]: string } = {
  fine: 'none',
  waiting: '2 2',
  refused: '6 2',
  failed: '1 1',
  over: '4 4',
  plain: 'none',
};

const variables = (shade: 0 | 1): string =>
  Object.entries(shades)
    .map(([name, both]) => `--${name}:${both[shade]}`)
    .join(';');

/** Dark where who looks at it has chosen so; it has nothing in it but what an `img` element allows. */
export const stillStyle = [
  `svg{${variables(0)}}`,
  `@media (prefers-color-scheme:dark){svg{${variables(1)}}}`,
  'text{font:11px system-ui,sans-serif;fill:var(--ink)}',
  '.ground{fill:var(--surface)}.band{fill:var(--band)}.fold{fill:var(--fold)}',
  '.tick{stroke:var(--line)}.group{font-weight:600}',
  '.level{fill:var(--fine-fill);stroke:var(--fine-edge)}.limit{stroke:var(--refused-edge);stroke-dasharray:4 3}',
  '.broken{stroke:var(--broken);stroke-width:1.5}.rule{fill:var(--broken);font-weight:600}',
  ...namesOf(dashes).map(
    (tone) =>
      `.${tone} rect{fill:var(--${tone}-fill);stroke:var(--${tone}-edge);stroke-dasharray:${dashes[tone]}}.${tone} text{fill:var(--${tone}-ink)}`,
  ),
  'text.quiet{fill:var(--quiet)}',
].join('\n');
