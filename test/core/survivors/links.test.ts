import { describe, expect, test } from 'vitest';
import { completed } from '../world.ts';

/** "Pre-signed URL": a link leads to the one file that it was signed for. (Resources and their fields, interface C) */

describe.each(['file', 'schema'] as const)('a changed link of a %s', (what) => {
  test.each([
    ['without its number', '.'],
    // The signature is reckoned in 32 bits: there, this position is the first one.
    ['with a number of ten digits', '.4294967296'],
    ['with the number of its neighbor', '.1'],
    ['with a number below none', '.-1'],
  ])('%s is not usable', (_name, number) => {
    const { story, token, id } = completed();
    const link = String(story.list(token, id).body.records[0][what]);

    expect(link).toContain('.0?');
    expect([story.ask(link).status, story.ask(link.replace('.0?', `${number}?`)).row]).toEqual([200, 'linkUnknown']);
  });
});
