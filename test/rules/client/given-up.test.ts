import * as traces from './write-trace.ts';
import { judgeRows, type Row } from './judge-rows.ts';

/**
 * Not everybody calls a request off whose time is over: then its answer comes, and nobody hears it. What follows it within the longest
 * of the suggested waits may be the retry of a client that had given it up.
 */

const { begins, create, ends, given, list, notified, sleeps, throws } = traces;

type Answer = 'scopeNotEnabled' | 'requestConflict' | 'tokenExpired';

/** Two creates alike: the first is refused after so long, and the second comes after so long. */
const twice = (refused: Answer, answered: string, again: string): readonly traces.Part[] => [
  create('0s', refused, { answered }),
  create(again, refused),
];

const rowsOf = (refused: Answer): readonly Row[] => [
  ['the answer came after five seconds, and so did the retry', 'held', twice(refused, '5s', '6s')],
  ['it came sooner', 'broken', twice(refused, '4.9s', '6s')],
  ['the retry came with it', 'broken', twice(refused, '6s', '6s')],
  ['the retry came half a minute later', 'held', twice(refused, '6s', '36s')],
];

const slowly = create('0s', 'scopeNotEnabled', { answered: '5s' });
const unanswered = create('6s', 'nothing', { fault: 'silence' });

judgeRows('C6', [
  ...rowsOf('scopeNotEnabled'),
  ['the retry came more than half a minute later', 'broken', twice('scopeNotEnabled', '6s', '36.001s')],
  ['it follows a second one that was given up', 'held', [slowly, unanswered, create('40s', 403)]],
  ['the second could not have been given up yet', 'broken', [slowly, unanswered, create('10.9s', 403)]],
]);

judgeRows('C9', rowsOf('requestConflict').slice(0, 3));

const renewed = [create('7s', {}, { authorization: 'Bearer t2' }), ends('8s')];

judgeRows('C4', [
  ['the answer came after five seconds', 'held', [...twice('tokenExpired', '5s', '6s'), ...renewed]],
  ['it came sooner', 'broken', [...twice('tokenExpired', '4.9s', '6s'), ...renewed]],
]);

const late = (answered: string): readonly traces.Part[] => [
  create('0s'),
  begins('0s'),
  notified('10m', 'COMPLETED', 200),
  sleeps('10m', '71m'),
  list('71m', 'accessTimeElapsed', { answered }),
  list('71m6s', 'accessTimeElapsed'),
  create('72m', { id: 'q2' }),
  ends('73m'),
];

judgeRows('C11', [
  ['the answer came after five seconds', 'held', late('71m5s')],
  ['it came sooner', 'broken', late('71m4.9s')],
]);

const slow = (answered: string): readonly traces.Part[] => [
  given('c1'),
  create('0s', { id: 'q1' }, { answered }),
  throws('6s', new Error('create: socket hang up')),
];

judgeRows('C17', [
  ['an answer took five seconds, and stood in the way', 'held', slow('5s')],
  ['it took not that long', 'broken', slow('4.9s')],
]);
