import { Choice } from '../choice.tsx';
import type { ScaleName } from '../../picture/axis.ts';
import { groups as laneGroups, type LaneGroup } from '../../picture/lane-groups.ts';
import { stepTo } from './steps.ts';
import type { Navigator } from './navigator.ts';
import { everything, zoom } from '../../picture/window.ts';

export type View = 'lanes' | 'lines';

interface ToolbarProps {
  readonly view: View;
  readonly onView: (view: View) => void;
  /** Undefined where it is not to be chosen. */
  readonly scale: ScaleName | undefined;
  readonly onScale: (scale: ScaleName) => void;
  readonly groups: readonly LaneGroup[];
  readonly hidden: ReadonlySet<LaneGroup>;
  readonly onHide: (hidden: ReadonlySet<LaneGroup>) => void;
  readonly navigator: Navigator;
}

const viewNames: Readonly<Record<View, string>> = { lanes: 'Timeline', lines: 'Lines' };

const scaleNames: Readonly<Record<ScaleName, string>> = { time: 'Time', balanced: 'Balanced', events: 'Events' };

const scaleTitles: Readonly<Record<ScaleName, string>> = {
  time: 'Lengths are virtual time: what takes none is a line',
  balanced: 'Time, with room for what happened at one instant',
  events: 'Each entry gets the same room',
};

export const Toolbar = (props: ToolbarProps) => {
  const { view, onView, scale, onScale, navigator } = props;
  return (
    <div class="toolbar" role="group" aria-label="View">
      <Choice label="Show as" names={viewNames} chosen={view} onChoose={onView} />
      {view === 'lanes' && scale !== undefined && (
        <Choice label="Scale" names={scaleNames} titles={scaleTitles} chosen={scale} onChoose={onScale} />
      )}
      {view === 'lanes' && <Zoom {...navigator} />}
      <Walk {...navigator} />
      {view === 'lanes' && <Groups {...props} />}
    </div>
  );
};

const Zoom = ({ axis, window, setWindow }: Navigator) => {
  const middle = (window.from + window.to) / 2;
  return (
    <div class="segments" role="group" aria-label="Zoom">
      <button type="button" aria-label="Zoom out" onClick={() => setWindow(zoom(window, middle, 0.5, axis.finest))}>
        −
      </button>
      <button type="button" aria-label="Zoom in" onClick={() => setWindow(zoom(window, middle, 2, axis.finest))}>
        +
      </button>
      <button type="button" title="Show all of the run" onClick={() => setWindow(everything)}>
        All
      </button>
    </div>
  );
};

const Walk = (navigator: Navigator) => (
  <div class="segments" role="group" aria-label="Select">
    <button type="button" aria-label="Previous" title="The thing before" onClick={() => stepTo(navigator, 'previous')}>
      ‹
    </button>
    <button type="button" aria-label="Next" title="The next thing" onClick={() => stepTo(navigator, 'next')}>
      ›
    </button>
    {navigator.marks.length > 0 && (
      <button type="button" class="to-mark" onClick={() => stepTo(navigator, 'nextMark')}>
        Next mark
      </button>
    )}
  </div>
);

const Groups = ({ groups, hidden, onHide }: ToolbarProps) => (
  <details class="lane-choice">
    <summary>Lanes{hidden.size > 0 && ` (${hidden.size} hidden)`}</summary>
    <div class="lane-choice-list">
      {groups.map((group) => (
        <label>
          <input
            type="checkbox"
            checked={!hidden.has(group)}
            onChange={() =>
              onHide(new Set(hidden.has(group) ? [...hidden].filter((one) => one !== group) : [...hidden, group]))
            }
          />
          {laneGroups[group].name}
        </label>
      ))}
    </div>
  </details>
);
