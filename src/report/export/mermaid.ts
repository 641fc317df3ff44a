import { printable } from '../../print/printable.ts';

/** Longer diagrams are refused by Mermaid, unless its settings say otherwise. */
const most = 50_000;

/** Room for what says how many lines are not there. */
const reserved = 200;

/** Lines of a diagram, as many as Mermaid takes; `leftOut` says how many are not there. */
export const joinDiagram = (lines: readonly string[], leftOut: (count: number) => string): string => {
  let size = reserved;
  const fitting = lines.findIndex((line) => {
    size += line.length + 1;
    return size > most;
  });
  const kept = fitting < 0 ? lines : [...lines.slice(0, fitting), leftOut(lines.length - fitting)];
  return `${kept.join('\n')}\n`;
};

/** Longer texts make a diagram that nobody reads. */
const longest = 160;

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Text of unknown origin in a message or a note: what has a meaning there, or in HTML, is written as its number. */
export const message = (text: string): string =>
  cut(printable(text).replace(/\s+/g, ' ')).replace(
    /[^\p{L}\p{N} .,:()/→←…_+*'-]/gu,
    (sign) => `#${sign.codePointAt(0) ?? 0};`,
  );

/** In a Gantt chart a name ends at a colon, and numbers of characters are not read. */
export const plain = (text: string): string => {
  const name = cut(printable(text)).replace(/[^\p{L}\p{N} .()/→_+-]/gu, ' ');
  return name.replace(/\s+/g, ' ').trim() || 'unnamed';
};
