import { useMemo, useState } from 'preact/hooks';
import { showDuration } from '../../spec/time.ts';
import { Snippet } from '../copy-button.tsx';
import type { PageRun } from '../data.ts';
import { Fields } from '../fields.tsx';
import { showChoice } from '../../spec/assumptions/show-choice.ts';
import { linkTo } from '../route.ts';
import type { Mark } from '../../picture/mark.ts';
import { marksOf } from '../viewer/mark.ts';
import { entryOfMark, indexRun } from '../../picture/run-index.ts';
import { TraceViewer } from '../viewer/trace-viewer.tsx';
import { BrokenRules, Findings } from './findings.tsx';

/** A run: its verdict, what speaks for it, how to see it again, and its trace. */
export const RunView = ({ run, isAlone }: { readonly run: PageRun; readonly isAlone: boolean }) => {
  const marks = useMemo(() => marksOf(run.broken), [run]);
  const index = useMemo(() => indexRun(run.entries), [run]);
  const [selected, setSelected] = useState<number>();
  const show = (mark: Mark): void => setSelected(index.stopOf(entryOfMark(mark, run.entries, index)));
  return (
    <article class="run">
      {!isAlone && (
        <a class="back" href={linkTo({ view: 'list' })}>
          ‹ All scenarios
        </a>
      )}
      <h2>
        <span class={`verdict ${run.verdict}`}>{run.verdict}</span> {run.name}
      </h2>
      <p class="quiet facts">{factsOf(run).join(' · ')}</p>
      {!run.client.ok && (
        <p class="client-error">
          The client failed: <code>{run.client.error || 'it said nothing'}</code>
        </p>
      )}
      <div class="all-findings">
        <Findings title="Not as expected" findings={run.findings} />
        <BrokenRules broken={run.broken} onShow={show} />
        <Findings title="Warnings" findings={run.warnings} isQuiet />
      </div>
      {run.entries.length === 0 ? (
        <p class="quiet">Nothing was recorded of what happened in this run.</p>
      ) : (
        <TraceViewer
          name={run.name}
          entries={run.entries}
          marks={marks}
          {...(run.sentFrom && { sentFrom: run.sentFrom })}
          selected={selected}
          onSelect={setSelected}
        />
      )}
      {run.left !== undefined && run.left > 0 && (
        <p class="quiet">The report holds the trace up to here: {run.left} entries are left out.</p>
      )}
      <Again run={run} />
    </article>
  );
};

const factsOf = ({ name, place, seed, elapsed, real, entries }: PageRun): readonly string[] => [
  ...(place === name ? [] : [place]),
  `seed ${seed}`,
  `${showDuration(elapsed)} of virtual time${showReal(real)}`,
  `${entries.length} entries`,
];

/** Of a recording nobody knows how long it took to make. */
const showReal = (real: number): string => {
  if (real === 0) return '';
  return real < 1000 ? ` in ${Math.round(real)} ms` : ` in ${(real / 1000).toFixed(1)} s`;
};

/** How to see it again; of a recording nobody knows. */
const Again = ({ run }: { readonly run: PageRun }) => (
  <section class="again" aria-label="See it again">
    {run.replay !== '' && (
      <>
        <h3>Replay</h3>
        <Snippet text={run.replay} what="command" />
      </>
    )}
    {run.scenario !== '' && (
      <details>
        <summary>Scenario</summary>
        <Snippet text={run.scenario} what="scenario" />
      </details>
    )}
    {Object.keys(run.assumptions).length > 0 && (
      <details>
        <summary>
          Choices made where the interface leaves something open ({Object.keys(run.assumptions).length})
        </summary>
        <Fields of={Object.entries(run.assumptions).map(([name, value]) => [name, showChoice(value)])} />
      </details>
    )}
    {run.client.told?.value !== undefined && (
      <details>
        <summary>{run.client.ok ? 'What the client returned' : 'The error of the client'}</summary>
        <pre tabIndex={0}>{JSON.stringify(run.client.told.value, null, 2)}</pre>
      </details>
    )}
  </section>
);
