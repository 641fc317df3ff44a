import { useMemo, useState } from 'preact/hooks';
import { drawPicture } from '../../picture/draw.ts';
import type { PageData, PageRun } from '../data.ts';
import { createAxis, idleInBoth } from '../../picture/axis.ts';
import { findDifference } from '../viewer/difference.ts';
import type { Mark } from '../../picture/mark.ts';
import { marksOf } from '../viewer/mark.ts';
import { TraceViewer } from '../viewer/trace-viewer.tsx';
import { everything } from '../../picture/window.ts';
import { linkTo } from '../route.ts';

interface CompareViewProps {
  readonly data: PageData;
  readonly compare: NonNullable<PageData['compare']>;
}

/** Two runs on one axis and through one window, with the place marked where they first differ. */
export const CompareView = ({ data, compare }: CompareViewProps) => {
  const [left, right] = [data.runs[compare.left], data.runs[compare.right]];
  if (left === undefined || right === undefined) return <p class="empty">This report does not hold both runs.</p>;
  return <BothRuns left={left} right={right} compare={compare} />;
};

const BothRuns = ({
  left,
  right,
  compare,
}: Pick<CompareViewProps, 'compare'> & { readonly left: PageRun; readonly right: PageRun }) => {
  const [window, setWindow] = useState(everything);
  const runs = [left, right] as const;
  const axis = useMemo(() => {
    const [one, other] = [drawPicture(left.entries), drawPicture(right.entries)];
    const drawn = { end: Math.max(one.end, other.end), idle: idleInBoth(one.idle, other.idle) };
    return createAxis([left.entries, right.entries], drawn);
  }, [left, right]);
  const difference = useMemo(() => findDifference(left.entries, right.entries), [left, right]);
  return (
    <section class="compare" aria-labelledby="compare-title">
      <h2 id="compare-title">Two runs</h2>
      <p>
        {compare.differs ??
          (difference === undefined ? 'They do not differ.' : 'They differ from where “differs” is marked.')}
      </p>
      <div class="compare-runs">
        {runs.map((run, index) => (
          <article>
            <h3>
              <span class={`verdict ${run.verdict}`}>{run.verdict}</span>{' '}
              <a href={linkTo({ view: 'run', run: index === 0 ? compare.left : compare.right })}>{run.name}</a>{' '}
              <span class="quiet">{index === 0 ? 'first' : 'second'}</span>
            </h3>
            <TraceViewer
              name={`${run.name}, ${index === 0 ? 'first' : 'second'}`}
              entries={run.entries}
              marks={marksFor(run, index, difference)}
              {...(run.sentFrom && { sentFrom: run.sentFrom })}
              shared={{ axis, run: index, window, onWindow: setWindow }}
            />
          </article>
        ))}
      </div>
    </section>
  );
};

const marksFor = (run: PageRun, index: number, difference: ReturnType<typeof findDifference>): readonly Mark[] => {
  const differs = difference?.[index];
  return differs === undefined ? marksOf(run.broken) : [{ label: 'differs', ...differs }, ...marksOf(run.broken)];
};
