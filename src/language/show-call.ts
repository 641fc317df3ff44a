import type { Trigger } from './ast.ts';
import { show, showKey } from './show.ts';

/** A call the way it was written, short enough to be a place: `after("created", { wait: "10m" })`. */
export const showCall = (name: string, values: readonly unknown[]): string =>
  `${name}(${values.map(showArgument).join(', ')})`;

const showArgument = (value: unknown): string => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return show(value);
  const fields = Object.entries(value).map(([key, field]) => `${showKey(key)}: ${show(field)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.slice(0, 5).join(', ')}${fields.length > 5 ? ', …' : ''} }`;
};

/** The moment as the call that names it: `on('listDataQueryRecords', nth 2)`. */
export const showTrigger = (trigger: Trigger): string => {
  const { where = {}, chance } = trigger;
  const details = [
    ...('wait' in trigger && trigger.wait !== '0s' ? [`wait ${trigger.wait}`] : []),
    ...('nth' in trigger && trigger.nth !== 1 ? [`nth ${trigger.nth}`] : []),
    ...Object.entries(where).map(([key, value]) => `${key} ${value}`),
    ...(chance === undefined ? [] : [`chance ${chance}`]),
  ];
  return `${trigger.kind}(${[`'${nameOf(trigger)}'`, ...details].join(', ')})`;
};

const nameOf = (trigger: Trigger): string => {
  switch (trigger.kind) {
    case 'at':
    case 'wait':
      return trigger.time;
    case 'after':
      return trigger.event;
    case 'on':
      return trigger.exchange;
    default:
      return trigger satisfies never;
  }
};
