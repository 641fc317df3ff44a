import type { OperationName } from '../../src/spec/routes.ts';
import type { RefusalName } from '../../src/spec/refusals.ts';
import type { ServiceFaultName } from '../../src/spec/faults.ts';
import { type Answer, completed, hosts, nobodysId, type Story, tell } from './world.ts';

/** How a refusal that the interfaces list comes about by itself, with nothing injected. Some rows name several causes. */
export interface NaturalCause {
  readonly row: RefusalName;
  /** The operation that is refused. */
  readonly operation: OperationName;
  /** One sentence in the words of the interface. */
  readonly cause: string;
  /** What it says of the request: the part that was decisive, and what that came up against. */
  readonly saw: string;
  /** The answer that is the refusal. */
  readonly play: () => Answer;
}

const eu = hosts.regions['eu-west-1'];
const everyDay = { 'token.lifetime': '2d' } as const;

/** A create after something was done to a customer who is logged in. */
const creating =
  (change: (story: Story) => void, scope = 'orders') =>
  (): Answer => {
    const story = tell();
    const { token } = story.login('ann', scope);
    change(story);
    return story.create(token, scope);
  };

/** A create that finds a fault inside the service. */
const faulty = (fault: ServiceFaultName): (() => Answer) => creating((story) => story.act({ do: 'beginFault', fault }));

/** A create under a header of any form. */
const under = (headers: Readonly<Record<string, string>>) => () =>
  tell().ask(`${eu}/orders/data-queries`, { method: 'POST', headers });

