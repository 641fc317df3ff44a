import { type Fields, isFields } from '../language/data.ts';

/** An entry of a trace that an earlier version wrote, in the words of today. Any other value is given back as it is. */
export const readOldEntry = (entry: unknown): unknown => {
  if (!isFields(entry)) return entry;
  switch (entry['kind']) {
    case 'accident':
      return rename({ ...entry, kind: 'fault' }, 'accident');
    case 'mishap':
      return rename({ ...entry, kind: 'notificationFault' }, 'mishap');
    case 'action':
      return isFields(entry['action']) ? { ...entry, action: readOldAction(entry['action']) } : entry;
    default:
      return entry;
  }
};

const readOldAction = (action: Fields): Fields => {
  const { loss, by, ...others } = action;
  switch (action['do']) {
    case 'accident':
      return rename({ ...action, do: 'fault' }, 'accident');
    case 'loseAnswer':
      return { ...others, do: 'fault', fault: { name: loss } };
    case 'delayAnswer':
      return { ...others, do: 'fault', fault: { name: 'late', by } };
    case 'beginTrouble':
      return rename({ ...action, do: 'beginFault' }, 'trouble');
    case 'endTrouble':
      return rename({ ...action, do: 'endFault' }, 'trouble');
    case 'regionDown':
      return isFields(action['failure']) ? { ...action, failure: rename(action['failure'], 'accident') } : action;
    default:
      return action;
  }
};

/** What was called by this old word is the fault. */
const rename = (fields: Fields, old: string): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key === old ? 'fault' : key, value]));
