import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, test } from 'vitest';
import { allTopics } from '../../src/cli/topics/all-topics.ts';
import type { PageRun } from '../../src/page/data.ts';
import { assumptionIds } from '../../src/spec/assumptions.ts';
import { namesOf } from '../../src/spec/names-of.ts';
import { otherRefusals } from '../../src/spec/other-refusals.ts';
import { refusalNames } from '../../src/spec/refusals.ts';
import { isoDate } from '../../src/spec/time.ts';
import type { Entry } from '../../src/trace/entry.ts';
import { explain } from '../../src/trace/explanation.ts';
import { settingsIn } from '../../src/trace/settings-in.ts';
import { builtProgram } from '../built.ts';
import { run } from '../cli/begin.ts';
import { describeInChromium } from '../chromium.ts';
import { drawnOn, openPage } from './browser.ts';
import { pageOf } from './sample.ts';

/* Tables of which what is built has only a part, so that what tests read in the sources says nothing of it. (scripts/build) */

const rows = [...refusalNames, ...namesOf(otherRefusals)];
const epoch = 0;

/** An exchange for each refusal and each open point: what is said of it stands in those tables. */
const entries: readonly Entry[] = [
  { at: 0, kind: 'began', epoch: isoDate(epoch), seed: 0 },
  ...Array.from({ length: Math.max(rows.length, assumptionIds.length) }, (_, place) => place + 1).flatMap(
    (exchange): readonly Entry[] => {
      const request = { method: 'GET', url: 'https://eu-west-1.stunt-double.test/orders', headers: {}, body: '' };
      const answer = { status: 403, headers: {}, body: '' };
      const row = rows[exchange % rows.length];
      const leaned = assumptionIds.slice(exchange % assumptionIds.length).slice(0, 1);
      const common = { at: exchange, exchange };
      return [
        { ...common, kind: 'request', operation: 'createDataQuery', region: 'eu-west-1', request },
        { ...common, kind: 'answer', answer, section: 'Errors, interface C', leaned, ...(row && { row }) },
      ];
    },
  ),
];

/** What the table beside an exchange says, in the order of its lines. */
const said = entries.flatMap((entry) => {
  if (entry.kind !== 'answer') return [];
  const told = explain(entries, { epoch, ...settingsIn(entries) }, entry.exchange);
  return [
    [
      `gate ${told?.row}`,
      ...(told?.because === undefined ? [] : [`because ${told.because}`]),
      `section ${told?.section}`,
      ...(told?.assumptions ?? []).map(({ id, value, question }) => `assumption ${id} = ${String(value)}${question}`),
    ],
  ];
});

const all: PageRun = {
  name: 'all',
  place: 'all.yaml',
  verdict: 'kept',
  seed: 0,
  elapsed: 1,
  real: 1,
  client: { ok: true },
  findings: [],
  warnings: [],
  broken: [],
  replay: '',
  scenario: '',
  assumptions: {},
  entries,
};

describeInChromium('a page as it is built', () => {
  test('it says of every refusal what brings it about, and of every open point what is asked and usually taken', async () => {
    await using open = await openPage(pageOf([all]));

    await open.reopen('#/run/0');
    await drawnOn(open.page);

    const shown = await open.page.evaluate(async (stops) => {
      const tables: string[][] = [];
      const timeline = document.querySelector('.timeline-canvas');
      for (let stop = 0; stop < stops; stop++) {
        timeline?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
        await new Promise((rendered) => setTimeout(rendered));
        const facts = [...document.querySelectorAll('.details .why dl > div')];
        if (facts.length > 0)
          tables.push(facts.map(({ children }) => [...children].map((part) => part.textContent).join(' ')));
      }
      return tables;
    }, said.length + 1);

    expect(shown).toEqual(said);
  });
});

test('the command line as it is built explains every word as its sources do', async () => {
  const names = Object.values(allTopics)
    .flat()
    .map(({ name }) => name);

  const built = spawnSync(process.execPath, [builtProgram(), 'explain', ...names], { encoding: 'utf8', env: {} });

  expect(built.stdout).toBe((await run(['explain', ...names])).out);
  expect(names.length).toBeGreaterThan(300);
});
