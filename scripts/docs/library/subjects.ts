/** The folders of `scenarios/`, in the order of the guide, and what they are about. */
export const subjects = {
  consent: 'What the customer gives and takes back, and what becomes of their account.',
  collecting: 'A collection takes as long as it takes, one at a time for a customer and a scope.',
  listing: 'Pages, their ends, and the hour in which they can be had.',
  downloads: 'Links that live for minutes, and the files behind them.',
  notifications: 'The only word that data is ready: late, lost, twice, or out of order.',
  tokens: 'Tokens of customers that expire, are refreshed, or are taken back.',
  applications: 'What the developer console allows an application, and stops allowing.',
  retries: 'Which refusals are worth another try, after which wait, and which are not.',
  limits: 'Requests that come too soon, and a day that is used up.',
  regions: 'Three regions with one state that fail on their own.',
  network: 'What happens on the way: nobody listens, answers get lost, bodies break off.',
  store: 'The short-lived tokens of the store APIs, and the profiles behind them.',
  mail: 'A mail that must not be sent twice.',
} as const;

export type Subject = keyof typeof subjects;

export const isSubject = (name: string): name is Subject => Object.hasOwn(subjects, name);

/** `Consent`. */
export const titleOfSubject = (subject: Subject): string => subject.charAt(0).toUpperCase() + subject.slice(1);
