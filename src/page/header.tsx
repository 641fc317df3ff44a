import { useState } from 'preact/hooks';
import { namesOf } from '../spec/names-of.ts';
import { Choice } from './choice.tsx';
import type { PageData } from './data.ts';
import { Help } from './help.tsx';
import { linkTo, type Route } from './route.ts';
import { chooseTheme, readTheme, type Theme } from './theme.ts';

interface HeaderProps {
  readonly data: PageData;
  readonly route: Route;
}

export const Header = ({ data, route }: HeaderProps) => (
  <header class="top">
    <div class="title">
      <h1>{data.title}</h1>
      <p class="quiet">{summarize(data)}</p>
    </div>
    <Views data={data} route={route} />
    <Tools />
  </header>
);

const viewNames = { matrix: 'Matrix', compare: 'Compare', coverage: 'Coverage', trend: 'Trend' } as const;

/** What there is besides the list of runs. */
const Views = ({ data, route }: HeaderProps) => {
  const views = namesOf(viewNames).filter((view) => data[view] !== undefined);
  if (views.length === 0) return null;
  const isFirst = data.compare === undefined && data.matrix === undefined;
  const runs = isFirst ? ({ view: 'list' } as const) : ({ view: 'run', run: 0 } as const);
  const isRuns = route.view === 'run' || (route.view === 'list' && isFirst);
  return (
    <nav aria-label="Views">
      {views.map((view) => {
        const isShown = route.view === view || (route.view === 'list' && !isFirst && view === views[0]);
        return (
          <a href={linkTo({ view })} aria-current={isShown ? 'page' : undefined}>
            {viewNames[view]}
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

const themeNames: Readonly<Record<Theme, string>> = { system: 'Auto', light: 'Light', dark: 'Dark' };

/** What there is on every page: in which colours it is shown, and what keys do. */
export const Tools = () => {
  const [chosen, setChosen] = useState(readTheme());
  const choose = (theme: Theme): void => {
    chooseTheme(theme);
    setChosen(theme);
  };
  return (
    <div class="tools">
      <Choice label="Colours" names={themeNames} chosen={chosen} onChoose={choose} />
      <Help />
    </div>
  );
};
