import { drawInstant } from './draw-instants.ts';
import { drawLever, mend, type Numbers } from './draw-levers.ts';
import { drawAgain, drawBurst, drawDelivered, drawDownload, drawEmail, drawHeard } from './draw-others.ts';
import { drawCreate, drawList, drawStray, maxima, whenListed } from './draw-requests.ts';
import { pick } from './draw-settings.ts';
import { type Find, recent, subjects } from './draw-subjects.ts';
import { drawStore, drawTokenRequest, login, orLogin } from './draw-tokens.ts';
import { applicationExists } from './reference/console.ts';
import type { Event, Happening } from './reference/events.ts';
import { eventAt, type History } from './reference/history.ts';
import { lengthOf, regions } from './reference/settings.ts';

/** Events made from numbers and from what has happened: what numbers point at is looked up in the history. */

/** What happens, to whom, three numbers to choose with, and when. */
export type EventDraw = readonly [what: number, who: number, a: number, b: number, c: number, when: number];

/** Mends something that was broken; where only a new token helps, asks for one. */
const drawMending = (history: History, numbers: Numbers): Happening | undefined => {
  const breaks: Find = (event) =>
    event.kind === 'revokeToken' || event.kind === 'expireToken' || mend(event) !== undefined;
  const broken = recent(history, breaks, numbers.a % 4 === 0 ? numbers.a >> 2 : 0);
  if (broken === undefined) return undefined;
  const { at: _, ...happening } = eventAt(history, broken.of);
  return mend(happening) ?? drawTokenRequest(history, { ...numbers, a: 2, c: 0 });
};

/** A lever, often with what mends it at once, or with the refresh that a dead token leads to. */
const drawLevers = (history: History, numbers: Numbers): readonly (Happening | undefined)[] => {
  const { b, c } = numbers;
  const exists = (application: string): boolean =>
    applicationExists(history, { before: history.events.length, now: 0 }, application);
  const lever = drawLever(b, { ...numbers, b: b >> 4 }, exists);
  if (lever?.kind === 'revokeToken') return [lever, drawTokenRequest(history, { ...numbers, a: 2, c: 0 })];
  return lever === undefined || c % 3 > 0 ? [lever] : [lever, mend(lever)];
};

const drawHappenings = (
  history: History,
  what: number,
  numbers: Numbers,
  at: number,
): readonly ((Happening & { readonly at?: number }) | undefined)[] => {
  const { who, a, b } = numbers;
  if (what < 26) {
    const list = drawList(history, numbers);
    const listed = whenListed(history, list, b >> 6, at);
    return orLogin(history, numbers, listed, list).map((happening) => ({ ...happening, at: listed }));
  }
  if (what < 42) return orLogin(history, numbers, at, drawCreate(history, numbers));
  if (what < 56) return [drawAgain(history, a % 2 === 0 ? 0 : b)];
  if (what < 60) return login(history, pick(subjects, who));
  if (what < 61) return [{ kind: 'authorize', ...pick(subjects, who) }];
  if (what < 65) return [drawTokenRequest(history, numbers)];
  if (what < 68) return drawStore(history, numbers);
  if (what < 75) return drawDownload(history, numbers, at);
  if (what < 77) return [drawEmail(numbers)];
  if (what < 79) return [drawDelivered(history, numbers)];
  if (what < 82) return [drawHeard(history, numbers, at)];
  if (what < 83) return [drawStray(history, numbers)];
  if (what < 87) return drawBurst(history, numbers);
  if (what < 91) return [drawMending(history, numbers)];
  return drawLevers(history, numbers);
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

export const drawEvents = (history: History, [what, who, a, b, c, when]: EventDraw): readonly Event[] => {
  const numbers = { who, a, b, c };
  if (history.events.length === 0) return opening(history, numbers);
  const at = drawInstant(history, when);
  const happenings = drawHappenings(history, what, numbers, at).filter((one) => one !== undefined);
  const step = happenings.length > 3 ? pick([0, 0, 1, 7, 50, 200, 999], when >> 5) : 0;
  return happenings.map((happening, index) => ({ ...happening, at: happening.at ?? at + index * step }));
};
