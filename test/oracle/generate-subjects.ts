import type { Authority, Event, Ref } from './reference/events.ts';
import { answered, type History } from './reference/history.ts';

/** Who asks, and with which token; and how to find things in a history. */

export interface Subject {
  readonly application: string;
  readonly customer: string;
  readonly scope: string;
}

export const subjects: readonly Subject[] = [
  { application: 'alpha', customer: 'ann', scope: 'orders' },
  { application: 'alpha', customer: 'ann', scope: 'orders' },
  { application: 'alpha', customer: 'ann', scope: 'orders' },
  { application: 'alpha', customer: 'ann', scope: 'orders' },
  { application: 'beta', customer: 'ann', scope: 'orders' },
  { application: 'alpha', customer: 'bob', scope: 'orders' },
  { application: 'alpha', customer: 'ann', scope: 'profile' },
  { application: 'beta', customer: 'ann', scope: 'profile' },
  { application: 'gamma', customer: 'ann', scope: 'orders' },
  { application: 'delta', customer: 'bob', scope: 'orders' },
  { application: 'beta', customer: 'ann', scope: 'billing' },
];

export type Find = (event: Event, index: number) => boolean;

/** The nth last event that fits, counted around. */
export const recent = (history: History, fits: Find, nth = 0): Ref | undefined => {
  const found = history.events.flatMap((event, index) => (fits(event, index) ? [index] : []));
  return found.length === 0 ? undefined : { of: found[found.length - 1 - (nth % found.length)] ?? 0 };
};

export const isContent =
  (history: History, kind: string): Find =>
  (_, index) =>
    answered(history, index).content.kind === kind;

export const isTokenOf =
  (history: History, { application, customer, scope }: Subject): Find =>
  (_, index) => {
    const { content } = answered(history, index);
    if (content.kind !== 'token' || content.grant.kind !== 'customer') return false;
    const { grant } = content;
    return grant.application === application && grant.customer === customer && grant.scope === scope;
  };

/** Mostly the latest token of the subject, now and then something else. */
export const generateToken = (history: History, subject: Subject, number: number): Authority => {
  const any = recent(history, isContent(history, 'token'), number >> 6);
  switch (number % 64) {
    case 59:
      return 'absent';
    case 60:
      return 'blank';
    case 61:
      return 'malformed';
    case 62:
      return 'unknown';
    case 63:
    case 58:
      return any ?? 'unknown';
    case 57:
    case 56:
      return recent(history, isTokenOf(history, subject), number >> 6) ?? any ?? 'unknown';
    default:
      return recent(history, isTokenOf(history, subject)) ?? any ?? 'unknown';
  }
};