/** A request of any path and method, with a good token. */
const at = (method: string, path: string) => () => {
  const story = tell();
  const { token } = story.login();
  return story.ask(`${eu}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
};

/** The last of many requests, with a wait after each. */
const lastOf = (story: Story, times: number, wait: number, ask: () => Answer): Answer => {
  for (let asked = 1; asked < times; asked++) {
    ask();
    story.now += wait;
  }
  return ask();
};

/** A token request that is right but for some fields. */
const asking =
  (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  (): Answer =>
    tell().form({ grant_type: 'client_credentials', scope: 'store::apps:readwrite', ...fields }, headers);

const create = 'createDataQuery' as const;
const list = 'listDataQueryRecords' as const;
const profile = { application: 'app' } as const;

/** In the order of the interface: the table of interface C, then that of B, then the one refusal of A. */
export const naturalCauses: readonly NaturalCause[] = [
  {
    row: 'invalidParameters',
    operation: list,
    cause: 'The query was created for another scope id than the one it is listed under.',
    saw: 'scopeId: "profile" in the path; the query is one of "orders"',
    play: () => {
      const { story, id } = completed();
      return story.list(story.login('ann', 'profile').token, id, '', 'profile');
    },
  },
  {
    row: 'invalidParameters',
    operation: create,
    cause: 'The customer id that the token yields is not valid.',
    saw: 'authorization: the token of ann for "orders", which yields an id that is not valid',
    play: creating((story) => story.act({ do: 'garbleToken', customer: 'ann', garbles: 'customerId' })),
  },
  {
    row: 'invalidParameters',
    operation: create,
    cause: 'The security profile id that the token yields is not valid.',
    saw: 'authorization: the token of ann for "orders", which yields an id that is not valid',
    play: creating((story) => story.act({ do: 'garbleToken', customer: 'ann', garbles: 'profileId' })),
  },
  {
    row: 'invalidParameters',
    operation: create,
    cause: 'The scope id in the path does not have the form of one: there is a space in it.',
    saw: 'scopeId: "no scope" in the path; there is "orders", "profile" or "billing"',
    play: at('POST', '/no%20scope/data-queries'),
  },
  {
    row: 'invalidMaxResults',
    operation: list,
    cause: 'maxResults is 251, outside 1 to 250.',
    saw: 'maxResults: "251", where 1 to 250 are taken',
    play: () => {
      const { story, token, id } = completed();
      return story.list(token, id, '?maxResults=251');
    },
  },
  {
    row: 'invalidNextPage',
    operation: list,
    cause: 'nextPageToken is a text that no answer has carried.',
    saw: 'nextPageToken: "next", which no answer of this listing has carried',
    play: () => {
      const { story, token, id } = completed();
      return story.list(token, id, '?nextPageToken=next');
    },
  },
  {
    row: 'accessNotAuthorized',
    operation: create,
    cause: 'The customer has withdrawn consent to the scope.',
    saw: 'authorization: the token of ann for "orders", whose consent was revoked',
    play: creating((story) => story.act({ do: 'revokeConsent', customer: 'ann', scope: 'orders' })),
  },
  {
    row: 'tokenExpired',
    operation: create,
    cause: 'The access token was issued 3600 seconds ago.',
    saw: 'authorization: the token of ann for "orders", which expired at this instant',
    play: creating((story) => story.wait('3600s')),
  },
  {
    row: 'tokenRevoked',
    operation: create,
    cause: 'The access token has been revoked.',
    saw: 'authorization: the token of ann for "orders", which has been revoked',
    play: creating((story) => story.act({ do: 'revokeToken', customer: 'ann' })),
  },
  {
    row: 'tokenInvalid',
    operation: create,
    cause: 'The access token is unknown: nobody has issued it.',
    saw: 'authorization: a text of 7 characters, which was issued to nobody',
    play: under({ authorization: 'Bearer unknown' }),
  },
  {
    row: 'tokenFormatInvalid',
    operation: create,
    cause: 'The header is not the word Bearer, one space and a token: there are two spaces.',
    saw: 'authorization: "Bearer  …", where "Bearer", one space and a token belong',
    play: under({ authorization: 'Bearer  token' }),
  },
  {
    row: 'appNotAuthorized',
    operation: create,
    cause: 'The security profile is no longer attached to the data portability API.',
    saw: 'whose profile is not attached to the data portability API',
    play: creating((story) => story.act({ do: 'detachProfile', ...profile, api: 'portability' })),
  },
  {
    row: 'appNotAllowlisted',
    operation: create,
    cause: 'The application has not completed the allowlisting process, or is off the list again.',
    saw: 'of the application "app", which is not allowlisted',
    play: creating((story) => story.act({ do: 'delistApp', ...profile })),
  },
  {
    row: 'scopeNotEnabled',
    operation: create,
    cause: 'The scope is no longer enabled for the application.',
    saw: 'scopeId: "orders" in the path, which is not enabled for "app"',
    play: creating((story) => story.act({ do: 'disableScope', ...profile, scope: 'orders' })),
  },
  {
    row: 'queryNotCompleted',
    operation: list,
    cause: 'The query that is listed is still in progress.',
    saw: 'in the path, which still collects',
    play: () => {
      const story = tell();
      const { token } = story.login();
      return story.list(token, String(story.create(token).body.id));
    },
  },
  {
    row: 'accessTimeElapsed',
    operation: list,
    cause: 'The notification was sent more than 1 hour ago.',
    saw: 'whose notification was sent 1h0m0.001s ago, and which is open for 1h',
    play: () => {
      const { story, id } = completed();
      story.wait('1h1ms');
      return story.list(story.login().token, id);
    },
  },
  {
    row: 'appIdentificationFailure',
    operation: create,
    cause: 'The service cannot tell which application is calling (service fault `appUnidentifiable`).',
    saw: 'nothing in the request: the service has the fault appUnidentifiable',
    play: faulty('appUnidentifiable'),
  },
  {
    row: 'missingAuthorizationHeader',
    operation: create,
    cause: 'There is no authorization header.',
    saw: 'authorization: absent',
    play: under({}),
  },
  {
    row: 'blockedRequest',
    operation: create,
    cause: 'Security scanners block the request (service fault `scannersBlock`).',
    saw: 'nothing in the request: the service has the fault scannersBlock',
    play: faulty('scannersBlock'),
  },
  {
    row: 'securityProfileNotFound',
    operation: create,
    cause: 'The security profile that the token was issued to has been deleted.',
    saw: 'of the application "app", whose profile is deleted',
    play: creating((story) => story.act({ do: 'deleteProfile', ...profile })),
  },
  {
    row: 'queryIdNotFound',
    operation: list,
    cause: 'The query id is a UUID that no create has given.',
    saw: 'queryId: "00000000-0000-4000-8000-000000000000" in the path, which no query has',
    play: at('GET', `/orders/data-queries/${nobodysId}/records`),
  },
  {
    row: 'scopeIdNotFound',
    operation: create,
    cause: 'The scope id is one that does not exist.',
    saw: 'scopeId: "nowhere" in the path; there is "orders", "profile" or "billing"',
    play: at('POST', '/nowhere/data-queries'),
  },
  {
    row: 'resourceNotFound',
    operation: create,
    cause: 'The method is not defined for the path.',
    saw: 'address: PUT "/orders/data-queries"',
    play: at('PUT', '/orders/data-queries'),
  },
  {
    row: 'requestConflict',
    operation: create,
    cause: 'A query for the same scope and customer is in progress, and its own answer is five minutes old.',
    saw: 'of ann for it still collects',
    play: () => {
      const story = tell();
      const { token } = story.login();
      story.create(token);
      story.wait('5m');
      return story.create(token);
    },
  },
  {
    row: 'requestTooLarge',
    operation: create,
    cause: 'The payload is one byte over the maximum.',
    saw: 'body: 262145 bytes, of at most 262144',
    play: () => {
      const story = tell();
      return story.create(story.login().token, 'orders', eu, 'x'.repeat(262_145));
    },
  },
  {
    row: 'tooManyRequests',
    operation: create,
    cause: 'It is the 21st create in 20 minutes.',
    saw: 'one more than 20 in 20m, which is createOverall; there is room again after 19m40s',
    play: () => {
      const story = tell();
      const { token } = story.login();
      return lastOf(story, 21, 1000, () => story.create(token));
    },
  },
  {
    row: 'quotaExceeded',
    operation: list,
    cause: 'It is the 100,001st list of the day.',
    saw: 'one more than 100000 in 1d, which is listDaily',
    play: () => {
      const story = tell(everyDay);
      const { token } = story.login();
      return lastOf(story, 100_001, 100, () => story.list(token, nobodysId));
    },
  },
  {
    row: 'scopeThrottled',
    operation: create,
    cause: 'It is the 6th create for the scope id within one second.',
    saw: 'one more than 5 in 1s, which is createRate; there is room again after 0.500s',
    play: () => {
      const story = tell();
      const { token } = story.login();
      return lastOf(story, 6, 100, () => story.create(token));
    },
  },
  {
    row: 'missingParameter',
    operation: create,
    cause: 'The path has no scope id at all.',
    saw: 'address: POST "/data-queries"',
    play: at('POST', '/data-queries'),
  },
  {
    row: 'missingParameter',
    operation: list,
    cause: 'The path has no query id at all.',
    saw: 'address: GET "/orders/data-queries/records"',
    play: at('GET', '/orders/data-queries/records'),
  },
  {
    row: 'internalServerError',
    operation: create,
    cause: 'The service meets an unexpected exception (service fault `serviceThrows`).',
    saw: 'nothing in the request: the service has the fault serviceThrows',
    play: faulty('serviceThrows'),
  },
  {
    row: 'blankSecurityProfileId',
    operation: create,
    cause: 'The token yields a blank security profile id.',
    saw: 'authorization: the token of ann for "orders", which yields no profile id',
    play: creating((story) => story.act({ do: 'blankToken', customer: 'ann', lacks: 'profileId' })),
  },
  {
    row: 'invalidApiPath',
    operation: create,
    cause: 'The path holds a broken percent-escape.',
    saw: 'address: POST "/%zz/data-queries"',
    play: at('POST', '/%zz/data-queries'),
  },
  {
    row: 'blankScopeId',
    operation: create,
    cause: 'The scope id in the path is a single space.',
    saw: 'scopeId: " " in the path',
    play: at('POST', '/%20/data-queries'),
  },
  {
    row: 'blankCustomerId',
    operation: create,
    cause: 'The token yields a blank customer id.',
    saw: 'authorization: the token of ann for "orders", which yields no customer id',
    play: creating((story) => story.act({ do: 'blankToken', customer: 'ann', lacks: 'customerId' })),
  },
  {
    row: 'blankQueryId',
    operation: list,
    cause: 'The query id in the path is empty.',
    saw: 'queryId: blank in the path',
    play: at('GET', '/orders/data-queries//records'),
  },
  {
    row: 'apiConfigurationError',
    operation: create,
    cause: 'The service is configured wrongly inside (service fault `apiMisconfigured`).',
    saw: 'nothing in the request: the service has the fault apiMisconfigured',
    play: faulty('apiMisconfigured'),
  },
  {
    row: 'authorizationConfigurationError',
    operation: create,
    cause: 'The service cannot connect to the authorizer (service fault `authorizerUnreachable`).',
    saw: 'nothing in the request: the service has the fault authorizerUnreachable',
    play: faulty('authorizerUnreachable'),
  },
  {
    row: 'authorizationFailure',
    operation: create,
    cause: 'Authenticating the application ends in an error (service fault `authorizerFails`).',
    saw: 'nothing in the request: the service has the fault authorizerFails',
    play: faulty('authorizerFails'),
  },
  {
    row: 'integrationFailure',
    operation: create,
    cause: 'A part behind the service fails (service fault `backendFails`).',
    saw: 'nothing in the request: the service has the fault backendFails',
    play: faulty('backendFails'),
  },
  {
    row: 'integrationTimeout',
    operation: create,
    cause: 'A part behind the service does not answer in time (service fault `backendSilent`).',
    saw: 'nothing in the request: the service has the fault backendSilent',
    play: faulty('backendSilent'),
  },
  {
    row: 'invalidClient',
    operation: 'requestToken',
    cause: 'The client secret is an old one: it has been changed in the console.',
    saw: 'client_secret: a text of 10 characters, which is not that of client_id "app"',
    play: () => {
      const story = tell();
      story.act({ do: 'rotateSecret', ...profile });
      return story.form({ grant_type: 'client_credentials', scope: 'store::apps:readwrite' });
    },
  },
  {
    row: 'invalidScope',
    operation: 'requestToken',
    cause: 'The scope value is none of the two allowed.',
    saw: 'scope: "orders"; there is "store::apps:readwrite" or "reporting::store:marketer"',
    play: asking({ scope: 'orders' }),
  },
  {
    row: 'unsupportedGrantType',
    operation: 'requestToken',
    cause: 'The grant type is password.',
    saw: 'grant_type: "password", where client_credentials belongs',
    play: asking({ grant_type: 'password' }),
  },
  {
    row: 'invalidRequest',
    operation: 'requestToken',
    cause: 'The content type is text/plain.',
    saw: 'content-type: "text/plain", where application/x-www-form-urlencoded belongs',
    play: asking({}, { 'content-type': 'text/plain' }),
  },
  {
    row: 'badRequest',
    operation: 'sendEmail',
    cause: 'The required field emailContent is missing.',
    saw: 'emailContent: absent',
    play: () => tell().sendEmail({ toEmailAddress: 'a@b', fromEmailAddress: 'c@d' }),
  },
];
