import { storeRefusal } from '../../../src/spec/token-errors.ts';
import type { ServiceBug } from './service-bugs.ts';
import { changeAnswer, instead, newId, refused } from './tamper.ts';

/** Bugs of limits, authorization, refusals and the life of tokens. */
export const admissionBugs: readonly ServiceBug[] = [
  {
    bug: 'the eleventh list of a second is let in',
    breaks: 'S10',
    plant: (run) => changeAnswer(run, 26, (entry) => refused(entry, 'invalidMaxResults')),
  },
  {
    bug: 'the first list of a second is throttled',
    breaks: 'S10',
    plant: (run) => changeAnswer(run, 15, (entry) => refused(entry, 'scopeThrottled')),
  },
  {
    bug: 'the day of the quota is over after a few lists',
    breaks: 'S10',
    plant: (run) => changeAnswer(run, 26, (entry) => refused(entry, 'quotaExceeded')),
  },
  {
    bug: 'a revoked token begins a query',
    breaks: 'S11',
    plant: (run) => changeAnswer(run, 31, (entry) => instead(entry, 201, { id: newId })),
  },
  {
    bug: 'a refusal has the message of another row',
    breaks: 'S12',
    plant: (run) =>
      changeAnswer(run, 27, (entry) =>
        instead(entry, 403, entry.answer.body.replace('Access token is expired. Refresh the token', 'Expired')),
      ),
  },
  {
    bug: 'a refusal has the status of another row',
    breaks: 'S12',
    plant: (run) => changeAnswer(run, 31, (entry) => instead(entry, 400, entry.answer.body)),
  },
  {
    bug: 'a token request is refused with words of its own',
    breaks: 'S12',
    plant: (run) =>
      changeAnswer(run, 6, (entry) => instead(entry, 400, { error: 'invalid_scope', error_description: 'no' })),
  },
  {
    bug: 'a refusal has a type that no row has',
    breaks: 'S12',
    plant: (run) =>
      changeAnswer(run, 27, (entry) => instead(entry, 403, entry.answer.body.replace('ACCESS_DENIED', 'DENIED'))),
  },
  {
    bug: 'a refusal has no body',
    breaks: 'S12',
    plant: (run) => changeAnswer(run, 31, (entry) => instead(entry, 403, '')),
  },
  {
    bug: 'a token request is refused with an error of its own',
    breaks: 'S12',
    plant: (run) => changeAnswer(run, 6, (entry) => instead(entry, 400, { error: 'no', error_description: 'no' })),
  },
  {
    bug: 'a token request is refused with another status',
    breaks: 'S12',
    plant: (run) => changeAnswer(run, 6, (entry) => instead(entry, 403, entry.answer.body)),
  },
  {
    bug: 'a store token outlives its hour',
    breaks: 'S13',
    plant: (run) => changeAnswer(run, 28, (entry) => instead(entry, 200, '{}')),
  },
  {
    bug: 'a store token is refused while it lives',
    breaks: 'S13',
    plant: (run) =>
      changeAnswer(run, 5, (entry) => instead(entry, storeRefusal.status, { message: storeRefusal.message })),
  },
  {
    bug: 'an expired token is answered with 401',
    breaks: 'S13',
    plant: (run) => changeAnswer(run, 28, (entry) => instead(entry, 401, { message: storeRefusal.message })),
  },
  {
    bug: 'a token is called expired before its time',
    breaks: 'S13',
    plant: (run) => changeAnswer(run, 15, (entry) => refused(entry, 'tokenExpired')),
  },
];
