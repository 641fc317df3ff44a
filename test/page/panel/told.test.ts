import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readScenario } from '../../../src/language/read-scenario.ts';
import { scenarioOf } from '../../../src/page/panel/told.ts';
import { toYaml } from '../../../src/page/panel/to-yaml.ts';

describe('what was told, as a file', () => {
  test('is what is played, and behind it what was told, at the times at which it was', () => {
    const played = {
      name: 'an hour: "the" window',
      customer: { id: 'ann', records: 600 },
      steps: [{ after: 'created', wait: '10m', do: 'expireToken' }],
      expect: { client: 'ends' },
    };

    const text = scenarioOf(played, [
      { at: 0, step: { do: 'revokeConsent' } },
      { at: 61_500, step: { wait: '2m', do: 'holdAccount', customer: 'ann' } },
      { at: 61_500, step: { at: '3h', do: 'releaseAccount' } },
    ]);

    expect(parse(text)).toEqual({
      ...played,
      steps: [
        ...played.steps,
        { at: '0s', do: 'revokeConsent' },
        { at: '3m 1.5s', do: 'holdAccount', customer: 'ann' },
        { at: '3h', do: 'releaseAccount' },
      ],
    });
    expect(readScenario(text, 'told.yaml').steps).toHaveLength(4);
  });

  test('says so where it counted from when it was told', () => {
    const told = [{ at: 1000, step: { on: 'createDataQuery', fail: 503 } }];

    expect(scenarioOf(undefined, told)).toMatch(/^# Behind "on" and "after"/);
    expect(readScenario(scenarioOf(undefined, told), 'told.yaml').steps).toHaveLength(1);
  });

  test.each([
    'on',
    'no',
    'null',
    '1',
    '1e3',
    '0x1',
    '~',
    'a: b',
    '- a',
    '# a',
    "it's",
    'a\nb',
    '',
    'true',
    '2024-02-29',
    '{',
    '*a',
    '&a',
    '!a',
    '%a',
    '@a',
    ' a',
  ])('texts are read as texts: %j', (text) => {
    expect(parse(toYaml({ name: text, steps: [{ [text]: text, list: [text, 1, true, null] }] }))).toEqual({
      name: text,
      steps: [{ [text]: text, list: [text, 1, true, null] }],
    });
  });
});
