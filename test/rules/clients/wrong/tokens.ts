import type { Client } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import { Fleet, importByFleet, type Order } from './fleet.ts';
import { askForToken, authorizeWhen, soundLayers } from './layers.ts';
import { importInLayers } from './pipeline.ts';
import * as read from './readings.ts';
import type { WrongClients } from './wrong-client.ts';

/** They renew tokens wrongly, too often, or for reasons that no renewal can mend. */

const keepsFirstRefreshToken: Client = importInLayers({
  authorize: (send, env, account, layers) => {
    const { refreshToken } = account;
    const renew = async (): Promise<void> => {
      account.accessToken = (await askForToken(send, env, refreshToken)).access_token;
    };
    return authorizeWhen(parts.isExpired)(send, env, account, { ...layers, renew });
  },
});

const takesRevokedForExpired: Client = importInLayers({
  authorize: authorizeWhen((answer) => /expired|revoked/.test(read.messageOf(answer))),
});

const renewsOnAnyDenial: Client = importInLayers({
  authorize: authorizeWhen(({ status }) => status === 403),
});

const goesOnWithoutRenewal: Client = importInLayers({
  renew: (send, env, account) => soundLayers.renew(send, env, account).catch(() => env.signal.throwIfAborted()),
});

const takesRefusedRenewalForToken: Client = importInLayers({
  renew: async (send, env, account) => {
    const body = read.refreshForm(env, account.refreshToken);
    const answer = await send({ kind: 'token', method: 'POST', url: env.tokenUrl, headers: read.formHeaders, body });
    const { access_token: token } = parts.readBody<{ access_token: string }>(answer.text);
    account.accessToken = String(token);
  },
});

const renewsWithoutEnd: Client = importInLayers({
  authorize: authorizeWhen(parts.isExpired, Number.POSITIVE_INFINITY),
});

const readsStatus401: Client = importInLayers({ authorize: authorizeWhen(({ status }) => status === 401) });

const looksForOldWords: Client = importInLayers({
  authorize: authorizeWhen((answer) => read.messageOf(answer) === 'Request is not authorized'),
});

class RenewsForEachPage extends Fleet {
  protected override async list(order: Order, id: string, token: string): Promise<parts.Page> {
    await this.renewOnce(order);
    return super.list(order, id, token);
  }
}

class RenewsOncePerRun extends Fleet {
  private readonly renewed = new Set<Order>();

  protected override async renew(order: Order): Promise<void> {
    if (this.renewed.has(order)) throw new Error('the token has been renewed before: 403 Access token is expired');
    this.renewed.add(order);
    await super.renew(order);
  }
}

class IgnoresRotation extends Fleet {
  protected override async renew(order: Order): Promise<void> {
    const { refreshToken } = order;
    await super.renew(order);
    order.refreshToken = refreshToken;
  }
}

class StartsOverAfterRenewal extends Fleet {
  protected override async list(order: Order, id: string, token: string): Promise<parts.Page> {
    const { accessToken } = order;
    const page = await super.list(order, id, token);
    if (order.accessToken === accessToken) return page;
    throw new parts.Refused('renewed', { status: 403, text: '{"type":"ACCESS_TIME_ELAPSED"}' });
  }
}

export const tokens = {
  keepsFirstRefreshToken: {
    client: keepsFirstRefreshToken,
    why: 'Always renews with the refresh token it began with, though a new one came with the first renewal (Authentication, interface C 5; the shape is not shown): refresh tokens rotate, and the access token expires twice.',
    level: 'must',
  },
  takesRevokedForExpired: {
    client: takesRevokedForExpired,
    why: 'Renews a revoked token, where a new authorization from the customer is needed (Authentication, interface C 6): the token is revoked before the listing, and its refresh token still works.',
    level: 'must',
  },
  renewsOnAnyDenial: {
    client: renewsOnAnyDenial,
    why: 'Renews the token and repeats the call after any 403, such as SCOPE_NOT_ENABLED or QUERY_NOT_COMPLETED (Errors, interface C): the application is taken off the allow list.',
    level: 'must',
  },
  goesOnWithoutRenewal: {
    client: goesOnWithoutRenewal,
    why: 'Takes a renewal that failed for one that worked, and shows the dead token again (Authentication, interface C 5): the token address answers 500 while the token expires.',
    level: 'must',
  },
  takesRefusedRenewalForToken: {
    client: takesRefusedRenewalForToken,
    why: 'Never looks at the status of a renewal and sends "Bearer undefined" (Interface B, token error body): the refresh token is refused with invalid_grant.',
    level: 'must',
  },
  renewsWithoutEnd: {
    client: renewsWithoutEnd,
    why: 'Renews and repeats as long as the token is said to have expired, at once and without a limit (Retry rules 3): tokens live for a second and answers take two.',
    level: 'must',
  },
  readsStatus401: {
    client: readsStatus401,
    why: 'Waits for a 401 to renew its token, where an expired one is told by 403 ACCESS_DENIED (Errors, interface C): the token expires.',
    level: 'must',
  },
  looksForOldWords: {
    client: looksForOldWords,
    why: "Waits for the words of the store APIs, Request is not authorized, to renew a customer's token (Errors, interface C: Access token is expired. Refresh the token): the token expires.",
    level: 'must',
  },
  renewsForEachPage: {
    client: importByFleet(RenewsForEachPage),
    why: 'Asks for a new token before each page while the old one is alive (Authentication, interface C 5: an expired token is replaced): any listing.',
    level: 'should',
  },
  renewsOncePerRun: {
    client: importByFleet(RenewsOncePerRun),
    why: 'Renews a token once and takes the second expiry for final (Authentication, interface C 5): the token expires before the create and again before the listing.',
    level: 'must',
  },
  ignoresRotation: {
    client: importByFleet(IgnoresRotation),
    why: 'Renews for all customers at once, each with the refresh token that it began with, whatever came with the last renewal (Authentication, interface C 5; the shape is not shown): refresh tokens rotate, and the access token expires twice.',
    level: 'must',
  },
  startsOverAfterRenewal: {
    client: importByFleet(StartsOverAfterRenewal),
    why: 'Creates a new query when a token was renewed in a listing, where the request is retried (Authentication, interface C 5): the token expires between two pages, and all records are collected and downloaded again.',
    level: 'should',
  },
} as const satisfies WrongClients;
