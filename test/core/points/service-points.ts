import { chooseAddresses } from '../../../src/simulation/addresses.ts';
import { completed, hosts, type Story, tell } from '../world.ts';
import { type Points, row } from './point.ts';

/** Points of the whole service and of interfaces A and B. */

const mail = { toEmailAddress: 'a@b', fromEmailAddress: 'c@d', emailContent: 'four' };
const submission = (story: Story, authorization = ''): number =>
  story.ask(`${hosts.submission}/x`, { headers: { authorization } }).status;

export const servicePoints = {
  'hosts.relation': {
    show: (choice) => {
      const addresses = chooseAddresses({}, 1, choice['hosts.relation'] === 'one-host');
      const story = tell(choice, { addresses });
      const rows = [
        row(story.ask(`${addresses.email}/sendEmail`, { method: 'POST' })),
        row(story.ask(`${addresses.token}/auth/o2/token`, { method: 'POST' })),
        row(story.ask(`${addresses.regions['us-west-2']}/orders/data-queries`, { method: 'POST' })),
      ];
      const names = [addresses.email, addresses.token, addresses.regions['us-west-2']].map((url) => new URL(url).host);
      return [...rows, new Set(names).size];
    },
    outcomes: [
      ['three-hosts', ['badRequest', 'invalidRequest', 'missingAuthorizationHeader', 3]],
      ['one-host', ['badRequest', 'invalidRequest', 'missingAuthorizationHeader', 1]],
    ],
  },
  'hosts.unknownRoute': {
    show: (choice) => tell(choice).ask(`${hosts.email}/x`).text,
    outcomes: [
      ['json-404', '{"message":"Not Found"}'],
      ['empty-404', ''],
    ],
  },
  'errors.unknown': {
    show: (choice) => {
      const story = tell(choice);
      const failure = { kind: 'status', status: 500 } as const;
      story.act({ do: 'fail', operation: 'createDataQuery', failure, times: 1 });
      return story.create('x').body.type;
    },
    outcomes: [
      ['none', 'INTERNAL_SERVER_ERROR'],
      ['outside-table', 'STATUS_500'],
    ],
  },
  'errors.missingSegment': {
    show: (choice) => {
      const eu = hosts.regions['eu-west-1'];
      return [
        row(tell(choice).ask(`${eu}/data-queries`, { method: 'POST' })),
        row(tell(choice).ask(`${eu}/orders/data-queries/records`)),
      ];
    },
    outcomes: [
      ['missing-parameter', ['missingParameter', 'missingParameter']],
      ['unknown-uri', ['resourceNotFound', 'resourceNotFound']],
    ],
  },
  'version.header': { show: (choice) => completed(choice).story.transitions.length, outcomes: [['none', 2]] },
  'email.authentication': {
    show: (choice) => tell(choice).sendEmail(mail).status,
    outcomes: [
      ['none', 200],
      ['bearer-token', 401],
    ],
  },
  'email.contentType': {
    show: (choice) =>
      [undefined, 'application/json', 'application/json; charset=utf-8', 'text/plain'].map(
        (type) => tell(choice).sendEmail(mail, { ...(type !== undefined && { 'content-type': type }) }).status,
      ),
    outcomes: [
      ['not-read', [200, 200, 200, 200]],
      ['json-or-none', [200, 200, 200, 400]],
      ['json-required', [400, 200, 200, 400]],
      ['json-required-415', [415, 200, 200, 415]],
    ],
  },
  'email.charset': {
    show: (choice) =>
      ['utf-8', '"UTF-8"', 'iso-8859-1'].map(
        (charset) => tell(choice).sendEmail(mail, { 'content-type': `application/json; charset=${charset}` }).status,
      ),
    outcomes: [
      ['ignored', [200, 200, 200]],
      ['refused', [200, 200, 400]],
    ],
  },
  'email.contentEncoding': {
    show: (choice) => [
      tell(choice).sendEmail(mail, { 'content-encoding': 'identity' }).status,
      tell(choice).sendEmail(mail, { 'content-encoding': 'gzip' }).status,
      tell(choice).sendEmail('\u001f\ufffd\u0008', { 'content-encoding': 'gzip' }).status,
    ],
    outcomes: [
      ['not-decoded', [200, 200, 400]],
      ['refused-415', [200, 415, 415]],
    ],
  },
  'email.byteOrderMark': {
    show: (choice) => tell(choice).sendEmail(`\uFEFF${JSON.stringify(mail)}`).status,
    outcomes: [
      ['refused', 400],
      ['ignored', 200],
    ],
  },
  'email.unknownField': {
    show: (choice) => {
      const { status, text } = tell(choice).sendEmail({ ...mail, subject: 'x' });
      return [status, text.includes('subject')];
    },
    outcomes: [
      ['ignored', [200, false]],
      ['refused', [400, true]],
    ],
  },
  'email.emptyContent': {
    show: (choice) =>
      [{ emailContent: '' }, { emailContent: undefined }, { toEmailAddress: '' }].map(
        (change) => tell(choice).sendEmail({ ...mail, ...change }).status,
      ),
    outcomes: [
      ['refused', [400, 400, 400]],
      ['accepted', [200, 400, 400]],
    ],
  },
  'email.addressFormat': {
    show: (choice) =>
      ['no-at', `${'l'.repeat(65)}@d`].map((to) => tell(choice).sendEmail({ ...mail, toEmailAddress: to }).status),
    outcomes: [
      ['one-at-sign', [400, 200]],
      ['any-text', [200, 200]],
      ['strict', [400, 400]],
    ],
  },
  'email.contentLimit': {
    show: (choice) => tell(choice).sendEmail(mail).status,
    outcomes: [
      ['none', 200],
      [3, 400],
    ],
  },
  'email.badRequestBody': {
    show: (choice) => Object.keys(tell(choice).sendEmail({}).body ?? {}),
    outcomes: [
      ['message', ['message']],
      ['empty', []],
      ['error-response', ['category', 'type', 'message']],
    ],
  },
  'email.retrySafety': {
    show: (choice) => {
      const story = tell(choice);
      return [story.sendEmail(mail).status, story.sendEmail(mail).status, story.world.outbox.length];
    },
    outcomes: [
      ['every-request-sends', [200, 200, 2]],
      ['5m', [200, 200, 1]],
    ],
  },
  'token.errorStatus': {
    show: (choice) => tell(choice).form({ client_secret: 'x', grant_type: 'client_credentials' }).status,
    outcomes: [
      ['client-401', 401],
      ['all-400', 400],
    ],
  },
  'token.prefix': {
    show: (choice) => tell(choice).login().token.slice(0, 4),
    outcomes: [['Acc|', 'Acc|']],
  },
  'token.lifetime': {
    show: (choice) => {
      const story = tell(choice);
      const { access_token: token, expires_in: seconds } = story.exchange(story.code()).body;
      story.wait('59.999s');
      const last = row(story.create(token));
      story.wait('1ms');
      return [seconds, last, row(story.create(token))];
    },
    outcomes: [['60s', [60, '201', 'tokenExpired']]],
  },
  'token.expiryBoundary': {
    show: (choice) => {
      const story = tell(choice);
      const { token } = story.login();
      story.wait('1h');
      return row(story.create(token));
    },
    outcomes: [
      ['dead', 'tokenExpired'],
      ['alive', '201'],
    ],
  },
  'token.checkOrder': {
    show: (choice) => tell(choice).form({ client_secret: 'x', grant_type: 'x' }).body.error,
    outcomes: [
      ['request-first', 'unsupported_grant_type'],
      ['client-first', 'invalid_client'],
    ],
  },
  'token.missingField': {
    show: (choice) => {
      const whole = { grant_type: 'client_credentials', scope: 'store::apps:readwrite' };
      const without = (field: string): string => row(tell(choice).form({ ...whole, [field]: '' }));
      const login = row(tell(choice).form({ grant_type: 'authorization_code' }));
      return [...['client_id', 'client_secret', 'grant_type', 'scope'].map(without), login];
    },
    outcomes: [
      ['own-error', ['invalidClient', 'invalidClient', 'unsupportedGrantType', 'invalidScope', 'invalidGrant']],
      ['invalid-request', ['invalidRequest', 'invalidRequest', 'invalidRequest', 'invalidRequest', 'invalidRequest']],
    ],
  },
  'token.repeatedField': {
    show: (choice) => {
      const once = 'client_id=app&client_secret=app-secret&grant_type=client_credentials&scope=store::apps:readwrite';
      const ask = (more: string): string =>
        row(
          tell(choice).ask(`${hosts.token}/auth/o2/token`, {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: `${once}${more}`,
          }),
        );
      return [ask(''), ask('&scope=orders'), ask('&client_secret=x'), ask('&grant_type=x')];
    },
    outcomes: [
      ['first', ['200', '200', '200', '200']],
      ['last', ['200', 'invalidScope', 'invalidClient', 'unsupportedGrantType']],
      ['refused', ['200', 'invalidRequest', 'invalidRequest', 'invalidRequest']],
    ],
  },
  'token.unknownField': {
    show: (choice) => {
      const grant = { grant_type: 'client_credentials', scope: 'store::apps:readwrite' };
      return [row(tell(choice).form(grant)), row(tell(choice).form({ ...grant, audience: 'x' }))];
    },
    outcomes: [
      ['ignored', ['200', '200']],
      ['refused', ['200', 'invalidRequest']],
    ],
  },
  'token.detachedProfile': {
    show: (choice) => {
      const story = tell(choice);
      const token = story.storeToken('store::apps:readwrite');
      story.act({ do: 'detachProfile', application: 'app', api: 'submission' });
      const asked = story.form({ grant_type: 'client_credentials', scope: 'store::apps:readwrite' });
      return [row(asked), submission(story, `Bearer ${token}`)];
    },
    outcomes: [
      ['call-refused', ['200', 403]],
      ['scope-refused', ['invalidScope', 403]],
    ],
  },
  'store.paths': {
    show: (choice) => {
      const story = tell(choice);
      const headers = { authorization: `Bearer ${story.storeToken('reporting::store:marketer')}` };
      const calls = [
        ['GET', '/v2/reports/7'],
        ['POST', '/v2/reports/7'],
        ['GET', '/v2/other'],
      ] as const;
      return calls.map(([method, path]) => story.ask(`${hosts.reporting}${path}`, { method, headers }).status);
    },
    outcomes: [
      ['prefix-per-family', [200, 200, 200]],
      [[{ family: 'reporting', method: 'GET', path: '/v2/reports/*' }], [200, 404, 404]],
      [[{ family: 'reporting', method: 'GET', path: '/v2/other' }], [404, 404, 200]],
      [[{ family: 'submission', method: 'GET', path: '/v2/*' }], [404, 404, 404]],
    ],
  },
  'store.answer': {
    show: (choice) => {
      const story = tell(choice);
      return submission(story, `Bearer ${story.storeToken('store::apps:readwrite')}`);
    },
    outcomes: [
      ['empty-object', 200],
      ['no-content', 204],
    ],
  },
  'store.missingToken': {
    show: (choice) => submission(tell(choice)),
    outcomes: [
      ['as-expired', 403],
      ['unauthorized', 401],
    ],
  },
} as const satisfies Points;
