/** The examples of docs/scenarios.md. A test reads each of them, and runs those that are whole. */
export const examples = {
  whole: `name: the access token expires between two pages while the region is down
customer: { records: 600 }
steps:
  - on: listDataQueryRecords
    where: { page: 3 }
    together:
      - do: expireToken
      - { do: regionDown, region: eu-west-1, fails: integrationTimeout, for: 10s }
expect:
  result: { records: 600 }
  arrived: 600
  queries: { completed: 1 }
`,
  moments: `- { at: 30m, do: expireToken }
- { after: created, wait: 5m, do: revokeConsent }
- { on: listDataQueryRecords, nth: 2, fail: integrationTimeout }
- { on: listDataQueryRecords, where: { page: 3, region: eu-west-1 }, do: expireToken }
- { on: downloadFile, nth: every, chance: 2%, fault: resetInBody }
- { on: sendEmail, nth: 2..4, fail: 503 }
`,
  faults: `- { on: createDataQuery, fail: 503, times: 3 }
- { at: 10m, fail: 503, operation: listDataQueryRecords, for: 5m }
- { at: 10m, fail: 503, operation: createDataQuery, for: 1h, where: { region: us-east-1 }, chance: 30% }
- { on: notification, do: loseNotification, for: 2h }
`,
  compound: `name: a region goes down, comes back, and the token is dead
customer: { records: 10, collects: 10m }
steps:
  - after: completed
    do: regionDown
    region: eu-west-1
    fails: integrationTimeout
    then:
      - { wait: 5s, do: regionUp, region: eu-west-1 }
      - { on: listDataQueryRecords, do: expireToken }
expect:
  result: { records: 10 }
`,
  expectations: `name: a create is tried again after one and two seconds
customer: { records: 10, collects: 10m }
steps:
  - { on: createDataQuery, fail: internalServerError, times: 2 }
expect:
  client: succeeds
  result: { records: 10, queries: 1 }
  requests: { createDataQuery: 3, notification: 1, listDataQueryRecords: 1.. }
  when: { createDataQuery: { first: 0s, waits: [1s, 2s] } }
  within: 11m
  arrived: 10
  mails: [{ content: 10 records }]
  queries: { completed: 1, canceled: 0 }
  rules: must
`,
  table: `name: a create that is refused with $failure is tried again
each:
  - { failure: 503, times: 1 }
  - { failure: integrationTimeout, times: 2 }
customer: { records: 10, collects: 10m }
steps:
  - { on: createDataQuery, fail: $failure, times: $times }
expect:
  client: succeeds
`,
  include: `name: the hour passes
include: [_two-customers.yaml, parts/_strict.yaml]
steps:
  - { on: notification, elapse: 61m }
`,
  typescript: `const tokenDies = scenario('the token dies while the region is down')
  .customer({ records: 600 })
  .on('listDataQueryRecords', { where: { page: 3 } })
  .together((all) => all.expireToken().regionDown('eu-west-1', { fails: 'integrationTimeout', for: '10s' }))
  .at('5m')
  .sequence((first) => first.holdAccount().wait('1m').releaseAccount())
  .expect({ client: { fails: /canceled/ } })
  .build();
`,
  tests: `describeScenarios('scenarios', importOrders, { test });
`,
  mistake: `scenarios/hour.yaml:4:28: "fial" is not a field of a step (did you mean "fail"?) [SCENARIO_INVALID]

  2 | customer: { records: 600 }
  3 | steps:
> 4 |   - { on: createDataQuery, fial: 503 }
    |                            ^
`,
} as const;
