import { grants, isGrant } from '../../spec/grants.ts';
import { grantType, type StoreFamily, storeFamilies, storeScopes } from '../../spec/scopes.ts';
import type { TokenForm } from '../mint.ts';
import { allPairs } from '../text.ts';
import type { Turn } from '../turn.ts';
import type { Application, TokenFamily } from '../world.ts';
import type { WireRequest } from '../wire.ts';
import { anyOf, quote, secret } from './quote.ts';

/* What was decisive about a request for a token. */

export const sawContentType = ({ headers }: WireRequest): string => {
  const type = headers['content-type'];
  return `content-type: ${type === undefined ? 'absent' : quote(type)}, where application/x-www-form-urlencoded belongs`;
};

/** Fields that are missing, there twice, or strange. */
export const sawFields = ({ body }: WireRequest, form: TokenForm): string => {
  const grant = String(form.get('grant_type'));
  const known = isGrant(grant) ? grants[grant].fields : ['client_id', 'client_secret'];
  const missing = ['grant_type', ...known].filter((field) => (form.get(field) ?? '') === '');
  const twice = [...allPairs(body)].flatMap(([field, values]) => (values.length > 1 ? [field] : []));
  const strange = [...form.keys()].filter((field) => !['grant_type', ...known].includes(field));
  if (missing.length > 0) return `body: without ${missing.join(', ')}`;
  return twice.length > 0 ? `body: ${anyOf(twice)} more than once` : `body: ${anyOf(strange)}, which is no field`;
};

export const sawGrantType = (form: TokenForm): string => {
  const grant = form.get('grant_type');
  return `grant_type: ${grant === undefined ? 'absent' : quote(grant)}, where ${grantType} belongs`;
};

export const sawClient = ({ world }: Turn, form: TokenForm): string => {
  const id = form.get('client_id');
  if (id === undefined || id === '') return `client_id: ${id === undefined ? 'absent' : 'empty'}`;
  if (!world.applications.has(id)) {
    return `client_id: ${quote(id)}; there is ${anyOf([...world.applications.keys()])}`;
  }
  return `client_secret: ${secret(form.get('client_secret'))}, which is not that of client_id ${quote(id)}`;
};

export const sawStoreScope = (form: TokenForm, store: StoreFamily | undefined): string => {
  const scope = form.get('scope');
  const given = `scope: ${scope === undefined ? 'absent' : quote(scope)}`;
  return store === undefined
    ? `${given}; there is ${anyOf(storeFamilies.map((family) => storeScopes[family]))}`
    : `${given}; the profile of the application is not attached to the ${store} API`;
};

/** Why a code gives nothing. */
export const sawCode = (turn: Turn, { clientId }: Application, form: TokenForm): string => {
  const code = form.get('code');
  const authorization = turn.world.codes.get(code ?? '');
  const given = `code: ${secret(code)}`;
  if (authorization === undefined) return `${given}, which waits for nobody to exchange it: unknown, or used already`;
  if (authorization.clientId !== clientId) return `${given}, which was given to ${quote(authorization.clientId)}`;
  return `${given}; ${authorization.customerId} has withdrawn consent to ${quote(authorization.scope)}`;
};

/** Why a refresh token gives nothing. */
export const sawRefreshToken = (turn: Turn, { clientId }: Application, form: TokenForm): string => {
  const { families, refreshTokens, tokens } = turn.world;
  const text = form.get('refresh_token');
  const given = `refresh_token: ${secret(text)}`;
  if (tokens.has(text ?? '')) return 'refresh_token: an access token, where a refresh token belongs';
  const family = families.get(refreshTokens.get(text ?? '') ?? '');
  if (family === undefined) return `${given}, which nobody holds: unknown, or replaced by a later one`;
  const whose = `refresh_token: that of ${family.customerId} for ${quote(family.scope)}`;
  if (family.revoked) return `${whose}, which has been revoked`;
  if (family.clientId !== clientId) return `${whose}, which was given to ${quote(family.clientId)}`;
  return `${whose}, whose consent is withdrawn`;
};

/** Why a refresh token gives nothing for a scope. */
export const sawGrantedScope = ({ customerId, scope }: TokenFamily, asked: string): string =>
  `scope: ${quote(asked)}, where the refresh token is that of ${customerId} for ${quote(scope)}`;
