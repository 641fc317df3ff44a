import { useState } from 'preact/hooks';
import type { PageData } from './data.ts';
import { linkTo, type Route } from './route.ts';
import { chooseTheme, readTheme, themes } from './theme.ts';

interface HeaderProps {
  readonly data: PageData;
  readonly route: Route;
  readonly onHelp: () => void;
}

export const Header = ({ data, route, onHelp }: HeaderProps) => (
  <header class="top">
    <div class="title">
      <h1>{data.title}</h1>
      <p class="quiet">{summarize(data)}</p>
    </div>
    <Views data={data} route={route} />
    <div class="tools">
      <Themes />
      <button type="button" class="icon" aria-label="Help" title="What keys do (?)" onClick={onHelp}>
        ?
      </button>
    </div>
  </header>
);

/** What there is besides the list of runs. */
const Views = ({ data, route }: Pick<HeaderProps, 'data' | 'route'>) => {
  const views = [
    ...(data.matrix ? [{ name: 'Matrix', view: 'matrix' as const }] : []),
    ...(data.compare ? [{ name: 'Compare', view: 'compare' as const }] : []),
    ...(data.coverage ? [{ name: 'Coverage', view: 'coverage' as const }] : []),
    ...(data.trend ? [{ name: 'Trend', view: 'trend' as const }] : []),
  ];
  if (views.length === 0) return null;
  const isFirst = data.compare === undefined && data.matrix === undefined;
  const runs = isFirst ? ({ view: 'list' } as const) : ({ view: 'run', run: 0 } as const);
  const isRuns = route.view === 'run' || (route.view === 'list' && isFirst);
  return (
    <nav aria-label="Views">
      {views.map(({ name, view }) => {
        const isShown = route.view === view || (route.view === 'list' && !isFirst && view === views[0]?.view);
        return (
          <a href={linkTo({ view })} aria-current={isShown ? 'page' : undefined}>
            {name}
          </a>
        );
      })}
      <a href={linkTo(runs)} aria-current={isRuns ? 'page' : undefined}>
        Runs
      </a>
    </nav>
  );
};

const summarize = (data: PageData): string => {
  const { command, matrix, stopped, writtenBy } = data;
  // A matrix counts its cells by itself, of which the run without a fault is none.
  const parts = [...(matrix === undefined ? countRuns(data) : []), stopped ?? '', command, writtenBy];
  return parts.filter((part) => part !== '').join(' · ');
};

const countRuns = ({ runs, planned }: PageData): readonly string[] => {
  const broken = runs.filter(({ verdict }) => verdict === 'broken').length;
  const isCut = planned !== undefined && planned > runs.length;
  const all = `${runs.length}${isCut ? ` of ${planned}` : ''} ${runs.length === 1 && !isCut ? 'run' : 'runs'}`;
  return [all, `${broken} broken`, `${runs.length - broken} kept`];
};

const themeNames = { system: 'Auto', light: 'Light', dark: 'Dark' } as const;

export const Themes = () => {
  const [chosen, setChosen] = useState(readTheme());
  return (
    <div class="segments" role="group" aria-label="Colours">
      {themes.map((theme) => (
        <button
          type="button"
          aria-pressed={theme === chosen}
          onClick={() => {
            chooseTheme(theme);
            setChosen(theme);
          }}
        >
          {themeNames[theme]}
        </button>
      ))}
    </div>
  );
};
