import { type EventName, eventNames } from '../../core/event.ts';
import type { TopicRow } from './topic.ts';

const events: Readonly<Record<EventName, string>> = {
  tokenIssued: 'The token address gave out an access token for the store APIs.',
  tokenRefreshed: "The token address gave out an access token for a customer's data.",
  created: 'A data query was created.',
  completed: 'A data query came to its end, and its records can be listed.',
  canceled: 'A data query came to its end without records: consent was gone, or the account on hold.',
  notified: 'A notification was sent.',
  listed: 'A page of records was listed.',
  downloaded: 'A file or a schema was downloaded.',
  mailSent: 'An e-mail was accepted.',
};

export const eventTopics: readonly TopicRow[] = eventNames.map((name) => ({
  name,
  what: events[name],
  facts: [
    ['means', events[name]],
    ['scenario', `- { after: ${name}, do: revokeConsent }`],
    ['scenario', `- { after: ${name}, nth: 2, elapse: 1h }`],
  ],
}));
