import { type AccessFaultName, accessFaults } from '../../spec/faults.ts';
import type { AccessFaultRow } from '../../spec/faults/row.ts';
import type { Answered, History } from '../history.ts';
import { tokenOf } from './portability.ts';

const isAccessFault = (name: string): name is AccessFaultName => Object.hasOwn(accessFaults, name);

/** The refusal that a fault of the table answers with, so that it is right while that is in force. */
const refusalOf = (name: string): AccessFaultRow['refuses'] | undefined => {
  const row: AccessFaultRow | undefined = isAccessFault(name) ? accessFaults[name] : undefined;
  return row?.refuses;
};

/** Whether what refused a call was a fault that a scenario had put in force, on this customer or on everybody. */
export const isByFault = (history: History, exchange: Answered): boolean => {
  const { row, decidedAt } = exchange.answer;
  const customer = tokenOf(history, exchange)?.customer;
  return history.entries.some(({ at, ...entry }) => {
    if (entry.kind !== 'action' || at > decidedAt || row === undefined) return false;
    const { action } = entry;
    if (refusalOf(action.do) !== row) return false;
    const isOver = 'for' in action && action.for !== undefined && at + action.for <= decidedAt;
    return !isOver && (!('customer' in action) || action.customer === customer);
  });
};
