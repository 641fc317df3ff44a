import type { EntryOf } from './entry.ts';
import { short } from './short.ts';

/** What happens by itself, as its moment has come. */
export const sayDue = ({ what, of }: EntryOf<'due'>): string => {
  switch (what) {
    case 'collectionEnds':
      return `the collection of ${short(of)} ends`;
    case 'notification':
      return `a notification of ${short(of)}`;
    case 'consentEnds':
      return `the consent of ${of} ends`;
    case 'step':
      return of;
    default:
      return what satisfies never;
  }
};
