import { useMemo, useState } from 'preact/hooks';
import type { PageBroken, PageData, PageRun } from '../data.ts';
import { linkTo } from '../route.ts';
import { breaksRuns } from './findings.tsx';
import { shortTime } from '../../picture/ruler.ts';

type Wanted = 'all' | PageRun['verdict'];

/** All runs, broken ones first; by verdict, and by what stands in their names, places and broken rules. */
export const RunList = ({ data, shown }: { readonly data: PageData; readonly shown: number }) => {
  const [wanted, setWanted] = useState<Wanted>('all');
  const [sought, setSought] = useState('');
  const found = useMemo(() => findRuns(data.runs, wanted, sought), [data.runs, wanted, sought]);
  return (
    <nav class="run-list" aria-label="Scenarios">
      <div class="run-filter">
        <input
          type="search"
          placeholder="Search scenarios"
          aria-label="Search scenarios"
          value={sought}
          onInput={(event) => setSought(event.currentTarget.value)}
        />
        <div class="segments" role="group" aria-label="Verdict">
          {(['all', 'broken', 'kept'] as const).map((one) => (
            <button type="button" aria-pressed={wanted === one} onClick={() => setWanted(one)}>
              {one}
            </button>
          ))}
        </div>
        <span class="quiet" role="status">
          {found.length} of {data.runs.length}
        </span>
      </div>
      <ol>
        {found.map(({ run, index }) => (
          <li>
            <a href={linkTo({ view: 'run', run: index })} aria-current={index === shown ? 'true' : undefined}>
              <span class={`verdict ${run.verdict}`}>{run.verdict}</span>
              <span class="run-name">{run.name}</span>
              <span class="quiet">
                {[run.broken.map(sayRule).join(' '), shortTime(run.elapsed), run.place].filter(Boolean).join(' · ')}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
};

/** A recommendation says that it is one, as it does in a terminal. */
const sayRule = (broken: PageBroken): string => (breaksRuns(broken) ? broken.rule : `⚠ ${broken.rule}`);

interface Found {
  readonly run: PageRun;
  readonly index: number;
}

const findRuns = (runs: readonly PageRun[], wanted: Wanted, sought: string): readonly Found[] => {
  const text = sought.trim().toLowerCase();
  return runs
    .map((run, index) => ({ run, index }))
    .filter(({ run }) => wanted === 'all' || run.verdict === wanted)
    .filter(({ run }) => text === '' || textOf(run).includes(text))
    .sort((one, other) => Number(one.run.verdict === 'kept') - Number(other.run.verdict === 'kept'));
};

const textOf = ({ name, place, broken, findings }: PageRun): string =>
  [name, place, ...broken.map(({ rule, name: rules }) => `${rule} ${rules}`), ...findings.map(({ claim }) => claim)]
    .join(' ')
    .toLowerCase();
