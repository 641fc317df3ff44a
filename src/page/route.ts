import { useLayoutEffect, useState } from 'preact/hooks';

/** What of a report is shown. It stands behind the # of the address, so that Back works and a run can be linked to. */
export type Route =
  | { readonly view: 'list' | 'matrix' | 'coverage' | 'trend' | 'compare' }
  | { readonly view: 'run'; readonly run: number };

const views = ['matrix', 'coverage', 'trend', 'compare'] as const;

const readRoute = (hash: string): Route => {
  const run = /^#\/run\/(\d{1,9})$/.exec(hash)?.[1];
  if (run !== undefined) return { view: 'run', run: Number(run) };
  return { view: views.find((view) => hash === `#/${view}`) ?? 'list' };
};

export const linkTo = (route: Route): string =>
  route.view === 'run' ? `#/run/${route.run}` : route.view === 'list' ? '#/' : `#/${route.view}`;

export const useRoute = (): Route => {
  const [hash, setHash] = useState(location.hash);
  useLayoutEffect(() => {
    const change = (): void => setHash(location.hash);
    addEventListener('hashchange', change);
    return () => removeEventListener('hashchange', change);
  }, []);
  return readRoute(hash);
};
