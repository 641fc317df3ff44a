import { grants, isGrant } from '../spec/grants.ts';
import { keptByText } from '../spec/kept-by-text.ts';
import { operations } from '../spec/routes.ts';
import { grantType, storeFamilies, type StoreFamily, storeScopes } from '../spec/scopes.ts';
import { exchangeCode, refreshToken } from './login.ts';
import { keep, mint, tokenAnswer, type TokenForm } from './mint.ts';
import { json, refuseToken } from './respond.ts';
import { sawClient, sawContentType, sawFields, sawGrantType, sawStoreScope } from './saw/form.ts';
import { allPairs, mediaType, pairs, textFields } from './text.ts';
import type { Reply } from './reply.ts';
import type { Turn } from './turn.ts';
import type { Application } from './world.ts';
import type { WireRequest } from './wire.ts';

/* Interface B, and the two grants by which applications get tokens of customers. (Endpoints, interface B) */

const section = operations.requestToken.section;

const formType = 'application/x-www-form-urlencoded';

export const issueToken = (turn: Turn, request: WireRequest): Reply => {
  const form = readForm(turn, request);
  if (form === undefined) return refuseToken(turn, 'invalidRequest', sawContentType(request));
  if (isRefusedAsWhole(turn, request, form)) return refuseToken(turn, 'invalidRequest', sawFields(request, form));
  const application = authenticate(turn, form);
  const grant = form.get('grant_type') ?? '';
  const known = isGrant(grant);
  const clientFirst = !known && application === undefined && turn.assume('token.checkOrder') === 'client-first';
  if (!known && !clientFirst) return refuseToken(turn, 'unsupportedGrantType', sawGrantType(form));
  if (application === undefined) return refuseToken(turn, 'invalidClient', sawClient(turn, form));
  if (grant === 'authorization_code') return exchangeCode(turn, application, form);
  if (grant === 'refresh_token') return refreshToken(turn, application, form);
  const store = familyOf(form.get('scope'));
  if (store === undefined || isDetached(turn, application, store)) {
    return refuseToken(turn, 'invalidScope', sawStoreScope(form, store));
  }
  return issueStoreToken(turn, application, store);
};

/** The form fields, or undefined when the content type is not one that is understood: JSON is for refreshing alone. */
const readForm = (turn: Turn, request: WireRequest): TokenForm | undefined => {
  const type = mediaType(request.headers['content-type']);
  const isForm = type === formType;
  if (!isForm && type !== 'application/json') return undefined;
  const form = isForm ? readPairs(turn, request.body) : textFields(request.body);
  const refreshes = form.get('grant_type') === 'refresh_token';
  const asForm = !refreshes || turn.assume('login.refreshShape') === 'form';
  return asForm === isForm ? form : undefined;
};

const repeats = keptByText((body) => [...allPairs(body).values()].some((values) => values.length > 1));

/** Those that are refused for a field that is there twice need no reading of it. */
const readPairs = (turn: Turn, body: string): TokenForm =>
  pairs(body, repeats(body) && turn.assume('token.repeatedField') === 'last' ? 'last' : 'first');

const storeFields: readonly string[] = ['grant_type', ...grants[grantType].fields];

const always = ['client_id', 'client_secret', 'grant_type'] as const;

/** Fields that are missing, there twice, or strange: by themselves no fault, unless an assumption says so. */
const isRefusedAsWhole = (turn: Turn, { headers, body }: WireRequest, form: TokenForm): boolean => {
  const isForm = mediaType(headers['content-type']) === formType;
  if (isForm && repeats(body) && turn.assume('token.repeatedField') === 'refused') return true;
  const grant = form.get('grant_type') ?? '';
  // A field without a value is as good as none. (RFC 6749 section 3.2)
  const isMissing = (isGrant(grant) ? grants[grant].fields : always).some((field) => (form.get(field) ?? '') === '');
  if (isMissing && turn.assume('token.missingField') === 'invalid-request') return true;
  const isStrange = grant === grantType && [...form.keys()].some((field) => !storeFields.includes(field));
  return isStrange && turn.assume('token.unknownField') === 'refused';
};

const authenticate = (turn: Turn, form: TokenForm): Application | undefined => {
  const application = turn.world.applications.get(form.get('client_id') ?? '');
  return application?.clientSecret === form.get('client_secret') ? application : undefined;
};

const familyOf = (scope: string | undefined): StoreFamily | undefined =>
  storeFamilies.find((family) => storeScopes[family] === scope);

/** "The developer attaches the profile to the API": what happens without is open. (Authentication, interface B) */
const isDetached = (turn: Turn, { attached }: Application, store: StoreFamily): boolean =>
  !attached.has(store) && turn.assume('token.detachedProfile') === 'scope-refused';

const issueStoreToken = (turn: Turn, { clientId }: Application, store: StoreFamily): Reply => {
  const text = mint(turn, 'store', clientId, store);
  keep(turn, text, { kind: 'store', store, clientId });
  turn.events.push({ event: 'tokenIssued', scope: storeScopes[store] });
  return json(200, tokenAnswer(turn, text, storeScopes[store]), section);
};
