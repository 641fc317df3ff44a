import { resolve } from 'node:path';
import { loadScenarios, runScenario, type Entry } from '../../src/index.ts';
import type { Exported } from '../../src/report/export/formats.ts';
import { importWith } from '../rules/clients/reference-client.ts';
import { hostileTexts } from '../report/sample.ts';

const library = resolve(import.meta.dirname, '../../scenarios');

/** Runs of every subject of the library: one file of each folder, in which most kinds of things happen. */
export const files = [
  'applications/secret-is-rotated.yaml',
  'collecting/several-customers.yaml',
  'consent/consent-is-withdrawn.yaml',
  'downloads/links-go-stale.yaml',
  'limits/create-is-throttled.yaml',
  'listing/hour-has-passed.yaml',
  'network/network-is-flaky.yaml',
  'network/listing-is-not-answered.yaml',
  'notifications/notifications-as-they-may-be.yaml',
  'regions/region-is-overrun.yaml',
  'retries/listing-times-out.yaml',
  'tokens/token-is-revoked.yaml',
];

/** What a client does in some of them, by `fetch`: to intercept sockets takes longer than to export. */
export const play = async (chosen: readonly string[]): Promise<readonly Exported[]> => {
  const runs: Exported[] = [];
  for (const scenario of await loadScenarios(chosen.map((file) => resolve(library, file)))) {
    const { trace } = await runScenario(scenario, importWith(), { transport: 'fetch' });
    runs.push({ name: scenario.name, entries: trace.entries, broken: [{ rule: 'C14', at: 0, exchange: 1 }] });
  }
  return runs;
};

const entriesWith = (text: string): readonly Entry[] => [
  { kind: 'began', at: 0, epoch: '2024-02-29T00:00:00.000Z', seed: 0 },
  {
    kind: 'request',
    at: 1,
    exchange: 1,
    operation: 'unknown',
    request: { method: 'GET', url: `https://x.test/${text}`, headers: {}, body: text },
  },
  {
    kind: 'answer',
    at: 2,
    exchange: 1,
    answer: { status: 404, headers: {}, body: text },
    row: text,
    section: '',
    leaned: [],
  },
  { kind: 'transition', at: 3, query: text, customer: text, scope: text, from: 'none', to: 'inProgress' },
  { kind: 'notification', at: 4, notification: 1, query: text, status: 'COMPLETED', region: 'eu-west-1', body: text },
  { kind: 'undelivered', at: 4, notification: 1, why: text },
  { kind: 'action', at: 5, action: { do: 'revokeConsent', customer: text, scope: text }, place: text },
  { kind: 'ended', at: 6, outcome: 'rejected', error: text },
];

/** Runs in which every name and every text is one that would end or begin something. */
export const hostile: readonly Exported[] = [...hostileTexts, 'end', 'a; b', '%% c', 'loop', 'alt x', ''].map(
  (text) => ({
    name: text,
    entries: entriesWith(text),
    broken: [{ rule: text, at: 2 }],
  }),
);
