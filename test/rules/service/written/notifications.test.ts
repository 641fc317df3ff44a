import { ms } from '../../../../src/spec/time.ts';
import { judgeRows } from '../../client/judge-rows.ts';
import { begins, cancels, completes, create, list, type Part } from '../../client/write-trace.ts';
import { allowed, announced, begun, completed, on, taken, there, type Told } from './write-service.ts';

/** What a rule says of what is told of the end of a query: traces written by hand. */

const hers = { customer: 'c1' } as const;

/** Notifications come two minutes after the end. */
const later = (...parts: readonly Part[]): readonly Part[] => [
  allowed({
    holdings: [
      { customer: 'c2', scope: 'orders', records: 3, notifiedAfter: 0 },
      { ...hers, scope: 'rentals', records: 3, notifiedAfter: 0 },
      { ...hers, scope: 'orders', records: 3, notifiedAfter: ms('2m') },
    ],
  }),
  create('0s'),
  begins('0s'),
  ...parts,
];
const three = (answered: number | undefined): readonly Part[] =>
  ['10m', '11m', '12m'].map((at) => announced(at, 'COMPLETED', {}, answered));
const inEurope = { region: 'eu-west-1' } as const;
const regional = (told: Told, ...parts: readonly Part[]): readonly Part[] => [
  allowed(),
  create('0s', { id: 'q1' }, inEurope),
  begins('0s'),
  ...parts,
  completes('10m'),
  announced('10m', 'COMPLETED', told),
];
const regionalAgain = (region: 'eu-west-1' | 'us-east-1'): readonly Part[] =>
  regional({ region }, create('1m', { id: 'q1' }, { region: 'us-east-1' }));

const untilAccepted = on({ 'notification.retry': 'until-accepted' });

judgeRows('S4', [
  ['no query ended', 'inconclusive', begun()],
  ['it is announced', 'held', completed(announced('10m', 'COMPLETED'))],
  ['it is not', 'broken', completed()],
  ['it is not, in a recording', 'inconclusive', [create('0s'), begins('0s'), completes('10m')]],
  ['it is not yet', 'inconclusive', later(completes('10m'), list('11m'))],
  ['it is not in time', 'broken', later(completes('10m'), list('12m1ms'))],
  ['it is announced twice', 'broken', completed(announced('10m', 'COMPLETED'), announced('11m', 'COMPLETED'))],
  [
    'it is announced twice, where copies come',
    'held',
    completed(announced('10m', 'COMPLETED'), announced('11m', 'COMPLETED')),
    on({ 'notification.duplicates': 'twice' }),
  ],
  [
    'it is announced three times, where copies come',
    'broken',
    completed(...three(undefined)),
    on({ 'notification.duplicates': 'twice' }),
  ],
  ['it is announced until it is accepted', 'held', completed(...three(503)), untilAccepted],
  ['it is announced once more after that', 'broken', completed(...three(200)), untilAccepted],
  ['it is announced before its end', 'broken', begun(announced('9m', 'COMPLETED'), completes('10m'))],
  ['it is announced and never ended', 'broken', begun(announced('9m', 'COMPLETED'))],
  ['as completed when it was canceled', 'broken', begun(cancels('10m'), announced('10m', 'COMPLETED'))],
  ['as canceled when it was completed', 'broken', completed(announced('10m', 'CANCELED'))],
  ['as canceled', 'held', begun(cancels('10m'), announced('10m', 'CANCELED'))],
  ['with another subject', 'broken', completed(announced('10m', 'COMPLETED', { subject: 'News' }))],
  ['with another id', 'broken', completed(announced('10m', 'COMPLETED', { id: 'q2' }))],
  ['with another version', 'broken', completed(announced('10m', 'COMPLETED', { version: '2.0' }))],
  ['with another status in it', 'broken', completed(announced('10m', 'COMPLETED', { says: 'CANCELED' }))],
  ['of a thousand bytes', 'held', completed(announced('10m', 'COMPLETED', { bytes: 1000 }))],
  ['of a byte more', 'broken', completed(announced('10m', 'COMPLETED', { bytes: 1001 }))],
  ['from the region of the create', 'held', regional({})],
  ['from another region', 'broken', regional({ region: 'us-east-1' })],
  ['to the application that asked', 'held', completed(announced('10m', 'COMPLETED', { application: 'app' }))],
  ['to another application', 'broken', completed(announced('10m', 'COMPLETED', { application: 'other' }))],
  ['to the endpoint of its region', 'held', completed(announced('10m', 'COMPLETED', { endpoint: 'eu-west-1' }, 200))],
  [
    'to the endpoint of another region',
    'broken',
    completed(announced('10m', 'COMPLETED', { endpoint: 'us-east-1' }, 200)),
  ],
  [
    'to the endpoint of another region, as it may',
    'held',
    completed(announced('10m', 'COMPLETED', { endpoint: 'us-east-1' }, 200)),
    on({ 'region.missingEndpoint': 'another-region' }),
  ],
  ['from the region of the last create', 'broken', regionalAgain('us-east-1')],
  [
    'from the region of the last create, as it may',
    'held',
    regionalAgain('us-east-1'),
    on({ 'region.notification': 'region-of-last-create' }),
  ],
  [
    'from the region of the first, where the last counts',
    'broken',
    regionalAgain('eu-west-1'),
    on({ 'region.notification': 'region-of-last-create' }),
  ],
  [
    'of one that was there at first, once more',
    'held',
    [
      allowed({ continues: true, queries: [there('completed')] }),
      announced('1m', 'COMPLETED'),
      announced('2m', 'COMPLETED'),
    ],
  ],
  [
    'of one that was there at first, in another state',
    'broken',
    [allowed({ continues: true, queries: [there('completed')] }), announced('1m', 'CANCELED')],
  ],
  [
    'it is announced again before the first was accepted',
    'held',
    completed(announced('10m', 'COMPLETED'), announced('11m', 'COMPLETED'), taken('12m', 5)),
    untilAccepted,
  ],
  [
    'it is announced again after the first was accepted',
    'broken',
    completed(announced('10m', 'COMPLETED'), taken('10m30s', 5), announced('11m', 'COMPLETED')),
    untilAccepted,
  ],
]);
