import type { PageTrend } from '../data.ts';

const barHeight = 120;

/** Earlier reports beside each other: how many runs were kept and broken, and how long they took. */
export const TrendView = ({ trend }: { readonly trend: readonly PageTrend[] }) => {
  const most = Math.max(1, ...trend.map(({ passed, failed }) => passed + failed));
  const scale = (count: number): string => `${(count / most) * barHeight}px`;
  return (
    <section class="trend" aria-labelledby="trend-title">
      <h2 id="trend-title">Trend</h2>
      <div class="trend-chart" aria-hidden="true">
        {trend.map(({ name, passed, failed }) => (
          <div class="trend-report" title={`${name}: ${failed} broken, ${passed} kept`}>
            <div class="trend-bar">
              <div class="trend-broken" style={{ height: scale(failed) }} />
              <div class="trend-kept" style={{ height: scale(passed) }} />
            </div>
          </div>
        ))}
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">Report</th>
            <th scope="col">Broken</th>
            <th scope="col">Kept</th>
            <th scope="col">Took</th>
          </tr>
        </thead>
        <tbody>
          {trend.map(({ name, passed, failed, real }) => (
            <tr>
              <th scope="row">{name}</th>
              <td>{failed}</td>
              <td>{passed}</td>
              <td>{(real / 1000).toFixed(1)} s</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
