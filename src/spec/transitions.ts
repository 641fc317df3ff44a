import type { ErrorName } from './errors.ts';
import type { FinalStatus } from './fields.ts';
import type { Section } from './sections.ts';

export const transitionSection: Section = 'States and transitions';

/** `none` is a query id nobody was given, or a customer and scope that never had a query. */
export const queryStates = ['none', 'inProgress', 'completed', 'canceled'] as const;
export type QueryState = (typeof queryStates)[number];

/** `list` falls inside the listing window, `listLate` after it. A query that is not completed has no window. */
export const queryTriggers = ['create', 'collected', 'requirementLost', 'list', 'listLate'] as const;
export type QueryTrigger = (typeof queryTriggers)[number];

export interface Transition {
  readonly next: QueryState;
  /** `query` is 201 with a new id, `records` is 200 with a page. */
  readonly answer?: 'query' | 'records' | ErrorName;
  /** Another query starts to collect, beside this one when it is already final. */
  readonly starts?: true;
  readonly notifies?: FinalStatus;
}

/** Every state meets every trigger. A cell with nothing but `next` is silence. */
export const transitions = {
  none: {
    create: { next: 'inProgress', answer: 'query', starts: true },
    collected: { next: 'none' },
    requirementLost: { next: 'none' },
    list: { next: 'none', answer: 'queryIdNotFound' },
    listLate: { next: 'none', answer: 'queryIdNotFound' },
  },
  inProgress: {
    create: { next: 'inProgress', answer: 'requestConflict' },
    collected: { next: 'completed', notifies: 'COMPLETED' },
    requirementLost: { next: 'canceled', notifies: 'CANCELED' },
    list: { next: 'inProgress', answer: 'queryNotCompleted' },
    listLate: { next: 'inProgress', answer: 'queryNotCompleted' },
  },
  completed: {
    create: { next: 'completed', answer: 'query', starts: true },
    collected: { next: 'completed' },
    requirementLost: { next: 'completed' },
    list: { next: 'completed', answer: 'records' },
    listLate: { next: 'completed', answer: 'accessTimeElapsed' },
  },
  canceled: {
    create: { next: 'canceled', answer: 'query', starts: true },
    collected: { next: 'canceled' },
    requirementLost: { next: 'canceled' },
    list: { next: 'canceled', answer: 'queryNotCompleted' },
    listLate: { next: 'canceled', answer: 'queryNotCompleted' },
  },
} as const satisfies Record<QueryState, Record<QueryTrigger, Transition>>;

/** One cell under its general type, so that absent parts read as undefined. */
export const transition = (state: QueryState, trigger: QueryTrigger): Transition => transitions[state][trigger];
