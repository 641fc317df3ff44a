import { changesAt } from './operators.ts';
import { placesIn } from './source-tree.ts';
import { targetOf } from './targets.ts';

/** One fault that can be planted in one file. */
export interface Fault {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly instead: string;
  /**
   * What it does to the line, `before → after`: how explanations name it, whatever the line number. Where a file has equal
   * lines, a number tells which of them.
   */
  readonly mutation: string;
}

/** No fault at all: tests that catch it catch nothing. */
export const nothingIn = (file: string): Fault => ({ file, line: 1, start: 0, end: 0, instead: '', mutation: '' });

const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const shorten = (text: string): string => (text.length > 110 ? `${text.slice(0, 107)}...` : text);

const describeChange = (text: string, start: number, end: number, instead: string): string => {
  const from = text.lastIndexOf('\n', start) + 1;
  const newline = text.indexOf('\n', start);
  const to = newline < 0 ? text.length : newline;
  if (end > to) return `${shorten(squeeze(text.slice(start, end)))} → ${shorten(squeeze(instead)) || '(nothing)'}`;
  const after = squeeze(text.slice(from, start) + instead + text.slice(end, to));
  return `${squeeze(text.slice(from, to))} → ${after || '(nothing)'}`;
};

/** Every fault of a file, each once, in the order of the text. */
export const faultsIn = (file: string, text: string): readonly Fault[] => {
  const found = new Map<string, Fault>();
  const withWords = targetOf(file).survivors === 'explained';
  const places = placesIn(file, text).filter(({ inWords }) => withWords || !inWords);
  for (const place of places) {
    for (const { start, end, instead } of changesAt(place, places, text)) {
      if (text.slice(start, end) === instead) continue;
      const line = text.slice(0, start).split('\n').length;
      const mutation = describeChange(text, start, end, instead);
      found.set(`${start} ${end} ${instead}`, { file, line, start, end, instead, mutation });
    }
  }
  return numberEqualOnes([...found.values()].sort((one, other) => one.start - other.start));
};

const numberEqualOnes = (faults: readonly Fault[]): readonly Fault[] => {
  const met = new Map<string, number>();
  return faults.map((fault) => {
    const number = (met.get(fault.mutation) ?? 0) + 1;
    met.set(fault.mutation, number);
    return number === 1 ? fault : { ...fault, mutation: `${fault.mutation} (${number})` };
  });
};

export const plant = (text: string, { start, end, instead }: Fault): string =>
  text.slice(0, start) + instead + text.slice(end);
