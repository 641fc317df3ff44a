import { useId, useMemo, useState } from 'preact/hooks';
import { drawPicture } from '../../picture/draw.ts';
import type { LaneGroup } from '../../picture/lane-groups.ts';
import type { Picture } from '../../picture/picture.ts';
import type { Entry } from '../../trace/entry.ts';
import { Details } from './details/details.tsx';
import { type Axis, createAxis, type ScaleName } from '../../picture/axis.ts';
import { useKeptWindow } from './use-kept-window.ts';
import { actOnKey } from './keys.ts';
import { layOut } from '../../picture/layout.ts';
import { LinesTable } from './lines-table.tsx';
import { exchangeOf, indexRun, placeMark } from '../../picture/run-index.ts';
import type { Mark } from '../../picture/mark.ts';
import type { Navigator } from './navigator.ts';
import { Overview } from './overview.tsx';
import type { Selected } from './scene.ts';
import { Still } from './still.tsx';
import { Timeline } from './timeline.tsx';
import { Toolbar, type View } from './toolbar.tsx';
import { useIsNarrow } from './use-is-narrow.ts';
import { reveal, type Window } from '../../picture/window.ts';

/**
 * A run to look at: lanes along virtual time, its lines as a table, and all there is of what is selected. It needs the entries of
 * a trace and nothing else, and they may become more while it is shown. What it shares with another viewer, or with what is
 * around it, can be given from outside: the axis, the window, the selection.
 */
export interface TraceViewerProps {
  readonly entries: readonly Entry[];
  readonly marks?: readonly Mark[];
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
interface SharedAxis {
  readonly axis: Axis;
  readonly run: number;
  readonly window: Window;
  readonly onWindow: (window: Window) => void;
}

const none: readonly Mark[] = [];

export const TraceViewer = (props: TraceViewerProps) => {
  const { entries, shared, name } = props;
  const [view, setView] = useState<View>('lanes');
  const [scale, setScale] = useState<ScaleName>('balanced');
  const [hidden, setHidden] = useState<ReadonlySet<LaneGroup>>(new Set());
  const keysId = useId();
  const { picture, navigator } = useRun(props, scale, hidden);
  const { marks, index, selected, select } = navigator;

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
            <Lanes {...props} picture={picture} navigator={navigator} describedBy={keysId} />
          ) : (
            <LinesTable entries={entries} index={index} marks={marks} selected={selected} onSelect={select} />
          )}
        </div>
        {selected !== undefined && (
          <Details {...props} marks={marks} index={index} entry={selected} onSelect={select} />
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

interface LanesProps extends TraceViewerProps {
  readonly picture: Picture;
  readonly navigator: Navigator;
  readonly describedBy: string;
}

const Lanes = ({ entries, name, picture, navigator, describedBy }: LanesProps) => {
  const { axis, layout, marks, selected, run, window, setWindow, select } = navigator;
  const epoch = Date.parse(picture.epoch);
  const scene = { axis, layout, epoch, marks, selected: describe(selected, entries, axis, run) };
  return (
    <>
      <Overview {...scene} window={window} onWindow={setWindow} />
      <Timeline
        {...scene}
        window={window}
        label={`Timeline of ${name}: ${entries.length} entries. The table of lines tells the same as text.`}
        describedBy={describedBy}
        onWindow={setWindow}
        onSelect={select}
        onKey={(event) => actOnKey(event, navigator)}
      />
      <Still {...scene} />
    </>
  );
};

/** What is drawn of the entries, and how to get about in it. */
const useRun = (props: TraceViewerProps, scale: ScaleName, hidden: ReadonlySet<LaneGroup>) => {
  const { entries, marks = none, shared, follows = false } = props;
  const [ownSelected, setOwnSelected] = useState<number>();
  const nameHeight = useIsNarrow() ? namesAbove : 0;
  const picture = useMemo(() => drawPicture(entries), [entries]);
  const index = useMemo(() => indexRun(entries), [entries]);
  const given = shared?.axis;
  const axis = useMemo(() => given ?? createAxis([entries], picture, scale), [given, picture, scale]);
  const run = shared?.run ?? 0;
  const [ownWindow, setOwnWindow] = useKeptWindow(axis, entries.length, run, follows);
  const layout = useMemo(
    () => layOut(picture, axis, { entries, index, hidden, run, nameHeight }),
    [picture, axis, hidden, run, nameHeight],
  );
  const placed = useMemo(
    () => marks.map((mark) => placeMark(mark, { entries, index, axis, run })),
    [marks, entries, axis],
  );
  const window = shared?.window ?? ownWindow;
  const setWindow = shared?.onWindow ?? setOwnWindow;
  const select = (entry: number | undefined): void => {
    (props.onSelect ?? setOwnSelected)(entry === undefined ? undefined : index.stopOf(entry));
    if (entry !== undefined) setWindow(reveal(window, axis.positionOf(index.stopOf(entry), run)));
  };
  const selected = props.onSelect ? props.selected : ownSelected;
  const navigator: Navigator = { axis, window, setWindow, index, layout, marks: placed, selected, select, run };
  return { picture, navigator };
};

/** So tall are names above their lanes, in pixels. */
const namesAbove = 15;

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
