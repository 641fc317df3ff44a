import { useMemo, useState } from 'preact/hooks';
import { showDuration } from '../../spec/time.ts';
import { CopyButton } from '../copy-button.tsx';
import type { PageRun } from '../data.ts';
import { linkTo } from '../route.ts';
import { marksOf } from '../viewer/mark.ts';
import { entryOfMark, indexRun } from '../viewer/run-index.ts';
import { TraceViewer } from '../viewer/trace-viewer.tsx';
import { BrokenRules, Findings } from './findings.tsx';

/** A run: its verdict, what speaks for it, how to see it again, and its trace. */
export const RunView = ({ run, isAlone }: { readonly run: PageRun; readonly isAlone: boolean }) => {
  const marks = useMemo(() => marksOf(run.broken), [run]);
  const index = useMemo(() => indexRun(run.entries), [run]);
  const [selected, setSelected] = useState<number>();
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
          The client failed: <code>{run.client.error ?? 'it said nothing'}</code>
        </p>
      )}
      <div class="all-findings">
        <Findings title="Not as expected" findings={run.findings} />
        <BrokenRules
          broken={run.broken}
          onShow={(mark) => setSelected(index.stopOf(entryOfMark(mark, run.entries, index)))}
        />
        <Findings title="Warnings" findings={run.warnings} isQuiet />
      </div>
      <TraceViewer
        name={run.name}
        entries={run.entries}
        marks={marks}
        assumptions={run.assumptions}
        {...(run.sentFrom && { sentFrom: run.sentFrom })}
        selected={selected}
        onSelect={setSelected}
      />
      {run.left !== undefined && run.left > 0 && (
        <p class="quiet">The report holds the trace up to here: {run.left} entries are left out.</p>
      )}
      <Again run={run} />
    </article>
  );
};

const factsOf = ({ place, seed, elapsed, real, entries }: PageRun): readonly string[] => [
  place,
  `seed ${seed}`,
  `${showDuration(elapsed)} of virtual time in ${real < 1000 ? `${Math.round(real)} ms` : `${(real / 1000).toFixed(1)} s`}`,
  `${entries.length} entries`,
];

/** How to see it again. */
const Again = ({ run }: { readonly run: PageRun }) => (
  <section class="again" aria-label="See it again">
    <h3>Replay</h3>
    <div class="snippet">
      <CopyButton text={run.replay} what="command" />
      <pre tabIndex={0}>{run.replay}</pre>
    </div>
    <details>
      <summary>Scenario</summary>
      <div class="snippet">
        <CopyButton text={run.scenario} what="scenario" />
        <pre tabIndex={0}>{run.scenario}</pre>
      </div>
    </details>
    {Object.keys(run.assumptions).length > 0 && (
      <details>
        <summary>
          Choices made where the interface leaves something open ({Object.keys(run.assumptions).length})
        </summary>
        <dl class="fields">
          {Object.entries(run.assumptions).map(([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
            </div>
          ))}
        </dl>
      </details>
    )}
    {run.client.told?.value !== undefined && (
      <details>
        <summary>What the client told</summary>
        <pre tabIndex={0}>{JSON.stringify(run.client.told.value, null, 2)}</pre>
      </details>
    )}
  </section>
);
