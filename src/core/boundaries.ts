import type { Instant } from '../spec/time.ts';

/*
 * Each boundary in time is decided here, once, with the sentence that decides it. Where the interface document leaves the
 * very instant open, the deciding assumption comes in as an argument. Lengths are in milliseconds.
 */

/** So long from an instant on, the very end included or not. */
const isWithin = (from: Instant, now: Instant, length: number, atEnd: boolean): boolean =>
  atEnd ? now - from <= length : now - from < length;

/** "Tokens last for expires_in seconds." (Authentication, interface B; the instant itself: `token.expiryBoundary`) */
export const tokenExpired = (expiresAt: Instant, now: Instant, validAtEnd: boolean): boolean =>
  validAtEnd ? now > expiresAt : now >= expiresAt;

/** "The same for five minutes." (Endpoints, interface C; the instant itself: `cache.boundary`) */
export const stillRemembered = isWithin;

/** "Usable for five minutes from the moment the response was sent." (Endpoints, interface C; the instant: `links.boundary`) */
export const linkUsable = isWithin;

/**
 * Refused only "more than 1 hour after the notification", allowed "within 1 hour": closed at both ends.
 * (States and transitions, interface C; read otherwise under `list.windowBoundary`)
 */
export const windowOpen = isWithin;

/** "No more than 20 requests in a 20-minute interval", and the like. (Limits, interface C; the instant: `limits.boundary`) */
export const stillCounted = isWithin;

/** A consent with an end, a fault, an outage last up to their end and not into it: the document shows no ends of these. */
export const stillLasts = (until: Instant | undefined, now: Instant): boolean => until === undefined || now < until;
