import type { LaneGroup } from '../../picture/picture.ts';
import { scales, type ScaleName } from '../../picture/axis.ts';
import { groups as laneGroups } from '../../picture/group-names.ts';
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

const scaleNames: Readonly<Record<ScaleName, { readonly name: string; readonly what: string }>> = {
  time: { name: 'Time', what: 'Lengths are virtual time: what takes none is a line' },
  balanced: { name: 'Balanced', what: 'Time, with room for what happened at one instant' },
  events: { name: 'Events', what: 'Each entry gets the same room' },
};

export const Toolbar = (props: ToolbarProps) => {
  const { view, onView, scale, onScale, navigator } = props;
  return (
    <div class="toolbar" role="group" aria-label="View">
      <div class="segments" role="group" aria-label="Show as">
        {(['lanes', 'lines'] as const).map((name) => (
          <button type="button" aria-pressed={view === name} onClick={() => onView(name)}>
            {viewNames[name]}
          </button>
        ))}
      </div>
      {view === 'lanes' && scale !== undefined && (
        <div class="segments" role="group" aria-label="Scale">
          {(Object.keys(scales) as ScaleName[]).map((name) => (
            <button
              type="button"
              aria-pressed={scale === name}
              title={scaleNames[name].what}
              onClick={() => onScale(name)}
            >
              {scaleNames[name].name}
            </button>
          ))}
        </div>
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
