import { sequenceKey } from '../../src/language/words.ts';

/** What each field of a scenario file is for, in a sentence or two, as editors and the guide show it. */

export const scenarioDocs = {
  name: 'What the scenario is about, in one line. With a table, `$column` stands for a value of the row.',
  version: 'The version of the language, 1. It can be left out.',
  include:
    'Files that say something first: their steps come first, and of other fields the last word counts. They lie in the folder of this file or below; one whose name begins with `_` is no scenario of its own.',
  each: 'A table: one scenario for each row. `$column` stands for the value of the row wherever it is written, and keeps its type where it stands alone.',
  client: 'The module of the client under test, relative to this file. The command line may name another.',
  seed: 'What everything random is drawn from: ids, data, chances. Without it 0.',
  profile: 'The dated state of the interfaces to go by. Without it the newest.',
  latency:
    'How long each answer is on its way: always the same (`50ms`), or drawn for each (`50ms..400ms`). Without it no time.',
  clockSkew:
    "How far the service's clock is ahead of the client's (`5m`) or behind (`-5m`), a day at most. With it every answer says its date. Without it both have the same, and answers have no date.",
  limits: "Limits that are to be other than the profile's.",
  applications: "The developer's applications. Without them there is one, which may do everything.",
  customer: "The only customer's data in one scope.",
  customers: 'Customers, a row for each scope of each of them.',
  assumptions: 'Decisions for points that the interfaces leave open.',
  steps: 'What happens, and when.',
  expect:
    'What must come of it. Without it the client succeeds; every step has to happen unless it says otherwise, and every rule of the service to hold.',
} as const;

export const customerDocs = {
  id: 'The id of the customer. The same one may stand in several rows, one for each scope.',
  scope: 'The scope of interface C that the data belongs to. Without it `orders`.',
  records: 'How many records a collection finds, or the records themselves.',
  fileSize: 'How many bytes each data file has, where records are only counted.',
  schema: 'What the schema files hold, where the records themselves are given.',
  collects:
    'How long a collection takes: always the same (`10m`), drawn anew each time (`5m..10m`), or until a step finishes it (`held`).',
  notifiedAfter: 'How long after the end of a query its notification is sent.',
  consent: 'Whether the customer consents at the start, or for how long. Without it they do, with no end.',
} as const;

export const applicationDocs = {
  id: 'The client id.',
  scopes: 'The scopes enabled for it; without it those of all customers.',
  allowlisted: 'Whether it has completed the allowlisting process; without it, it has.',
  attached: 'The APIs that its security profile is attached to; without it all.',
  customers: 'The customers that authorized it; without it all.',
} as const;

export const triggerDocs = {
  at: 'At a virtual time, counted from the start.',
  after: 'After the n-th such event; with `wait` so much later.',
  on: 'Right before the n-th such exchange is dealt with.',
  wait: 'So much later: after the event, or in a sequence after the step before.',
  nth: 'Which of those that match: the n-th, `every`, from one to another (`2..4`), or from one on (`3..`). Without it the first.',
  where: 'What else must be so of the exchange or event. At a time: of the requests that a fault hits.',
  chance:
    'How likely each that matches is to count, drawn from the seed. At a time it is drawn once, or for each request that a fault could hit.',
  [sequenceKey]:
    'What follows, one after the other. Each is waited for from the moment in which the one before has happened.',
} as const;

export const whereDocs = {
  region: 'The region of interface C that a request goes to, or that a notification comes from.',
  customer: 'The customer that it is about.',
  scope: 'The scope of interface C that it is about.',
  application: 'The application that it is about.',
  page: 'The page of a listing that is asked for, from 1.',
  record: 'The place of the record whose file is fetched, from 1.',
  grant: 'What a token is asked for with.',
  status: 'How the query of a notification ended.',
} as const;

/** What is no field of a verb. */
export const formDocs = {
  do: 'What happens.',
} as const;

export const expectationDocs = {
  client:
    'Whether the client succeeds, or what its error must match; `ends`, where both will do. Without it, it succeeds.',
  result: "What the client's result must contain: every field named here, with an equal value.",
  requests: 'How many exchanges of a kind there must be: `3`, or a range: `1..3`, `2..`, `..3`.',
  when: 'When exchanges of a kind must happen: the first, the last, and how long from one to the next.',
  within: 'How much virtual time the client may take.',
  arrived:
    'How many records must arrive, their data and schema whole: in all (`10`), or of each customer (`{ anna: 10, bert: 0..20 }`). The same record counts once.',
  mails: 'How many e-mails must be accepted, or what each of them must be like, in order.',
  queries: 'How many queries must be in which state in the end.',
  unfired:
    'What becomes of a step whose moment never comes: it breaks the run (`break`, as without it), or it is a warning (`warn`), where a client may be right and never get there.',
  rules: 'Which rules must be kept. Without it those of level `must`, and what others say is a warning.',
  example:
    'What the example client of a library of scenarios does in its own way, in the same words but for `unfired` and `rules`. It is judged of that client alone: `run --example`.',
} as const;

/** Fields of what stands in expectations. */
export const detailDocs = {
  fails: 'A regular expression that the error of the client must match: `revoked|canceled`, `/revoked/i`.',
  atLeast: 'Not fewer.',
  atMost: 'Not more.',
  first: 'When the first begins, counted from the start.',
  last: 'When the last begins, counted from the start.',
  waits: 'How long from the beginning of each to the beginning of the next: for all of them, or for each in order.',
  to: 'The recipient.',
  from: 'The sender.',
  content: 'A regular expression that the text must match.',
  inProgress: 'Queries that are still being collected.',
  completed: 'Queries that have been collected.',
  canceled: 'Queries that could not be collected.',
} as const;
