import { scenario, type Scenario } from '../../src/index.ts';

/** A handful of stories in which every wrong client shows what is wrong with it. */
export const stories = {
  plain: scenario('nothing happens').customer({ records: 12, collects: '10m' }).build(),
  clockIsBehind: scenario("the service's clock is ten minutes behind")
    .customer({ records: 12, collects: '10m' })
    .clockSkew('-10m')
    .build(),
  clockIsAhead: scenario("the service's clock is five minutes ahead")
    .customer({ records: 12, collects: '10m' })
    .clockSkew('5m')
    .build(),
  empty: scenario('there is nothing to import').customer({ records: 0, collects: '10m' }).build(),
  pages: scenario('three pages').customer({ records: 45, collects: '10m' }).build(),
  manyPages: scenario('twelve pages').customer({ records: 230, collects: '10m' }).build(),
  manyCustomers: scenario('six customers, done at once')
    .customers(Array.from({ length: 6 }, (_, index) => ({ id: `c${index}`, records: 1, collects: '0s' })))
    .build(),
  tokenDies: scenario('the token dies between two pages')
    .customer({ records: 21, collects: '10m' })
    .on('listDataQueryRecords', { nth: 2 })
    .expireToken()
    .build(),
  tokenIsRevoked: scenario('the token is revoked').customer({ collects: '10m' }).at('5m').revokeToken().build(),
  storeTokens: scenario('several reports')
    .customers([
      { id: 'ann', records: 1, collects: '10m' },
      { id: 'bob', records: 1, collects: '10m' },
    ])
    .build(),
  storeTokenDies: scenario('the store token dies before it is used')
    .customer({ collects: '10m' })
    .on('callReporting')
    .expireStoreToken('reporting')
    .build(),
  scopeIsOff: scenario('the scope is not enabled').application({ id: 'importer', scopes: [] }).build(),
  profileIsGone: scenario('the profile is deleted').at('5m').deleteProfile().build(),
  throttled: scenario('the create is throttled')
    .customer({ collects: '10m' })
    .on('createDataQuery')
    .fail('scopeThrottled', { times: 3 })
    .build(),
  timesOut: scenario('listing times out')
    .customer({ collects: '10m' })
    .on('listDataQueryRecords')
    .fail('integrationTimeout', { times: 3 })
    .build(),
  strangeError: scenario('an error that no table lists')
    .customer({ collects: '10m' })
    .on('listDataQueryRecords')
    .fail(503)
    .build(),
  troubleStays: scenario('the service fails and goes on failing')
    .on('createDataQuery')
    .beginFault('backendFails')
    .build(),
  conflict: scenario('another query is under way')
    .customer({ collects: '10m' })
    .on('createDataQuery')
    .fail('requestConflict', { times: 3 })
    .build(),
  canceled: scenario('consent is withdrawn').customer({ collects: '30m' }).at('10m').revokeConsent().build(),
  sleeps: scenario('the application sleeps for an hour')
    .customer({ records: 12, collects: '10m' })
    .on('notification')
    .elapse('61m')
    .build(),
  linksDie: scenario('links die before they are used')
    .customer({ records: 20, collects: '10m' })
    .on('downloadFile', { nth: 6 })
    .elapse('6m')
    .build(),
  breaksOff: scenario('a download breaks off')
    .customer({ records: 12, collects: '10m' })
    .on('downloadFile', { nth: 3 })
    .fault('truncated', { times: 40 })
    .build(),
  silence: scenario('a listing is never answered')
    .customer({ collects: '10m' })
    .on('listDataQueryRecords')
    .fault('silence')
    .build(),
  lostNotification: scenario('the notification gets lost')
    .customer({ collects: '10m' })
    .on('notification')
    .loseNotification()
    .build(),
  repeatedNotification: scenario('the notification comes twice, and early')
    .customer({ collects: '10m' })
    .on('notification')
    .repeatNotification({ copies: 2, by: '0s' })
    .build(),
  foreignNotification: scenario('a create that got lost is notified, too')
    .customer({ records: 3, collects: '10m' })
    .assume({ 'cache.beforeConflict': 'conflict' })
    .on('createDataQuery')
    .fault('reset')
    .build(),
  newFields: scenario('the message has a field more')
    .customer({ collects: '10m' })
    .assume({ 'notification.extraFields': 'unknown-field' })
    .build(),
  regionAway: scenario('a region cannot be reached')
    .customer({ collects: '10m' })
    .on('createDataQuery')
    .regionDown('eu-west-1', { fails: 'refused' })
    .build(),
  mailRefused: scenario('the mail is refused').customer({ collects: '10m' }).on('sendEmail').fail(400).build(),
  mailLost: scenario('the answer to the mail is lost')
    .customer({ collects: '10m' })
    .on('sendEmail')
    .fault('reset')
    .build(),
} as const satisfies Readonly<Record<string, Scenario>>;

export type StoryName = keyof typeof stories;
