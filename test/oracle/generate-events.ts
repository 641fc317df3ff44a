import { generateInstant } from './generate-instants.ts';
import { generateAction, mend, type Numbers } from './generate-actions.ts';
import {
  generateAgain,
  generateBurst,
  generateDelivered,
  generateDownload,
  generateEmail,
  generateHeard,
} from './generate-others.ts';
import { generateCreate, generateList, generateStray, maxima, whenListed } from './generate-requests.ts';
import { pick } from './generate-settings.ts';
import { type Find, recent, subjects } from './generate-subjects.ts';
import { generateStore, generateTokenRequest, login, orLogin } from './generate-tokens.ts';
import { applicationExists } from './reference/console.ts';
import type { Event, Happening } from './reference/events.ts';
import { eventAt, type History } from './reference/history.ts';
import { lengthOf, regions } from './reference/settings.ts';

/** Events made from numbers and from what has happened: what numbers point at is looked up in the history. */

/** What happens, to whom, three numbers to choose with, and when. */
export type EventNumbers = readonly [what: number, who: number, a: number, b: number, c: number, when: number];

/** Mends something that was broken; where only a new token helps, asks for one. */
const generateMending = (history: History, numbers: Numbers): Happening | undefined => {
  const breaks: Find = (event) =>
    event.kind === 'revokeToken' || event.kind === 'expireToken' || mend(event) !== undefined;
  const broken = recent(history, breaks, numbers.a % 4 === 0 ? numbers.a >> 2 : 0);
  if (broken === undefined) return undefined;
  const { at: _, ...happening } = eventAt(history, broken.of);
  return mend(happening) ?? generateTokenRequest(history, { ...numbers, a: 2, c: 0 });
};

/** An action, often with what mends it at once, or with the refresh that a dead token leads to. */
const generateActions = (history: History, numbers: Numbers): readonly (Happening | undefined)[] => {
  const { b, c } = numbers;
  const exists = (application: string): boolean =>
    applicationExists(history, { before: history.events.length, now: 0 }, application);
  const action = generateAction(b, { ...numbers, b: b >> 4 }, exists);
  if (action?.kind === 'revokeToken') return [action, generateTokenRequest(history, { ...numbers, a: 2, c: 0 })];
  return action === undefined || c % 3 > 0 ? [action] : [action, mend(action)];
};

const generateHappenings = (
  history: History,
  what: number,
  numbers: Numbers,
  at: number,
): readonly ((Happening & { readonly at?: number }) | undefined)[] => {
  const { who, a, b } = numbers;
  if (what < 26) {
    const list = generateList(history, numbers);
    const listed = whenListed(history, list, b >> 6, at);
    return orLogin(history, numbers, listed, list).map((happening) => ({ ...happening, at: listed }));
  }
  if (what < 42) return orLogin(history, numbers, at, generateCreate(history, numbers));
  if (what < 56) return [generateAgain(history, a % 2 === 0 ? 0 : b)];
  if (what < 60) return login(history, pick(subjects, who));
  if (what < 61) return [{ kind: 'authorize', ...pick(subjects, who) }];
  if (what < 65) return [generateTokenRequest(history, numbers)];
  if (what < 68) return generateStore(history, numbers);
  if (what < 75) return generateDownload(history, numbers, at);
  if (what < 77) return [generateEmail(numbers)];
  if (what < 79) return [generateDelivered(history, numbers)];
  if (what < 82) return [generateHeard(history, numbers, at)];
  if (what < 83) return [generateStray(history, numbers)];
  if (what < 87) return generateBurst(history, numbers);
  if (what < 91) return [generateMending(history, numbers)];
  return generateActions(history, numbers);
};

/** A history begins with a login, so that there is something to ask with; mostly a query is made and listed at once. */
const opening = (history: History, { a, b, c }: Numbers): readonly Event[] => {
  const { start, holdings, choices } = history.settings;
  const subject = pick(subjects, 0);
  const events = login(history, subject).map((happening) => ({ ...happening, at: start }));
  const holding = holdings[0];
  if (a % 4 === 3 || holding === undefined) return events;
  const region = pick(regions, a);
  const ask = { region, scope: subject.scope, held: false } as const;
  const create: Event = { kind: 'create', ...ask, token: { of: 1 }, body: 0, at: start };
  if (a % 4 === 2) return [...events, create];
  const listed = start + holding.length + holding.notifiedAfter;
  const dead = listed - start >= lengthOf(choices['token.lifetime']);
  const again: Event[] = dead
    ? [
        { kind: 'authorize', ...subject, at: listed },
        {
          kind: 'token',
          contentType: 'form',
          grant: 'authorization_code',
          client: subject.application,
          secret: 'right',
          code: { of: 3 },
          at: listed,
        },
      ]
    : [];
  const max = pick(maxima, c % 6);
  const list: Event = {
    kind: 'list',
    ...ask,
    token: { of: dead ? 4 : 1 },
    query: { of: 2 },
    max: b % 3 === 0 ? undefined : max,
    page: undefined,
    at: listed,
  };
  return [...events, create, ...again, list];
};

export const generateEvents = (history: History, [what, who, a, b, c, when]: EventNumbers): readonly Event[] => {
  const numbers = { who, a, b, c };
  if (history.events.length === 0) return opening(history, numbers);
  const at = generateInstant(history, when);
  const happenings = generateHappenings(history, what, numbers, at).filter((one) => one !== undefined);
  const step = happenings.length > 3 ? pick([0, 0, 1, 7, 50, 200, 999], when >> 5) : 0;
  return happenings.map((happening, index) => ({ ...happening, at: happening.at ?? at + index * step }));
};
