import { fileStyle } from '../style.ts';
import type { Line } from './fold.ts';
import { drawLines } from './swimlane.ts';

const heading = 'what happened:';

/** What happened in a run under its heading, for messages of errors: how wide they are shown nobody knows. */
export const whatHappened = (shown: readonly Line[]): readonly string[] => [
  heading,
  ...(shown.length === 0 ? ['  nothing'] : drawLines(shown, fileStyle)),
];

/** Whether a message shows it already. */
export const showsWhatHappened = (message: string): boolean => message.includes(`\n${heading}\n`);
