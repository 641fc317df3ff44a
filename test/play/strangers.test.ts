import { expect, test, vi } from 'vitest';
import { readScenario } from '../../src/language/read-scenario.ts';
import { runScenario } from '../../src/play/run-scenario.ts';

const typos = `name: customers that are not there
customers: [{ id: anna, records: 3 }]
applications: [{ id: app, customers: [ann] }]
expect: { arrived: { ana: 0..20 }, example: { arrived: { anna: 3, bert: 0 } } }
`;

test('customers that a scenario names beside its steps are looked up before it is played, all at once and with their places', async () => {
  const client = vi.fn(async () => undefined);

  const run = runScenario(readScenario(typos, 'typos.yaml'), client);

  await expect(run).rejects.toMatchObject({ code: 'UNKNOWN_CUSTOMER' });
  const told = String(await run.catch((error: unknown) => error));
  for (const place of ['typos.yaml:3:', 'typos.yaml:4:']) expect(told).toContain(place);
  for (const name of ['ann', 'ana', 'bert']) expect(told).toContain(`there is no customer "${name}"`);
  expect(client).not.toHaveBeenCalled();
});
