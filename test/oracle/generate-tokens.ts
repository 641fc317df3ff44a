import { consentInForce } from './reference/consent.ts';
import { applicationExists } from './reference/console.ts';
import type { Numbers } from './generate-actions.ts';
import { pick } from './generate-settings.ts';
import { generateToken, type Find, isTokenOf, recent, type Subject, subjects } from './generate-subjects.ts';
import type { Happening, TokenRequest } from './reference/events.ts';
import { answered, eventAt, type History } from './reference/history.ts';
import { storeScopes } from './reference/rows.ts';
import { isGarbled, lacks, tokenState } from './reference/tokens.ts';

/** Logins, token requests and store calls made from numbers. */

export const login = (history: History, subject: Subject): Happening[] => [
  { kind: 'authorize', ...subject },
  {
    kind: 'token',
    contentType: 'form',
    grant: 'authorization_code',
    client: subject.application,
    secret: 'right',
    code: { of: history.events.length },
  },
];

/** A subject without a token that works gets one instead of being refused over and over. */
export const orLogin = (
  history: History,
  { who, a }: Numbers,
  at: number,
  happening: Happening,
): readonly Happening[] => {
  const subject = pick(subjects, who);
  const view = { before: history.events.length, now: at };
  const token = recent(history, isTokenOf(history, subject));
  const works =
    token !== undefined &&
    tokenState(history, token.of, view) === 'good' &&
    consentInForce(history, view, subject) &&
    !lacks(history, token.of, view, 'customerId') &&
    !lacks(history, token.of, view, 'profileId') &&
    !isGarbled(history, token.of, view);
  return works || a % 8 === 7 || !applicationExists(history, view, subject.application)
    ? [happening]
    : login(history, subject);
};

const grants = [
  'client_credentials',
  'authorization_code',
  'refresh_token',
  'refresh_token',
  'password',
  'absent',
] as const;

const contentTypes = ['form', 'form', 'form', 'form', 'form-charset', 'json', 'json', 'text', 'absent'] as const;

const clients = ['alpha', 'alpha', 'beta', 'gamma', 'delta', 'epsilon', 'nobody'] as const;

export const generateTokenRequest = (history: History, { who, a, b, c }: Numbers): Happening => {
  const grant = pick(grants, a);
  const code = recent(history, ({ kind }) => kind === 'authorize', b >> 4);
  const refreshable: Find = (_, index) => {
    const { content } = answered(history, index);
    return content.kind === 'token' && content.grant.kind === 'customer';
  };
  const source = recent(history, refreshable, b % 4 === 0 ? b >> 2 : 0);
  const content = source === undefined ? undefined : answered(history, source.of).content;
  const owner = content?.kind === 'token' ? content.grant.application : undefined;
  const given = code === undefined ? undefined : eventAt(history, code.of);
  const natural = grant === 'refresh_token' ? owner : given?.kind === 'authorize' ? given.application : undefined;
  const json = history.settings.choices['login.refreshShape'] === 'json' && grant === 'refresh_token';
  const request: TokenRequest = {
    kind: 'token',
    contentType: json && c % 8 < 6 ? 'json' : c % 8 === 7 ? pick(contentTypes, c >> 3) : 'form',
    grant,
    client: who % 4 === 3 ? pick(clients, who >> 2) : (natural ?? pick(clients, who >> 2)),
    secret: pick(['right', 'right', 'right', 'right', 'right', 'previous', 'wrong'] as const, c >> 2),
    ...(grant === 'client_credentials' || b % 8 === 7
      ? { scope: pick([...Object.values(storeScopes), ...Object.values(storeScopes), 'orders'], b) }
      : {}),
    ...(grant === 'authorization_code' ? { code: b % 16 === 15 ? 'unknown' : (code ?? 'unknown') } : {}),
    ...(grant === 'refresh_token' ? { refresh: b % 16 === 15 ? 'unknown' : (source ?? 'unknown') } : {}),
    ...((c >> 5) % 8 === 7 && { omits: pick(['client', 'secret', 'scope', 'code', 'refresh'] as const, c >> 8) }),
    ...((a >> 4) % 8 === 7 && { stranger: true as const }),
  };
  const doubled = pick(['client', 'grant', 'scope'] as const, a >> 8);
  const isThere = { client: true, grant: grant !== 'absent', scope: request.scope !== undefined }[doubled];
  const mayDouble = request.omits === undefined && isThere && (a >> 6) % 4 === 3;
  return mayDouble ? { ...request, doubles: doubled } : request;
};

export const generateStore = (history: History, { who, a, b, c }: Numbers): Happening[] => {
  const store = pick(['submission', 'reporting'] as const, b);
  const isStoreToken: Find = (_, index) => {
    const { content } = answered(history, index);
    return content.kind === 'token' && content.grant.kind === 'store' && (a % 8 > 0 || content.grant.store === store);
  };
  const token = recent(history, isStoreToken, a % 4 === 3 ? a >> 2 : 0);
  const client = pick(clients, who);
  const scope = storeScopes[store];
  const form = { kind: 'token', contentType: 'form', grant: 'client_credentials' } as const;
  return token === undefined
    ? [{ ...form, client, secret: 'right', scope }]
    : [
        {
          kind: 'store',
          store,
          ...((c & 15) === 15 && { lower: true }),
          token: a % 8 === 7 ? generateToken(history, pick(subjects, who), 56 + ((a >> 3) % 8)) : token,
        },
      ];
};
