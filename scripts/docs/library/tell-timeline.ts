import { readRows } from '../../../src/print/timeline/read-rows.ts';
import { type Row, showTime } from '../../../src/print/timeline/row.ts';
import type { Trace } from '../../../src/index.ts';

/** Something that happened, in a few words; requests that were simply answered have an operation alone. */
interface Moment {
  readonly at: number;
  readonly text: string;
  readonly isPlain: boolean;
}

/** More lines than this are not a short timeline any more: the middle is left out. */
const mostLines = 14;
const atEnd = 5;

/**
 * What mattered in a run, a line each: refusals, faults, notifications, what the scenario did. Between them stand the
 * operations that simply worked, each named once and never counted, so that a page changes only when its scenario does.
 */
export const tellTimeline = ({ entries }: Trace): readonly string[] => {
  const moments = join(readRows(entries).map(momentOf));
  const width = Math.max(...moments.map(({ at }) => showTime(at).length));
  const lines = moments.map(({ at, text }, index) => {
    const time = moments[index - 1]?.at === at ? '' : showTime(at);
    return `${time.padStart(width)}  ${text}`;
  });
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines - atEnd - 1), '⋮'.padStart(width), ...lines.slice(-atEnd)];
};

const momentOf = ({ at, operation, cells }: Row): Moment => {
  const { client, service, ...others } = cells;
  // An answer that comes later than its request stands alone.
  const asked = client ?? (service?.startsWith('#') === true ? operation : undefined);
  const texts = [asked, service, ...Object.values(others)].flatMap((text) =>
    text === undefined ? [] : anonymous(text),
  );
  const isPlain = client !== undefined && /^2\d\d$/.test(texts[1] ?? '') && texts.length === 2;
  if (isPlain) return { at, isPlain, text: texts[0] ?? '' };
  const isOpen = texts.length === 1 && texts[0] === operation;
  return { at, isPlain, text: isOpen ? `${operation} …` : texts.join(': ') };
};

/** Without the numbers and ids of this one run. */
const anonymous = (text: string): string =>
  text
    .replace(/^#\d+ /, '')
    .replace(/(?:^|, )query [0-9a-f]{4}\b/, '')
    .replace(/ for query [0-9a-f-]+$/, '')
    .replace(/ \d+ only /, ' ')
    .replace(/^notification \d+/, 'notification')
    .trim();

/** A run of plain requests as one line, a notification with its answer, and nothing twice in a row. */
const join = (moments: readonly Moment[]): readonly Moment[] => {
  const joined: Moment[] = [];
  for (const moment of moments) {
    const last = joined.at(-1);
    const text = last === undefined ? undefined : joinTexts(last, moment);
    if (last === undefined || text === undefined) joined.push(moment);
    else joined.splice(-1, 1, { ...last, text });
  }
  return joined;
};

/** Two moments in the words of one line, where one line does. */
const joinTexts = (last: Moment, next: Moment): string | undefined => {
  if (last.isPlain && next.isPlain) return [...new Set([...last.text.split(', '), next.text])].join(', ');
  if (last.at !== next.at) return undefined;
  if (last.text === next.text || last.text === 'completed') return next.text;
  const [isSent, answer] = [/^notification [A-Z]+$/.test(last.text), /^notification: (.*)/.exec(next.text)?.[1]];
  return isSent && answer !== undefined ? `${last.text}: ${answer}` : undefined;
};
