import { expect, test } from 'vitest';
import { readTrace } from '../../src/recording/read-trace.ts';

const place = 'x.yaml:3:5';

test.each([
  [
    { kind: 'accident', exchange: 1, accident: { name: 'drip', by: 1000, pieces: 10 } },
    { kind: 'fault', exchange: 1, fault: { name: 'drip', by: 1000, pieces: 10 } },
  ],
  [
    { kind: 'mishap', notification: 1, mishap: { name: 'late', by: 5 } },
    { kind: 'notificationFault', notification: 1, fault: { name: 'late', by: 5 } },
  ],
  [
    {
      kind: 'action',
      place,
      action: { do: 'accident', operation: 'sendEmail', accident: { name: 'closed' }, times: 1 },
    },
    { kind: 'action', place, action: { do: 'fault', operation: 'sendEmail', fault: { name: 'closed' }, times: 1 } },
  ],
  [
    { kind: 'action', place, action: { do: 'loseAnswer', operation: 'sendEmail', loss: 'silence', times: 1 } },
    { kind: 'action', place, action: { do: 'fault', operation: 'sendEmail', fault: { name: 'silence' }, times: 1 } },
  ],
  [
    { kind: 'action', place, action: { do: 'delayAnswer', operation: 'sendEmail', by: 5, times: 1 } },
    {
      kind: 'action',
      place,
      action: { do: 'fault', operation: 'sendEmail', fault: { name: 'late', by: 5 }, times: 1 },
    },
  ],
  [
    { kind: 'action', place, action: { do: 'beginTrouble', trouble: 'backendFails', for: 5 } },
    { kind: 'action', place, action: { do: 'beginFault', fault: 'backendFails', for: 5 } },
  ],
  [
    { kind: 'action', place, action: { do: 'endTrouble', trouble: 'backendFails' } },
    { kind: 'action', place, action: { do: 'endFault', fault: 'backendFails' } },
  ],
  [
    {
      kind: 'action',
      place,
      action: {
        do: 'regionDown',
        region: 'eu-west-1',
        failure: { kind: 'connection', accident: { name: 'refused' } },
      },
    },
    {
      kind: 'action',
      place,
      action: { do: 'regionDown', region: 'eu-west-1', failure: { kind: 'connection', fault: { name: 'refused' } } },
    },
  ],
])('an entry of a trace of an earlier version is read in the words of today: %j', (old, now) => {
  expect(readTrace(JSON.stringify({ at: 7, ...old }), 'trace.jsonl')).toStrictEqual([{ at: 7, ...now }]);
});
