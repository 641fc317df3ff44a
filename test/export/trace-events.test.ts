import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { exportFormats } from '../../src/report/export/formats.ts';
import { drawPicture } from '../../src/picture/draw.ts';
import { sampled } from '../sampled.ts';
import { files, hostile, play } from './runs.ts';

interface Profile {
  readonly getName: () => string;
  readonly getTotalWeight: () => number;
}

interface Reader {
  readonly isTraceEventFormatted: (value: unknown) => boolean;
  readonly importTraceEvents: (value: unknown) => { readonly profiles: readonly Profile[] };
}

/** The part of speedscope that reads Trace Event JSON, taken out of the bundles of its page. */
const readSpeedscope = (): Reader => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('speedscope/package.json')), 'dist/release');
  const read = (name: RegExp): string =>
    readFileSync(join(folder, readdirSync(folder).find((file) => name.test(file)) ?? ''), 'utf8');
  // Its modules are wanted, and not the page that they begin with.
  const page = read(/^speedscope\.\w+\.js$/).replace(/,\[0,"\w+"\], null\)/, ',[], null)');
  const readers = read(/^import\.\w+\.js$/);
  const [, id] = /"\.\/trace-event":"(\w+)"/.exec(readers) ?? [];
  // oxlint-disable-next-line typescript/no-implied-eval -- its bundles are scripts of a page, and no modules
  const load = new Function('window', 'console', `var parcelRequire;\n${page}\n${readers}\nreturn parcelRequire`);
  return (load({}, { warn }) as (id: string | undefined) => Reader)(id);
};

/** What it could not make sense of. */
const warnings: unknown[] = [];
const warn = (warning: unknown): number => warnings.push(warning);
const speedscope = readSpeedscope();

const played = await play(sampled(files, { every: 4, from: 2 }));

const eventsOf = (text: string) =>
  (JSON.parse(text) as { readonly traceEvents: readonly Readonly<Record<string, unknown>>[] }).traceEvents;

test.each([...played, ...hostile])('speedscope reads it: $name', (run) => {
  const written: unknown = JSON.parse(exportFormats.perfetto.write(run));

  expect(speedscope.isTraceEventFormatted(written)).toBe(true);
  const { profiles } = speedscope.importTraceEvents(written);
  expect(profiles.length).toBeGreaterThan(2);
  expect(warnings).toEqual([]);
});

test('each lane that has bars is a profile of its own, as long as its last bar', () => {
  const [run] = played;
  const picture = drawPicture(run?.entries ?? []);
  const { profiles } = speedscope.importTraceEvents(JSON.parse(exportFormats.perfetto.write(run as never)));
  const names = profiles.map((profile) => profile.getName());

  for (const { name, group, bars } of picture.lanes) {
    const wanted = bars.length === 0 ? 0 : 1;
    expect(names.filter((one) => one.includes(group) && one.includes(name)).length).toBeGreaterThanOrEqual(wanted);
  }
  const client = profiles.find((profile) => profile.getName().startsWith('client'));
  expect(client?.getTotalWeight()).toBe(picture.end * 1000 + 2);
});

test.each(played)(
  'every bar is in it, in microseconds, and stretches of one thread lie within each other: $name',
  (run) => {
    const { lanes } = drawPicture(run.entries);
    const events = eventsOf(exportFormats.perfetto.write(run));
    const stretches = events.filter(({ ph, cat }) => ph === 'X' && cat !== 'rules');

    expect(stretches).toHaveLength(lanes.reduce((sum, { bars }) => sum + bars.length, 0));
    const ends = new Map<string, number>();
    for (const { pid, tid, ts, dur } of stretches) {
      const thread = `${String(pid)} ${String(tid)}`;
      expect(Number(ts)).toBeGreaterThan(ends.get(thread) ?? -1);
      ends.set(thread, Number(ts) + Number(dur));
    }
  },
);

test('limits are counters, and broken rules stand where they broke', () => {
  const events = played.flatMap((run) => eventsOf(exportFormats.perfetto.write(run)));

  expect(events.filter(({ ph }) => ph === 'C').map(({ name }) => name)).toContain('createRate orders');
  expect(events.find(({ cat }) => cat === 'rules')).toMatchObject({ name: 'C14', ts: 0, args: { exchange: 1 } });
});
