import type { PageData } from '../data.ts';

/** So many are named. */
const most = 50;

/** Scenarios that were to be run, and why they were not. */
export const NotRun = ({ notRun = [], stopped }: Pick<PageData, 'notRun' | 'stopped'>) => {
  if (notRun.length === 0) return null;
  const were = notRun.length === 1 ? 'scenario was' : 'scenarios were';
  const hidden = notRun.length - most;
  return (
    <details class="not-run" open={notRun.length <= 5}>
      <summary>{`${notRun.length} ${were} not run${stopped === undefined ? '' : `: ${stopped}`}`}</summary>
      <ul>
        {notRun.slice(0, most).map((name) => (
          <li>{name}</li>
        ))}
        {hidden > 0 && <li class="quiet">{`… and ${hidden} more`}</li>}
      </ul>
    </details>
  );
};
