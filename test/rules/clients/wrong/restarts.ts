import * as parts from '../correct-parts.ts';
import { importByInvocations } from './invocations.ts';
import type { WrongClients } from './wrong-client.ts';

/** Each of their steps begins with what the one before wrote down, and they write down too little, too much, or too soon. */

const forgetsTokens = importByInvocations({
  save: ({ accessToken }, after) => ({ ...after, accessToken }),
});

const forgetsRotatedToken = importByInvocations({
  save: ({ refreshToken }, after) => ({ ...after, refreshToken }),
});

const forgetsBothTokensOnFailure = importByInvocations({
  save: ({ accessToken, refreshToken }, after, error) =>
    error === undefined ? after : { ...after, accessToken, refreshToken },
});

const resumesWithOldCursor = importByInvocations({
  startOver: (job) => {
    Object.assign(job, { phase: 'create', query: '', records: 0 });
  },
});

const resumesOldQuery = importByInvocations({
  startOver: (job) => {
    job.queries += 1;
    job.phase = 'list';
  },
});

const waitsForOldQuery = importByInvocations({
  save: ({ phase, query }, after) => (phase === 'create' && query !== '' ? { ...after, query } : after),
  startOver: (job) => {
    Object.assign(job, { phase: 'create', cursor: '', inPage: 0, records: 0 });
  },
});

const createsAfterEachError = importByInvocations({
  isFinal: () => false,
  save: (_before, after, error) =>
    error === undefined ? after : { ...after, phase: 'create', query: '', cursor: '', inPage: 0, records: 0 },
});

const savesCursorTooSoon = importByInvocations({
  atPage: (job, page) => {
    job.cursor = parts.nextOf(page) ?? job.cursor;
  },
  save: (_before, after, error) => (error === undefined ? after : { ...after, inPage: 0 }),
});

const countsWhatItRepeats = importByInvocations({
  save: (_before, after, error) =>
    error === undefined ? after : { ...after, records: after.records + after.inPage, inPage: 0 },
});

const mailsEachTry = importByInvocations({
  finish: async (env, send, jobs) => {
    const text = `${jobs.length} customers`;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({
      toEmailAddress: 'a@example.com',
      fromEmailAddress: 'b@example.com',
      emailContent: text,
    });
    const mail = { kind: 'mail', method: 'POST', url: env.emailUrl, headers, body } as const;
    for (let tries = 0; tries < 3; tries++) {
      const { status } = await send(mail);
      if (status === 200) return jobs.length;
      if (status !== 0) throw new Error(`mail: ${status}`);
    }
    throw new Error('mail: no answer');
  },
});

export const restarts = {
  forgetsTokens: {
    client: forgetsTokens,
    why: 'Begins each step with the first access token, so that it repeats the refusal and the renewal at every page once that has expired (Authentication, interface C 5): the token expires before a listing of several pages.',
    level: 'should',
  },
  forgetsRotatedToken: {
    client: forgetsRotatedToken,
    why: 'Writes down the new access token but not the new refresh token (Authentication, interface C 5; the shape is not shown): refresh tokens rotate, and the access token expires twice.',
    level: 'must',
  },
  forgetsTokensOnFailure: {
    client: forgetsBothTokensOnFailure,
    why: 'Writes tokens down only when a step succeeded, so that what was renewed in one that failed is lost (Authentication, interface C 5): refresh tokens rotate, the token expires, and the region is silent for two minutes after the renewal.',
    level: 'must',
  },
  resumesWithOldCursor: {
    client: resumesWithOldCursor,
    why: 'Lists the new query with the page token of the old one (400 INVALID_NEXT_PAGE): the hour passes between two pages.',
    level: 'must',
  },
  resumesOldQuery: {
    client: resumesOldQuery,
    why: 'After ACCESS_TIME_ELAPSED it lists the same query again, where a new one must be created (States): the notification comes an hour late.',
    level: 'must',
  },
  waitsForOldQuery: {
    client: waitsForOldQuery,
    why: 'Creates a new query after ACCESS_TIME_ELAPSED and then lists the old one, whose id it had written down (States): the notification comes an hour late.',
    level: 'must',
  },
  createsAfterEachError: {
    client: createsAfterEachError,
    why: 'Creates a new query after any error, even one that no new query can mend (Errors, interface C: revoked, not allowlisted): the token is revoked before the listing, and it is shown twice more.',
    level: 'must',
  },
  savesCursorTooSoon: {
    client: savesCursorTooSoon,
    why: 'Writes down the next page before this one has been downloaded, and so leaves it out when the step is repeated (What the service does, interface C 4): a download of the first page gets no answer three times.',
    level: 'must',
  },
  countsWhatItRepeats: {
    client: countsWhatItRepeats,
    why: 'Counts the records of a half page and then the whole page again (ListDataQueryRecordsOutput): a download in the middle of a page gets no answer three times.',
    level: 'must',
  },
  mailsEachTry: {
    client: mailsEachTry,
    why: 'Sends the mail again when its answer is lost, though it may have gone out (sendEmail; email send states are not shown): the answer to the mail is lost.',
    level: 'should',
  },
} as const satisfies WrongClients;
