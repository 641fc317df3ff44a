import { showDuration } from '../../spec/time.ts';
import type { ClientResponse, Exchange, History } from '../history.ts';
import { targetOf } from '../history/listing.ts';
import { isSuccess } from '../history/response.ts';
import { readOnce } from '../history/selectors.ts';
import { clientRule } from '../rule.ts';
import { atCall, decide, heldUnless, inconclusive, unended, type Verdict } from '../verdicts.ts';
import { mayHaveFailed, type PortabilityCall, portabilityCalls, wasHeard } from './calls.ts';
import { wasIdleFor } from './idle.ts';
import { foundOtherCause, otherCause, wasBrokenOff } from './other-cause.ts';
import { type Page, readDownloads, readOrigins } from './pages.ts';
import { linkLifetime } from './published.ts';
import { judgeRepeats } from './repeats.ts';
import { failedOrTold } from './telling.ts';
import { mayBeSameData } from './same-call.ts';

type Dead = Exchange & { readonly sure: ClientResponse };

/** How a dead link answers. (Assumption `links.expiredAnswer`) */
const isDead = (call: Exchange): call is Dead => call.sure?.status === 403 || call.sure?.status === 410;

export const freshLinks = clientRule({
  id: 'C13',
  name: 'fresh-links',
  level: 'must',
  claim: 'Links are used within five minutes of their response; when one has died, the page is listed again.',
  why: 'A link that has died never works again.',
  section: 'Endpoints, interface C',
  good: [
    ['10m', 'client', 'listDataQueryRecords → 200, a link'],
    ['16m', 'client', 'listDataQueryRecords → 200, a new link'],
    ['16m', 'client', 'downloadFile of the new one → 200'],
  ],
  bad: [
    ['10m', 'client', 'listDataQueryRecords → 200, a link'],
    ['16m', 'client', 'downloadFile of it → 403'],
  ],
  judge: readOnce((history): Verdict => {
    const downloads = readDownloads(history);
    const { against } = judgeRepeats<Exchange, number>(downloads, {
      keyOf: ({ request }) => request.url,
      settle: (call) => (isDead(call) ? call.sure.place : undefined),
      judge: (call, died) => findFault(history, call, died),
    });
    if (against.length > 0) return heldUnless(against);
    const died = downloads.filter(isDead).filter(({ sure }) => wasHeard(history, sure.place));
    const left = died.filter((call) => !wasReplaced(history, call));
    const [first] = left;
    if (first === undefined) return decide([], downloads.length, 'nothing was downloaded');
    if (history.ended === undefined) return unended;
    const hasGivenUp = failedOrTold(history);
    if (hasGivenUp && left.length < died.length) return inconclusive('it gave up after listing again for other links');
    if (hasGivenUp && downloads.some((call) => isLost(history, call))) {
      return inconclusive('it may have given up since another download failed');
    }
    if (foundOtherCause(history, first, (call) => died.some((one) => one === call))) return otherCause;
    const certain = left.filter((call) => {
      const page = readOrigins(history).get(call.request.url)?.at(-1);
      return page === undefined || !wasBrokenOff(history, page.call);
    });
    if (certain.length === 0) return otherCause;
    return heldUnless(certain.map((call) => atCall(call, 'a link had died, and its page was not listed again')));
  }),
});

const findFault = (history: History, call: Exchange, died: number | undefined): readonly string[] => {
  const pages = readOrigins(history).get(call.request.url);
  const latest = pages?.findLast(({ place }) => place < call.place);
  if (died !== undefined && died < call.place && (latest?.place ?? 0) < died) {
    return ['a link was tried again that had been found dead'];
  }
  return latest === undefined ? [] : findDelay(history, call, latest);
};

/**
 * Who is at work on other things, or waits for them, may find out by the refusal that a link has died. Who has nothing else to do
 * has let it die.
 */
const findDelay = (history: History, call: Exchange, page: Page): readonly string[] =>
  wasIdleFor(history, linkLifetime(history), page.at, call)
    ? [`a link was used ${showDuration(call.at - page.at)} after its response`]
    : [];

/** Its page was listed again, its query was replaced by another, or the file was got by another link. */
const wasReplaced = (history: History, { request, sure }: Dead): boolean => {
  const page = readOrigins(history).get(request.url)?.at(-1);
  const isListedAgain = portabilityCalls(history).some(
    (call) => call.place > sure.place && (page === undefined || isListingOf(history, page, call)),
  );
  return isListedAgain || wasGot(history, request.url, 'maybe');
};

const isListingOf = (history: History, page: Page, call: PortabilityCall): boolean =>
  call.subject.query === undefined ? mayBeSameData(history, call, page.call) : call.subject.query === page.query;

/** Refused or broken off, though its link was alive, and never got. What is dead when it is tried again, is no other cause. */
const isLost = (history: History, call: Exchange): boolean => {
  if (!mayHaveFailed(history, call) || isDead(call) || wasGot(history, call.request.url, 'sure')) return false;
  return !readDownloads(history).some(
    (again) => isDead(again) && again.request.url === call.request.url && again.place > call.place,
  );
};

/** Whether what a link leads to was got by any link, or may have been. */
const wasGot = (history: History, link: string, view: 'sure' | 'maybe'): boolean => {
  const target = targetOf(link);
  return readDownloads(history).some(({ request, [view]: got }) => {
    return got?.isWhole === true && isSuccess(got.status) && targetOf(request.url) === target;
  });
};
