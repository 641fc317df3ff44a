import { useId, useMemo, useState } from 'preact/hooks';
import { drawPicture } from '../../picture/draw.ts';
import type { LaneGroup, Picture } from '../../picture/picture.ts';
import type { Entry } from '../../trace/entry.ts';
import { Details } from './details/details.tsx';
import { type Axis, createAxis, type ScaleName } from './axis.ts';
import { carry, type Held } from './carry.ts';
import { actOnKey } from './keys.ts';
import { layOut } from './layout.ts';
import { LinesTable } from './lines-table.tsx';
import { entryOfMark, exchangeOf, indexRun, type RunIndex } from './run-index.ts';
import type { Mark } from './mark.ts';
import type { Navigator } from './navigator.ts';
import { Overview } from './overview.tsx';
import type { PlacedMark, Selected } from './scene.ts';
import { Still } from './still.tsx';
import { Timeline } from './timeline.tsx';
import { Toolbar, type View } from './toolbar.tsx';
import { useIsNarrow } from './use-is-narrow.ts';
import { everything, reveal, type Window } from './window.ts';

/**
 * A run to look at: lanes along virtual time, its lines as a table, and all there is of what is selected. It needs the entries of
 * a trace and nothing else, and they may become more while it is shown. What it shares with another viewer, or with what is
 * around it, can be given from outside: the axis, the window, the selection.
 */
export interface TraceViewerProps {
  readonly entries: readonly Entry[];
  readonly marks?: readonly Mark[];
  /** The choices made in what the interface leaves open. */
  readonly assumptions?: Readonly<Record<string, unknown>>;
  /** Where in the client's code requests were sent, by exchange. */
  readonly sentFrom?: Readonly<Record<number, string>>;
  /** What it is a picture of: it is read out. */
  readonly name: string;
  readonly shared?: SharedAxis;
  /** Whether the end stays in view while entries become more; otherwise what is in view stays there. */
  readonly follows?: boolean;
  readonly selected?: number | undefined;
  readonly onSelect?: (entry: number | undefined) => void;
}

/** For runs laid side by side: one axis for all, and the window they are seen through. */
export interface SharedAxis {
  readonly axis: Axis;
  readonly run: number;
  readonly window: Window;
  readonly onWindow: (window: Window) => void;
}

const none: readonly Mark[] = [];

export const TraceViewer = (props: TraceViewerProps) => {
  const { entries, marks = none, shared, name, follows = false } = props;
  const [view, setView] = useState<View>('lanes');
  const [scale, setScale] = useState<ScaleName>('balanced');
  const [held, setHeld] = useState<Held>();
  const [ownSelected, setOwnSelected] = useState<number>();
  const [hidden, setHidden] = useState<ReadonlySet<LaneGroup>>(new Set());
  const keysId = useId();
  const nameHeight = useIsNarrow() ? 15 : 0;

  const picture = useMemo(() => drawPicture(entries), [entries]);
  const index = useMemo(() => indexRun(entries), [entries]);
  const ownAxis = useMemo(
    () => (shared ? undefined : createAxis([entries], picture, scale)),
    [shared?.axis, picture, scale],
  );
  const axis = shared?.axis ?? ownAxis ?? createAxis([entries], picture);
  const run = shared?.run ?? 0;
  const ownWindow = useMemo(
    () => (held === undefined ? everything : held.axis === axis ? held.window : carry(held, axis, run, follows)),
    [held, axis, run, follows],
  );
  const layout = useMemo(
    () => layOut(picture, axis, { entries, index, hidden, run, nameHeight }),
    [picture, axis, hidden, run, nameHeight],
  );
  const placed = useMemo(() => placeMarks({ marks, entries, index, axis, run }), [marks, entries, axis]);
  const selected = props.onSelect ? props.selected : ownSelected;
  const window = shared?.window ?? ownWindow;
  const setWindow = shared?.onWindow ?? ((next: Window) => setHeld({ window: next, axis, count: entries.length }));
  const select = (entry: number | undefined): void => {
    (props.onSelect ?? setOwnSelected)(entry === undefined ? undefined : index.stopOf(entry));
    if (entry !== undefined) setWindow(reveal(window, axis.positionOf(index.stopOf(entry), run)));
  };
  const navigator: Navigator = { axis, window, setWindow, index, layout, marks: placed, selected, select, run };
  const scene = {
    axis,
    layout,
    epoch: Date.parse(picture.epoch),
    marks: placed,
    selected: describe(selected, entries, axis, run),
  };

  return (
    <section class="viewer" aria-label={`Trace of ${name}`}>
      <Toolbar
        view={view}
        onView={setView}
        scale={shared ? undefined : scale}
        onScale={setScale}
        groups={groupsOf(picture)}
        hidden={hidden}
        onHide={setHidden}
        navigator={navigator}
      />
      <div class={selected === undefined ? 'viewer-body' : 'viewer-body with-details'}>
        <div class="viewer-main">
          {view === 'lanes' ? (
            <>
              <Overview {...scene} window={window} onWindow={setWindow} end={picture.end} />
              <Timeline
                {...scene}
                window={window}
                nameHeight={nameHeight}
                label={`Timeline of ${name}: ${entries.length} entries. The table of lines tells the same as text.`}
                describedBy={keysId}
                onWindow={setWindow}
                onSelect={select}
                onKey={(event) => actOnKey(event, navigator)}
              />
              <Still {...scene} />
            </>
          ) : (
            <LinesTable entries={entries} index={index} marks={placed} selected={selected} onSelect={select} />
          )}
        </div>
        {selected !== undefined && (
          <Details {...props} marks={placed} index={index} entry={selected} onSelect={select} />
        )}
      </div>
      <p class="unseen" id={keysId}>
        Arrow keys select, plus and minus zoom, A and D move, Escape selects nothing.
      </p>
      <p class="unseen" aria-live="polite">
        {selected === undefined ? '' : `Entry ${selected + 1} of ${entries.length} is selected`}
      </p>
    </section>
  );
};

const groupsOf = ({ lanes }: Picture): readonly LaneGroup[] => [...new Set(lanes.map(({ group }) => group))];

const describe = (
  entry: number | undefined,
  entries: readonly Entry[],
  axis: Axis,
  run: number,
): Selected | undefined =>
  entry === undefined
    ? undefined
    : { entry, exchange: exchangeOf(entries[entry]), position: axis.positionOf(entry, run) };

interface Marking {
  readonly marks: readonly Mark[];
  readonly entries: readonly Entry[];
  readonly index: RunIndex;
  readonly axis: Axis;
  readonly run: number;
}

const placeMarks = ({ marks, entries, index, axis, run }: Marking): readonly PlacedMark[] =>
  marks.map((mark) => {
    const entry = entryOfMark(mark, entries, index);
    const isThen = entries[entry]?.at === mark.at;
    return { mark, entry, position: isThen ? axis.positionOf(entry, run) : axis.positionAt(mark.at) };
  });
