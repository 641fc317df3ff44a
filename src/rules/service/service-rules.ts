import type { Rule } from '../rule.ts';
import { authorization } from './authorization.ts';
import { cacheHit } from './cache-hit.ts';
import { cacheIsolation } from './cache-isolation.ts';
import { causality } from './causality.ts';
import { conflict } from './conflict.ts';
import { errorShape } from './error-shape.ts';
import { legalTransitions } from './legal-transitions.ts';
import { limits } from './limits.ts';
import { links } from './links.ts';
import { listingWindow } from './listing-window.ts';
import { oneInFlight } from './one-in-flight.ts';
import { oneNotification } from './one-notification.ts';
import { pagination } from './pagination.ts';
import { regionsAgree } from './regions-agree.ts';
import { reproducible } from './reproducible.ts';
import { tokenLife } from './token-life.ts';

/** What holds for the service, whoever calls it. */
export const serviceRules: readonly Rule[] = [
  legalTransitions,
  oneInFlight,
  conflict,
  oneNotification,
  listingWindow,
  cacheHit,
  cacheIsolation,
  pagination,
  links,
  limits,
  authorization,
  errorShape,
  tokenLife,
  regionsAgree,
  causality,
  reproducible,
];
