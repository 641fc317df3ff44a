import { describe, expect, test } from 'vitest';
import { printScenario } from '../../src/language/print-scenario.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import { misuseOf } from '../misuse-of.ts';

const read = (step: string) => readScenario(`name: x\nsteps:\n  - ${step}\n`, 'x.yaml').steps[0];

describe('a step in the words of earlier versions is the step in those of today', () => {
  test.each([
    ['{ on: createDataQuery, accident: reset }', '{ on: createDataQuery, fault: reset }'],
    [
      '{ on: downloadFile, accident: drip, by: 2s, pieces: 3, for: 5m }',
      '{ on: downloadFile, fault: drip, by: 2s, pieces: 3, for: 5m }',
    ],
    ['{ on: createDataQuery, do: loseAnswer }', '{ on: createDataQuery, fault: reset }'],
    ['{ on: createDataQuery, loss: silence, do: loseAnswer }', '{ on: createDataQuery, fault: silence }'],
    [
      '{ at: 1s, do: loseAnswer, operation: sendEmail, times: 2 }',
      '{ at: 1s, fault: reset, operation: sendEmail, times: 2 }',
    ],
    ['{ on: createDataQuery, do: delayAnswer, by: 30s }', '{ on: createDataQuery, fault: late, by: 30s }'],
    [
      '{ at: 5m, do: beginTrouble, trouble: backendSilent, for: 10m }',
      '{ at: 5m, do: beginFault, fault: backendSilent, for: 10m }',
    ],
    ['{ at: 5m, do: endTrouble, trouble: backendSilent }', '{ at: 5m, do: endFault, fault: backendSilent }'],
    [
      '{ on: createDataQuery, together: [{ do: loseAnswer }, { do: expireToken }] }',
      '{ on: createDataQuery, together: [{ fault: reset }, { do: expireToken }] }',
    ],
    [
      '{ after: created, do: expireToken, then: [{ wait: 5m, do: endTrouble, trouble: backendFails }] }',
      '{ after: created, do: expireToken, then: [{ wait: 5m, do: endFault, fault: backendFails }] }',
    ],
  ])('%s', (old, now) => {
    expect(read(old)).toStrictEqual(read(now));
  });
});

test('what is printed is in the words of today', () => {
  const text =
    'name: x\nsteps: [{ at: 1s, do: beginTrouble, trouble: backendFails }, { on: sendEmail, do: loseAnswer }]';

  const printed = printScenario(readScenario(text, 'x.yaml'), 'yaml');

  expect(printed).toContain('{ at: 1s, do: beginFault, fault: backendFails }');
  expect(printed).toContain('{ on: sendEmail, fault: reset }');
});

describe('what is wrong with an old word is told of the place where it stands', () => {
  test.each([
    ['{ on: createDataQuery, accident: ‸restet }', '"restet" is not a fault', 'did you mean "reset"?'],
    ['{ on: createDataQuery, do: loseAnswer, loss: ‸silent }', '"silent" is not a fault', 'did you mean "silence"?'],
    [
      '{ at: 5m, do: beginTrouble, trouble: ‸backendSilnt }',
      '"backendSilnt" is not a service fault',
      'did you mean "backendSilent"?',
    ],
    ['{ at: 5m, ‸do: loseAnswer }', 'a fault at a time needs an operation to hit', 'add "operation'],
    ['{ on: createDataQuery, do: ‸loseAnswer, fault: reset, loss: silence }', '"loseAnswer" is not an action', ''],
    ['{ on: createDataQuery, do: ‸accident }', '"accident" does not stand behind "do"', 'write "fault: reset"'],
  ])('%s', (marked, what, hint) => {
    const column = marked.indexOf('‸') + '  - '.length + 1;

    const { message, place } = misuseOf(() => read(marked.replace('‸', '')));

    expect(message).toContain(what);
    expect(message).toContain(hint);
    expect(place).toBe(`x.yaml:3:${column}`);
  });
});
