import type { PageData } from './data.ts';
import { Header } from './header.tsx';
import { type Route, useRoute } from './route.ts';
import { CompareView } from './views/compare-view.tsx';
import { CoverageView } from './views/coverage-view.tsx';
import { MatrixView } from './views/matrix-view.tsx';
import { NotRun } from './views/not-run.tsx';
import { RunList } from './views/run-list.tsx';
import { RunView } from './views/run-view.tsx';
import { TrendView } from './views/trend-view.tsx';

export const App = ({ data }: { readonly data: PageData }) => {
  const route = useRoute();
  return (
    <>
      <a class="skip" href="#main">
        To the content
      </a>
      <Header data={data} route={route} />
      <main id="main" tabIndex={-1} class={`view-${route.view}`}>
        <Shown data={data} route={firstRoute(data, route)} />
      </main>
    </>
  );
};

/** Where there is one run only, or two to compare, a list would tell nothing. */
const firstRoute = (data: PageData, route: Route): Route => {
  if (route.view !== 'list') return route;
  if (data.compare !== undefined) return { view: 'compare' };
  if (data.matrix !== undefined) return { view: 'matrix' };
  return route;
};

const Shown = ({ data, route }: { readonly data: PageData; readonly route: Route }) => {
  switch (route.view) {
    case 'matrix':
      return data.matrix ? <MatrixView matrix={data.matrix} runs={data.runs} /> : <Missing />;
    case 'coverage':
      return data.coverage ? <CoverageView coverage={data.coverage} /> : <Missing />;
    case 'trend':
      return data.trend ? <TrendView trend={data.trend} /> : <Missing />;
    case 'compare':
      return data.compare ? <CompareView data={data} compare={data.compare} /> : <Missing />;
    case 'list':
    case 'run':
      return (
        <>
          <NotRun {...data} />
          <Runs data={data} run={route.view === 'run' ? route.run : undefined} />
        </>
      );
    default:
      return route satisfies never;
  }
};

const Missing = () => <p class="empty">This report has nothing of the kind.</p>;

/** The list, and beside it the run that was chosen: at first the one that matters most. */
const Runs = ({ data, run }: { readonly data: PageData; readonly run: number | undefined }) => {
  const broken = data.runs.findIndex(({ verdict }) => verdict === 'broken');
  const shown = run ?? Math.max(0, broken);
  const current = data.runs[shown];
  return (
    <div class={data.runs.length > 1 ? `runs ${run === undefined ? 'nothing-chosen' : ''}` : 'runs single'}>
      {data.runs.length > 1 && <RunList data={data} shown={shown} />}
      {current ? (
        <RunView key={shown} run={current} isAlone={data.runs.length === 1} />
      ) : (
        <p class="empty">No scenario was run.</p>
      )}
    </div>
  );
};
