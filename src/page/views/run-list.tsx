import { useMemo, useState } from 'preact/hooks';
import type { PageBroken, PageData, PageRun } from '../data.ts';
import { Choice } from '../choice.tsx';
import { linkTo } from '../route.ts';
import { Search } from '../search.tsx';
import { breaksRuns } from './findings.tsx';
import { shortTime } from '../../picture/ruler.ts';

type Wanted = 'all' | PageRun['verdict'];

const verdicts: Readonly<Record<Wanted, string>> = { all: 'all', broken: 'broken', kept: 'kept' };

/** All runs, broken ones first; by verdict, and by what stands in their names, places and broken rules. */
export const RunList = ({ data, shown }: { readonly data: PageData; readonly shown: number }) => {
  const [wanted, setWanted] = useState<Wanted>('all');
  const [sought, setSought] = useState('');
  const found = useMemo(() => findRuns(data.runs, wanted, sought), [data.runs, wanted, sought]);
  return (
    <nav class="run-list" aria-label="Scenarios">
      <div class="run-filter">
        <Search label="Search scenarios" sought={sought} onSeek={setSought} />
        <Choice label="Verdict" names={verdicts} chosen={wanted} onChoose={setWanted} />
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
