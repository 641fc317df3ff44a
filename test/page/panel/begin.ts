import { readPanel } from '../../../src/control/panel.ts';
import { type Begun, beginControl } from '../../control/begin.ts';

export const begin = (options: Parameters<typeof beginControl>[0] = {}): Promise<Begun> =>
  beginControl({ ...options, page: readPanel() });

/** A client that does a bit of everything; nobody takes its notifications, which breaks a rule. */
export const work = async ({ sim }: Begun): Promise<void> => {
  const { env } = sim;
  const authorization = { authorization: `Bearer ${env.customer.accessToken}` };
  await sim.fetch(`${env.regions['eu-west-1']}/${env.customer.scope}/data-queries`, {
    method: 'POST',
    headers: authorization,
  });
};

export const sendMail = ({ sim }: Begun, emailContent: string): Promise<Response> =>
  sim.fetch(sim.env.emailUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ toEmailAddress: 'a@b.example', fromEmailAddress: 'c@d.example', emailContent }),
  });
