import { expect, test } from 'vitest';

/** A call, where its mistake is said to be, and what is said of it. */
type Mistake = [call: () => unknown, place: string, hint: string, code?: 'BAD_OPTION' | 'BAD_DURATION'];

/** What stands before a place that begins with a dot. */
const beginnings = ['', ".at('1s')", ".on('createDataQuery')", ".on('notification')"].map((at) => `scenario("x")${at}`);

/** One test for each. */
export const refusedAtTheCall = (mistakes: readonly Mistake[]): void => {
  test.each(mistakes)('$1 is refused at the call, which says $2', (call, place, hint, code = 'BAD_OPTION') => {
    const places = place.startsWith('.') ? beginnings.map((beginning) => beginning + place) : [place];

    expect(call).toThrow(
      expect.objectContaining({
        name: 'Misuse',
        code,
        place: expect.toBeOneOf(places),
        hint: expect.stringContaining(hint),
      }),
    );
  });
};
