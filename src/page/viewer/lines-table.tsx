import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Entry } from '../../trace/entry.ts';
import { type Line, linesOf } from '../../trace/lines.ts';
import { showDuration } from '../../spec/time.ts';
import type { RunIndex } from '../../picture/run-index.ts';
import { Search } from '../search.tsx';
import type { PlacedMark } from './scene.ts';

interface LinesTableProps {
  readonly entries: readonly Entry[];
  readonly index: RunIndex;
  readonly marks: readonly PlacedMark[];
  readonly selected: number | undefined;
  readonly onSelect: (entry: number | undefined) => void;
}

const rowHeight = 26;
/** Rows beyond what is in view, so that scrolling never shows a gap. */
const spare = 12;

/** Every line of the trace: of a hundred thousand only those in view are elements of the page. */
export const LinesTable = ({ entries, index, marks, selected, onSelect }: LinesTableProps) => {
  const lines = useMemo(() => linesOf(entries), [entries]);
  const [sought, setSought] = useState('');
  const found = useMemo(() => search(lines, sought), [lines, sought]);
  const marked = useMemo(() => new Map(marks.map(({ entry, mark }) => [entry, mark.label])), [marks]);
  return (
    <div class="lines">
      <div class="lines-search">
        <Search label="Search the lines" sought={sought} onSeek={setSought} />
        <span class="quiet" role="status">
          {sought === '' ? `${lines.length} lines` : `${found.length} of ${lines.length} lines`}
        </span>
      </div>
      <LineList lines={found} index={index} marked={marked} selected={selected} onSelect={onSelect} />
    </div>
  );
};

interface LineListProps extends Omit<LinesTableProps, 'entries' | 'marks'> {
  readonly lines: readonly Line[];
  /** By entry. */
  readonly marked: ReadonlyMap<number, string>;
}

const LineList = ({ lines, index, marked, selected, onSelect }: LineListProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const height = scroller.current?.clientHeight ?? 600;
  const first = Math.max(0, Math.floor(top / rowHeight) - spare);
  const shown = lines.slice(first, first + Math.ceil(height / rowHeight) + 2 * spare);
  const current = selected === undefined ? -1 : lines.findIndex(({ entry }) => index.stopOf(entry) === selected);
  useEffect(() => {
    const box = scroller.current;
    if (box === null || current < 0) return;
    const y = current * rowHeight;
    if (y < box.scrollTop || y > box.scrollTop + box.clientHeight - 3 * rowHeight)
      box.scrollTop = y - box.clientHeight / 2;
  }, [current]);
  const key = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const line = lines[Math.min(lines.length - 1, Math.max(0, current + step))];
    if (line) onSelect(line.entry);
  };
  return (
    <div
      class="lines-scroller"
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label="Lines of the trace"
      onKeyDown={key}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <Rows
        count={lines.length}
        first={first}
        shown={shown}
        index={index}
        marked={marked}
        selected={selected}
        onSelect={onSelect}
      />
    </div>
  );
};

interface RowsProps extends Omit<LineListProps, 'lines'> {
  /** Of all that could be shown. */
  readonly count: number;
  readonly first: number;
  readonly shown: readonly Line[];
}

const Rows = ({ count, first, shown, index, marked, selected, onSelect }: RowsProps) => (
  <table aria-rowcount={count + 1} style={{ height: `${(count + 1) * rowHeight}px` }}>
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">Time</th>
        <th scope="col">Who</th>
        <th scope="col">What</th>
      </tr>
    </thead>
    <tbody>
      {first > 0 && (
        <tr aria-hidden="true" class="filler" style={{ height: `${first * rowHeight}px` }}>
          <td colSpan={3} />
        </tr>
      )}
      {shown.map((line, place) => (
        <LineRow
          key={line.entry}
          line={line}
          row={first + place + 2}
          mark={marked.get(index.stopOf(line.entry))}
          isSelected={selected !== undefined && index.stopOf(line.entry) === selected}
          onSelect={onSelect}
        />
      ))}
      <tr aria-hidden="true" class="filler">
        <td colSpan={3} />
      </tr>
    </tbody>
  </table>
);

interface LineRowProps {
  readonly line: Line;
  readonly row: number;
  readonly mark: string | undefined;
  readonly isSelected: boolean;
  readonly onSelect: (entry: number) => void;
}

const LineRow = ({ line, row, mark, isSelected, onSelect }: LineRowProps) => (
  <tr
    aria-rowindex={row}
    class={`${isSelected ? 'selected' : ''} ${mark === undefined ? '' : 'marked'}`}
    onClick={() => onSelect(line.entry)}
  >
    <td class="time">{showDuration(line.at)}</td>
    <td class="who">{line.who}</td>
    <td class="what">
      <button type="button" class="plain" aria-pressed={isSelected} onClick={() => onSelect(line.entry)}>
        {line.text}
      </button>
      {mark !== undefined && <span class="badge broken">{mark}</span>}
    </td>
  </tr>
);

const search = (lines: readonly Line[], sought: string): readonly Line[] => {
  const wanted = sought.trim().toLowerCase();
  if (wanted === '') return lines;
  return lines.filter(({ text, who }) => text.toLowerCase().includes(wanted) || who === wanted);
};
