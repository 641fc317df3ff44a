import type { OperationName } from '../../src/spec/routes.ts';
import type { RefusalName } from '../../src/spec/refusals.ts';
import type { ServiceFaultName } from '../../src/spec/faults.ts';
import { type Answer, completed, hosts, type Story, tell } from './world.ts';

/** How a refusal that the interfaces list comes about by itself, with nothing injected. Some rows name several causes. */
export interface NaturalCause {
  readonly row: RefusalName;
  /** The operation that is refused. */
  readonly operation: OperationName;
  /** One sentence in the words of the interface. */
  readonly cause: string;
  /** The answer that is the refusal. */
  readonly play: () => Answer;
}

const eu = hosts.regions['eu-west-1'];
const unknownId = '00000000-0000-4000-8000-000000000000';
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
    play: () => {
      const { story, id } = completed();
      return story.list(story.login('ann', 'profile').token, id, '', 'profile');
    },
  },
  {
    row: 'invalidParameters',
    operation: create,
    cause: 'The customer id that the token yields is not valid.',
    play: creating((story) => story.act({ do: 'garbleToken', customer: 'ann', garbles: 'customerId' })),
  },
  {
    row: 'invalidParameters',
    operation: create,
    cause: 'The security profile id that the token yields is not valid.',
    play: creating((story) => story.act({ do: 'garbleToken', customer: 'ann', garbles: 'profileId' })),
  },
  {
    row: 'invalidParameters',
    operation: create,
    cause: 'The scope id in the path does not have the form of one: there is a space in it.',
    play: at('POST', '/no%20scope/data-queries'),
  },
  {
    row: 'invalidMaxResults',
    operation: list,
    cause: 'maxResults is 251, outside 1 to 250.',
    play: () => {
      const { story, token, id } = completed();
      return story.list(token, id, '?maxResults=251');
    },
  },
  {
    row: 'invalidNextPage',
    operation: list,
    cause: 'nextPageToken is a text that no answer has carried.',
    play: () => {
      const { story, token, id } = completed();
      return story.list(token, id, '?nextPageToken=next');
    },
  },
  {
    row: 'accessNotAuthorized',
    operation: create,
    cause: 'The customer has withdrawn consent to the scope.',
    play: creating((story) => story.act({ do: 'revokeConsent', customer: 'ann', scope: 'orders' })),
  },
  {
    row: 'tokenExpired',
    operation: create,
    cause: 'The access token was issued 3600 seconds ago.',
    play: creating((story) => story.wait('3600s')),
  },
  {
    row: 'tokenRevoked',
    operation: create,
    cause: 'The access token has been revoked.',
    play: creating((story) => story.act({ do: 'revokeToken', customer: 'ann' })),
  },
  {
    row: 'tokenInvalid',
    operation: create,
    cause: 'The access token is unknown: nobody has issued it.',
    play: under({ authorization: 'Bearer unknown' }),
  },
  {
    row: 'tokenFormatInvalid',
    operation: create,
    cause: 'The header is not the word Bearer, one space and a token: there are two spaces.',
    play: under({ authorization: 'Bearer  token' }),
  },
  {
    row: 'appNotAuthorized',
    operation: create,
    cause: 'The security profile is no longer attached to the data portability API.',
    play: creating((story) => story.act({ do: 'detachProfile', ...profile, api: 'portability' })),
  },
  {
    row: 'appNotAllowlisted',
    operation: create,
    cause: 'The application has not completed the allowlisting process, or is off the list again.',
    play: creating((story) => story.act({ do: 'delistApp', ...profile })),
  },
  {
    row: 'scopeNotEnabled',
    operation: create,
    cause: 'The scope is no longer enabled for the application.',
    play: creating((story) => story.act({ do: 'disableScope', ...profile, scope: 'orders' })),
  },
  {
    row: 'queryNotCompleted',
    operation: list,
    cause: 'The query that is listed is still in progress.',
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
    play: faulty('appUnidentifiable'),
  },
  {
    row: 'missingAuthorizationHeader',
    operation: create,
    cause: 'There is no authorization header.',
    play: under({}),
  },
  {
    row: 'blockedRequest',
    operation: create,
    cause: 'Security scanners block the request (service fault `scannersBlock`).',
    play: faulty('scannersBlock'),
  },
  {
    row: 'securityProfileNotFound',
    operation: create,
    cause: 'The security profile that the token was issued to has been deleted.',
    play: creating((story) => story.act({ do: 'deleteProfile', ...profile })),
  },
  {
    row: 'queryIdNotFound',
    operation: list,
    cause: 'The query id is a UUID that no create has given.',
    play: at('GET', `/orders/data-queries/${unknownId}/records`),
  },
  {
    row: 'scopeIdNotFound',
    operation: create,
    cause: 'The scope id is one that does not exist.',
    play: at('POST', '/nowhere/data-queries'),
  },
  {
    row: 'resourceNotFound',
    operation: create,
    cause: 'The method is not defined for the path.',
    play: at('PUT', '/orders/data-queries'),
  },
  {
    row: 'requestConflict',
    operation: create,
    cause: 'A query for the same scope and customer is in progress, and its own answer is five minutes old.',
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
    play: () => {
      const story = tell();
      return story.create(story.login().token, 'orders', eu, 'x'.repeat(262_145));
    },
  },
  {
    row: 'tooManyRequests',
    operation: create,
    cause: 'It is the 21st create in 20 minutes.',
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
    play: () => {
      const story = tell(everyDay);
      const { token } = story.login();
      return lastOf(story, 100_001, 100, () => story.list(token, unknownId));
    },
  },
  {
    row: 'scopeThrottled',
    operation: create,
    cause: 'It is the 6th create for the scope id within one second.',
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
    play: at('POST', '/data-queries'),
  },
  {
    row: 'missingParameter',
    operation: list,
    cause: 'The path has no query id at all.',
    play: at('GET', '/orders/data-queries/records'),
  },
  {
    row: 'internalServerError',
    operation: create,
    cause: 'The service meets an unexpected exception (service fault `serviceThrows`).',
    play: faulty('serviceThrows'),
  },
  {
    row: 'blankSecurityProfileId',
    operation: create,
    cause: 'The token yields a blank security profile id.',
    play: creating((story) => story.act({ do: 'blankToken', customer: 'ann', lacks: 'profileId' })),
  },
  {
    row: 'invalidApiPath',
    operation: create,
    cause: 'The path holds a broken percent-escape.',
    play: at('POST', '/%zz/data-queries'),
  },
  {
    row: 'blankScopeId',
    operation: create,
    cause: 'The scope id in the path is a single space.',
    play: at('POST', '/%20/data-queries'),
  },
  {
    row: 'blankCustomerId',
    operation: create,
    cause: 'The token yields a blank customer id.',
    play: creating((story) => story.act({ do: 'blankToken', customer: 'ann', lacks: 'customerId' })),
  },
  {
    row: 'blankQueryId',
    operation: list,
    cause: 'The query id in the path is empty.',
    play: at('GET', '/orders/data-queries//records'),
  },
  {
    row: 'apiConfigurationError',
    operation: create,
    cause: 'The service is configured wrongly inside (service fault `apiMisconfigured`).',
    play: faulty('apiMisconfigured'),
  },
  {
    row: 'authorizationConfigurationError',
    operation: create,
    cause: 'The service cannot connect to the authorizer (service fault `authorizerUnreachable`).',
    play: faulty('authorizerUnreachable'),
  },
  {
    row: 'authorizationFailure',
    operation: create,
    cause: 'Authenticating the application ends in an error (service fault `authorizerFails`).',
    play: faulty('authorizerFails'),
  },
  {
    row: 'integrationFailure',
    operation: create,
    cause: 'A part behind the service fails (service fault `backendFails`).',
    play: faulty('backendFails'),
  },
  {
    row: 'integrationTimeout',
    operation: create,
    cause: 'A part behind the service does not answer in time (service fault `backendSilent`).',
    play: faulty('backendSilent'),
  },
  {
    row: 'invalidClient',
    operation: 'requestToken',
    cause: 'The client secret is an old one: it has been changed in the console.',
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
    play: asking({ scope: 'orders' }),
  },
  {
    row: 'unsupportedGrantType',
    operation: 'requestToken',
    cause: 'The grant type is password.',
    play: asking({ grant_type: 'password' }),
  },
  {
    row: 'invalidRequest',
    operation: 'requestToken',
    cause: 'The content type is text/plain.',
    play: asking({}, { 'content-type': 'text/plain' }),
  },
  {
    row: 'badRequest',
    operation: 'sendEmail',
    cause: 'The required field emailContent is missing.',
    play: () => tell().sendEmail({ toEmailAddress: 'a@b', fromEmailAddress: 'c@d' }),
  },
];
