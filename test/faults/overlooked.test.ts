import { expect, onTestFinished, test, vi } from 'vitest';
import importOrders from '../../scenarios/clients/import-orders.ts';
import { readScenario } from '../../src/index.ts';
import { runScenario } from '../../src/play/run-scenario.ts';

const scenario = readScenario(
  `
name: every certificate has expired
customer: { records: 3, collects: 10m }
steps:
  - { on: createDataQuery, nth: every, fault: expiredCertificate }
  - { on: listDataQueryRecords, nth: every, fault: wrongHostCertificate }
  - { on: downloadFile, nth: every, fault: selfSignedCertificate }
expect:
  result: { records: 3, queries: 1 }
  requests: { createDataQuery: 1, listDataQueryRecords: 1, downloadFile: 3 }
  imported: 3
`,
  'expired.yaml',
);

test('a client that does not verify imports everything from hosts that are not to be trusted', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());

  const { verdict, findings, judgements, trace } = await runScenario(scenario, importOrders);

  expect([verdict, findings]).toEqual(['kept', []]);
  expect(trace.entries.filter(({ kind }) => kind === 'fault')).toHaveLength(5);
  // It did reach its region, and so had no reason to look for another.
  expect(judgements.find(({ rule }) => rule.id === 'C21')).toMatchObject({
    verdict: 'inconclusive',
    why: 'every region could be reached',
  });
});

test('one that verifies imports nothing', async () => {
  const { findings, trace } = await runScenario(scenario, importOrders);

  expect(findings.length).toBeGreaterThan(0);
  expect(trace.entries.some((entry) => entry.kind === 'answer' && entry.answer.status === 201)).toBe(false);
});
