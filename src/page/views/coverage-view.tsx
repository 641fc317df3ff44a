import { useState } from 'preact/hooks';
import type { PageCoverage } from '../data.ts';

/** Of a check: what its runs met, and what none of them did. */
export const CoverageView = ({ coverage }: { readonly coverage: PageCoverage }) => {
  const [isUnmetOnly, setUnmetOnly] = useState(false);
  return (
    <section class="coverage" aria-labelledby="coverage-title">
      <h2 id="coverage-title">What the runs met</h2>
      <label class="switch">
        <input type="checkbox" checked={isUnmetOnly} onChange={() => setUnmetOnly(!isUnmetOnly)} /> Only what no run met
      </label>
      {coverage.kinds.map((kind) => (
        <Kind kind={kind} isUnmetOnly={isUnmetOnly} />
      ))}
    </section>
  );
};

interface KindProps {
  readonly kind: PageCoverage['kinds'][number];
  readonly isUnmetOnly: boolean;
}

const Kind = ({ kind, isUnmetOnly }: KindProps) => {
  const met = kind.items.filter((item) => item.met > 0).length;
  const most = Math.max(1, ...kind.items.map((item) => item.met));
  const shown = kind.items.filter((item) => !isUnmetOnly || item.met === 0);
  return (
    <section class="coverage-kind">
      <h3>
        {kind.name}{' '}
        <span class="quiet">
          {met} of {kind.items.length}
        </span>
      </h3>
      <p class="quiet">{kind.what}</p>
      <progress
        max={Math.max(1, kind.items.length)}
        value={met}
        aria-label={`${kind.name}: ${met} of ${kind.items.length} met`}
      />
      <ul>
        {shown.map(({ name, met: times }) => (
          <li class={times === 0 ? 'unmet' : `met-${depthOf(times, most)}`}>
            <span>{name}</span>
            <span class="times">{times === 0 ? 'not met' : `${times}×`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** How often beside the others, in four steps: what was met a thousand times is not a thousand times as well known. */
const depthOf = (times: number, most: number): number =>
  Math.min(4, 1 + Math.floor((3.999 * Math.log1p(times)) / Math.log1p(most)));
