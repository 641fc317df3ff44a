import importOrders from '../../scenarios/clients/import-orders.ts';
import { readPanel } from '../../src/control/panel.ts';
import { beginControl } from '../../test/control/begin.ts';
import { openPanel } from '../../test/page/panel/open-panel.ts';

/** The live panel while the example client waits for what it asked for. */
export const pictureOfPanel = async (): Promise<Buffer> => {
  const customer = { id: 'ann', records: 8, collects: '20m' };
  await using begun = await beginControl({ transport: 'sockets', customer, page: readPanel() });
  const { sim } = begun;
  sim.after('created', { wait: '5m' }).expireToken();
  sim.at('2h').expireConsent();
  await sim.run(() => importOrders(sim.env));
  await using panel = await openPanel(begun.url, { viewport: { width: 1280, height: 860 } });
  const { page, complaints } = panel;
  await page.getByPlaceholder('Search what can happen').fill('consent');
  await page.getByRole('button', { name: 'revokeConsent now' }).click();
  await page.getByText('grantConsent').click();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 1500)));
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
  return await page.screenshot();
};
