import type { Addresses } from '../spec/hosts.ts';
import type { TokensGiven } from '../core/login.ts';
import type { Input } from '../core/step.ts';
import { makeMark } from '../core/seals.ts';
import { createWorld, type Holding, type World, type WorldSettings } from '../core/world.ts';
import { joinMisuses, requireOptions } from '../language/problem.ts';
import { customersOf, unknownCustomer } from '../language/strangers.ts';
import type { ApplicationRow } from '../language/ast.ts';
import type { Assumptions } from '../spec/assumptions.ts';
import { profiles } from '../spec/profiles.ts';
import type { Instant } from '../spec/time.ts';
import { createApplication, usualApplication } from './application.ts';
import { nameInstance } from './instances.ts';
import { noTokens } from './customers.ts';
import { consentOf, readAccounts } from './accounts.ts';
import * as read from './options.ts';
import { checkSnapshot, restoreWorld, type SnapshotApplication, type WholeSnapshot } from './snapshot.ts';
import { readStoreRoutes } from './store-routes.ts';

/** Lets a customer authorize an application that has its tokens at once, behind the scenes: no step sees it, no trace. */
export type Authorization = Omit<Extract<Input, { readonly customerId: string }>, 'kind'>;

type Introduce = (authorization: Authorization) => TokensGiven;

/** What a simulation starts from: a world nobody has touched, or one that was saved. */
export interface Setup {
  readonly epoch: Instant;
  readonly seed: number;
  readonly assumptions: Assumptions;
  readonly build: (addresses: Addresses) => World;
  /** Lets the customers authorize the applications, and tells which tokens each application has. */
  readonly authorize: (introduce: Introduce, world: World) => readonly SnapshotApplication[];
  readonly pending: WholeSnapshot['pending'];
}

export const chooseSetup = (options: read.SimulateOptions): Setup =>
  options.from === undefined ? setUpAnew(options) : restore(checkSnapshot(options.from), options);

const setUpAnew = (options: read.SimulateOptions): Setup => {
  const seed = read.readSeed(options.seed);
  const mark = makeMark(seed, nameInstance(options.instance));
  const { holdings, crowds = [] } = readAccounts(options);
  const profile = profiles[read.readProfile(options.profile)];
  const limits = read.readLimits(profile.limits, options.limits);
  // What checks is loaded for what there is to check.
  if (options.assumptions !== undefined) requireOptions(options.assumptions, 'simulate({ assumptions })');
  const paths = options.store === undefined ? {} : { 'store.paths': readStoreRoutes(options.store) };
  const assumptions = read.readAssumptions(profile.assumptions, { ...paths, ...options.assumptions });
  const rows = read.readApplications(options.applications) ?? [usualApplication];
  checkCustomers(rows, holdings);
  const base: Omit<WorldSettings, 'addresses'> = {
    seed,
    mark,
    earlierMarks: [],
    assumptions,
    limits,
    applications: rows.map((row) => createApplication(seed, row, holdings)),
    holdings,
    crowds,
  };
  return {
    epoch: read.readEpoch(options.epoch),
    seed,
    assumptions,
    build: (addresses) => createWorld({ addresses, ...base }),
    authorize: (introduce, world) => rows.map((row) => authorizeAll(introduce, world, row, options)),
    pending: [],
  };
};

const checkCustomers = (rows: readonly ApplicationRow[], holdings: readonly Holding[]): void => {
  if (rows.every(({ customers }) => customers === undefined)) return;
  const known = customersOf(holdings);
  const strangers = rows.flatMap(({ id, customers = [] }) => {
    const unknown = customers.filter((name) => !known.includes(name));
    return unknown.map((name) => unknownCustomer(`simulate({ applications }), "${id}"`, name, known));
  });
  if (strangers.length > 0) throw joinMisuses(strangers);
};

const authorizeAll = (
  introduce: Introduce,
  world: World,
  { id, customers }: ApplicationRow,
  options: read.SimulateOptions,
): SnapshotApplication => {
  const consents = consentOf(options);
  const tokens = world.settings.holdings.map(({ customerId, scope }, index) => {
    const consent = consents[index] ?? true;
    if (consent === false || customers?.includes(customerId) === false) return noTokens;
    const length = consent === true ? {} : { for: consent };
    const { accessToken, refreshToken } = introduce({ clientId: id, customerId, scope, ...length });
    return { accessToken, refreshToken };
  });
  return { id, tokens };
};

const restore = (snapshot: WholeSnapshot, options: read.SimulateOptions): Setup => {
  read.checkDecided(options);
  const mark = makeMark(snapshot.seed, nameInstance(options.instance));
  return {
    epoch: snapshot.now - (read.readClockSkew(options.clockSkew) ?? 0),
    seed: snapshot.seed,
    assumptions: snapshot.assumptions,
    build: (addresses) => restoreWorld(snapshot, addresses, mark),
    authorize: () => snapshot.applications,
    pending: snapshot.pending,
  };
};
