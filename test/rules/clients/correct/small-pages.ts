import type { Client } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import * as calls from './calls.ts';
import { importCustomer } from './import-customer.ts';
import { openReports } from './report.ts';
import { sendByKy } from './senders.ts';

const sizes = [2, 1, 3];

/** Very small pages, so that a listing has many of them; another size for each customer, and the same within a listing. */
export const importBySmallPages: Client = async (env) => {
  const hear = parts.openInbox(env, 4 * 3_600_000);
  const limits = calls.openLimits();
  const get = calls.openGet(sendByKy, env.signal);
  const report = openReports(sendByKy, env);
  const reports: { customer: string; records: number; report: string }[] = [];
  for (const [index, customer] of env.customers.entries()) {
    const tokens = calls.tokensOf(sendByKy, env, customer);
    const line = { customer, send: sendByKy, limits, tokens, stop: env.signal };
    const call = calls.openCall({ ...line, regions: calls.stayWithRegion(env) });
    const pageSize = sizes[index % sizes.length] ?? 1;
    try {
      const records = await importCustomer({ call, get, hear, stop: env.signal, pageSize });
      reports.push({ customer: customer.id, records, report: await report({ customer: customer.id, records }) });
    } catch (error) {
      throw new Error(`${customer.id} and those after it: ${calls.messageOf(error)}`, { cause: error });
    }
  }
  return reports;
};
