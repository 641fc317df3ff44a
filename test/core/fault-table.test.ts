import { describe, expect, test } from 'vitest';
import type { Action } from '../../src/core/action.ts';
import { retryStatuses } from '../../src/spec/retry.ts';
import { errors } from '../../src/spec/errors.ts';
import {
  type AccessFaultName,
  accessFaults,
  exchangeFaultNames,
  exchangeFaultRow,
  faultNames,
  serviceFaultNames,
  serviceFaults,
} from '../../src/spec/faults.ts';
import { namesOf } from '../../src/spec/names-of.ts';
import { hosts, type Story, tell } from './world.ts';

/** What the table says of a fault is what happens. */

const mail = JSON.stringify({ toEmailAddress: 'a@b', fromEmailAddress: 'c@d', emailContent: 'x' });

describe.each(exchangeFaultNames)('%s', (name) => {
  const { acts } = exchangeFaultRow(name);

  test(`the service acts ${acts}`, () => {
    const story = tell();
    story.act({ do: 'fault', operation: 'sendEmail', fault: { name }, times: 1 });

    story.step({
      kind: 'request',
      request: { method: 'POST', url: `${hosts.email}/sendEmail`, headers: {}, body: mail },
    });

    expect(story.world.outbox).toHaveLength({ never: 0, once: 1, twice: 2 }[acts]);
  });
});

const ann = { customer: 'ann' } as const;
const app = { application: 'app' } as const;

/** How each is brought about. */
const causes: Readonly<Record<AccessFaultName, Action>> = {
  expireToken: { do: 'expireToken', ...ann },
  revokeToken: { do: 'revokeToken', ...ann },
  blankToken: { do: 'blankToken', ...ann, lacks: 'customerId' },
  garbleToken: { do: 'garbleToken', ...ann, garbles: 'customerId' },
  expireStoreToken: { do: 'expireStoreToken', store: 'reporting' },
  revokeStoreToken: { do: 'revokeStoreToken', store: 'reporting' },
  revokeConsent: { do: 'revokeConsent', ...ann },
  expireConsent: { do: 'expireConsent', ...ann },
  holdAccount: { do: 'holdAccount', ...ann },
  regionDown: { do: 'regionDown', region: 'eu-west-1', failure: { kind: 'status', status: 503 } },
  deleteProfile: { do: 'deleteProfile', ...app },
  rotateSecret: { do: 'rotateSecret', ...app },
  delistApp: { do: 'delistApp', ...app },
  disableScope: { do: 'disableScope', ...app, scope: 'orders' },
  detachProfile: { do: 'detachProfile', ...app, api: 'portability' },
};

const refused = namesOf(accessFaults).flatMap((name) => {
  const row = accessFaults[name];
  return 'refuses' in row ? [[name, row.refuses] as const] : [];
});

const ask = (story: Story, token: string, row: string): string | undefined =>
  row === 'invalidClient'
    ? story.form({ grant_type: 'client_credentials', scope: 'store::apps:readwrite' }).row
    : story.create(token).row;

test.each(refused)('%s is met as %s', (name, row) => {
  const story = tell();
  const { token } = story.login();
  expect(ask(story, token, row)).toBeUndefined();
  story.wait('5m');

  story.act(causes[name]);

  expect(ask(story, token, row)).toBe(row);
});

test('a retry is owed after what the service answers with a status that is to be retried, or with a block', () => {
  const owed = serviceFaultNames.filter((name) => serviceFaults[name].retry === 'owed');
  const retried = serviceFaultNames.filter((name) => {
    const { refuses } = serviceFaults[name];
    return refuses === 'blockedRequest' || retryStatuses.some((status) => status === errors[refuses].status);
  });

  expect(owed).toEqual(retried);
});

test('no two faults share a name', () => {
  const parts = [exchangeFaultNames, serviceFaultNames, namesOf(accessFaults)].flat();

  expect(faultNames).toHaveLength(parts.length + 3);
});
