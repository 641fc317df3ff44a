import importAsInit from '../../../examples/vitest-fetch/scenarios/client.ts';
import importByAxios from '../../../scenarios/clients/import-orders.ts';
import type { Client } from '../../../src/index.ts';
import { importByGot } from './by-got.ts';
import { importByOpenid } from './by-openid.ts';
import { importByUndici } from './by-undici.ts';
import { importAllOrNothing, importWhatCanBe } from './correct/all-at-once.ts';
import { importWhereNoConflictIs } from './correct/conflicts-are-final.ts';
import { importByEvents } from './correct/event-driven.ts';
import { importFromTheFirstPage } from './correct/from-the-first-page.ts';
import { importInItsHandler } from './correct/in-its-handler.ts';
import { importFromAllRegions } from './correct/regions-in-turn.ts';
import { importByResuming } from './correct/resuming.ts';
import { importBySmallPages } from './correct/small-pages.ts';
import { importAheadOfExpiry } from './correct/tokens-ahead-of-time.ts';
import { importBesideRenewals } from './correct/tokens-in-the-background.ts';
import { importWithKeptTokens } from './correct/tokens-of-the-process.ts';
import { importSlowly } from './correct/very-slow.ts';
import { importWithoutClock } from './correct/without-a-clock.ts';
import { importWith } from './reference-client.ts';
import { importByFleet } from './wrong/fleet.ts';
import { importByInvocations } from './wrong/invocations.ts';
import { importInLayers } from './wrong/pipeline.ts';

/** Built in another way than most, and as right: in what they do at once, how fast, by what they know that it is time. */
export const otherKinds: Readonly<Record<string, Client>> = {
  'event-driven': importByEvents,
  'all at once, or none': importAllOrNothing,
  'all at once, each for itself': importWhatCanBe,
  'very slow': importSlowly,
  'very small pages': importBySmallPages,
  'regions in turn': importFromAllRegions,
  'tokens kept for the process': importWithKeptTokens,
  'without a clock': importWithoutClock,
  'tokens renewed ahead of time': importAheadOfExpiry,
  'tokens renewed in the background': importBesideRenewals,
  'resumed after each step': importByResuming,
  'a worker for each customer': importByFleet(),
  'layers around fetch': importInLayers(),
  'an invocation for each step': importByInvocations(),
  'from the first page after each failure': importFromTheFirstPage,
  'all work in the handler of notifications': importInItsHandler,
  'conflicts are final': importWhereNoConflictIs,
};

/** Clients of different build, none of which does anything that the interface is against. */
export const correctClients: Readonly<Record<string, Client>> = {
  'plain fetch': importWith(),
  'axios with axios-retry': importByAxios,
  got: importByGot,
  'undici with an agent of its own': importByUndici,
  'openid-client with p-retry and p-queue': importByOpenid,
  'what init writes': importAsInit,
  ...otherKinds,
};

/** Those that send everything by the global `fetch`. */
const byFetch: ReadonlySet<string> = new Set([
  'plain fetch',
  'what init writes',
  'all at once, or none',
  'very small pages',
  'tokens renewed ahead of time',
  'tokens renewed in the background',
  'resumed after each step',
  'a worker for each customer',
  'layers around fetch',
  'an invocation for each step',
  'from the first page after each failure',
  'all work in the handler of notifications',
  'conflicts are final',
]);

export const transportOf = (name: string): 'fetch' | 'sockets' => (byFetch.has(name) ? 'fetch' : 'sockets');
