import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { exportFormats } from '../../src/report/export/formats.ts';
import type { Entry } from '../../src/trace/entry.ts';
import { sampled } from '../sampled.ts';
import { files, hostile, play } from './runs.ts';

// Mermaid cleans texts by means of a browser's document.
Object.assign(globalThis, { window: new JSDOM('').window });
Object.assign(globalThis, { document: globalThis.window.document });
const { default: mermaid } = await import('mermaid');

/** The hour of a token and of a listing is in the second of them. */
const played = await play(sampled(files, { every: 4, from: 1 }));
const runs = [...played, ...hostile];

test.each(runs)('Mermaid reads the sequence: $name', async (run) => {
  const text = exportFormats.sequence.write(run);

  await expect(mermaid.parse(text)).resolves.toMatchObject({ diagramType: 'sequence' });
  expect(text.split('\n').filter((line) => line.includes('->>') || line.includes('-->>')).length).toBeGreaterThan(0);
});

test.each(runs)('Mermaid reads the lives: $name', async (run) => {
  await expect(mermaid.parse(exportFormats.lives.write(run))).resolves.toMatchObject({ diagramType: 'gantt' });
});

test('what is no diagram is refused by the reader of this test', async () => {
  await expect(mermaid.parse('sequenceDiagram\n  client ->')).rejects.toThrow('Parse error');
});

test('requests and answers are messages, with virtual times; a token lives for its hour', () => {
  const run = played.find(({ name }) => name.includes('hour'));
  if (run === undefined) throw new Error('there is no such run');

  expect(exportFormats.sequence.write(run)).toContain(
    '  client->>portability: 0.000s #35;1 createDataQuery (eu-west-1)\n',
  );
  expect(exportFormats.sequence.write(run)).toContain(
    '  portability-->>client: 1h11m0.000s #35;4 403 accessTimeElapsed\n',
  );
  expect(exportFormats.lives.write(run)).toContain('  token 1 expired :done, 1709164800000, 1709168400000\n');
});

test('a run that is too long for a diagram is cut, and says by how much', async () => {
  const slept: Entry = { kind: 'slept', at: 1, duration: 1, place: '' };
  const entries = Array.from({ length: 5000 }, () => slept);
  const text = exportFormats.sequence.write({ name: '', entries, broken: [] });
  const lines = text.split('\n').filter((line) => line.includes('have passed')).length;

  expect(text.length).toBeLessThan(50_000);
  expect(text).toContain(`${5000 - lines} more are left out`);
  await expect(mermaid.parse(text)).resolves.toMatchObject({ diagramType: 'sequence' });
});
