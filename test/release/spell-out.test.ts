import { describe, expect, test } from 'vitest';
import { spellOut } from '../../scripts/build/spell-out.mjs';

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

describe('a table that one type is read of is shipped as that type', () => {
  test.each([
    ["declare const levels: readonly ['must', 'should'];", '(typeof levels)[number]', "'must' | 'should'"],
    ["declare const levels: ('must' | 'should')[];", '(typeof levels)[number]', "('must' | 'should')"],
    ["declare const levels: {\n  must: {};\n  'not yet': { at: 1 };\n};", 'keyof typeof levels', "'must' | 'not yet'"],
    ['declare const levels: {\n  readonly must: 1;\n};', 'typeof levels', '{\n  readonly must: 1;\n}'],
  ])('%s', (table, read, comesTo) => {
    const code = lines('/** What weighs. */', table, `type Level = ${read};`, 'export { Level };');

    expect(spellOut(code)).toBe(lines('/** What weighs. */', `type Level = ${comesTo};`, 'export { Level };'));
  });

  test('what is said of the type goes before what is said of the table', () => {
    const table = lines('/** The table. */', "declare const levels: readonly ['must'];");

    expect(spellOut(`${table}${lines('/** The type. */', 'type Level = (typeof levels)[number];')}`)).toBe(
      lines('/** The type. */', "type Level = 'must';"),
    );
  });
});

describe('a table stays', () => {
  const table = "declare const levels: readonly ['must', 'should'];";

  test.each([
    ['of which two types are read', 'type Level = (typeof levels)[number];', 'type First = (typeof levels)[0];'],
    ['that somebody has to see', 'type Level = (typeof levels)[number];', 'export { levels };'],
    ['of which a single word is read', 'type First = (typeof levels)[0];'],
    ['whose name only a property has', 'interface Level {\n  readonly levels: string;\n}'],
  ])('%s', (_, ...readers) => {
    expect(spellOut(lines(table, ...readers))).toBe(lines(table, ...readers));
  });
});
