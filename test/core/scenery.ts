import type { Addresses } from '../../src/spec/hosts.ts';
import type { Application, Holding } from '../../src/core/world.ts';
import { apiNames } from '../../src/spec/hosts.ts';
import { ms } from '../../src/spec/time.ts';

/** Where and when stories take place, and who is in them. */

/** Midnight UTC, the first of January 2026. */
export const start = 1_767_225_600_000;

export const hosts = {
  email: 'https://email.example',
  token: 'https://auth.example',
  submission: 'https://store.example/submission',
  reporting: 'https://store.example/reporting',
  regions: {
    'eu-west-1': 'https://eu.example',
    'us-east-1': 'https://us-east.example',
    'us-west-2': 'https://us-west.example',
  },
  links: 'https://links.example',
} as const satisfies Addresses;

const app = (clientId: string, scopes: readonly string[], changes: Partial<Application> = {}): Application => ({
  clientId,
  clientSecret: `${clientId}-secret`,
  allowlisted: true,
  attached: new Set(apiNames),
  scopes: new Set(scopes),
  ...changes,
});

export const applications = [
  app('app', ['orders', 'profile']),
  app('other', ['orders', 'profile']),
  app('stranger', ['orders'], { allowlisted: false }),
  app('barred', ['orders'], { attached: new Set() }),
];

export const holding = (customerId: string, scope: string, changes: Partial<Holding> = {}): Holding => ({
  customerId,
  scope,
  records: 600,
  collects: { kind: 'fixed', length: ms('10m') },
  notifiedAfter: 0,
  ...changes,
});

/** `billing` is a scope that exists and that no application has. */
export const holdings = [
  holding('ann', 'orders'),
  holding('ann', 'profile'),
  holding('ann', 'billing'),
  holding('bob', 'orders'),
];
