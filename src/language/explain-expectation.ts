import { parseDuration } from '../spec/time.ts';
import { splitSpan } from './spans.ts';
import { explainDuration, say } from './explain.ts';
import { show } from './show.ts';

/** Why a text does not say from when to when. */
export const explainBounds = (value: unknown): string => {
  if (typeof value !== 'string') return explainDuration(value);
  const [least, most] = splitSpan(value);
  const wrong = [least, most].find((one) => one !== undefined && one !== '' && parseDuration(one) === undefined);
  if (wrong !== undefined) return explainDuration(wrong);
  if (value === '' || value === '..')
    return say(`${show(value)} bounds nothing`, 'write "10m", "1s..5s", "1s.." or "..5s"');
  return say(`${show(value)} goes from the longer to the shorter`, `write "${most}..${least}"`);
};
