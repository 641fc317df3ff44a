import { refuse } from '../misuse.ts';

/** Of this copy of the package: whatever a simulation put into the process goes with it, and a count would stay. */
let counted = 0;

/** Which simulation of the process one is: it is told, or else counted. Only those that are counted count. */
export const nameInstance = (told?: string): string => {
  if (told === undefined) return String((counted += 1));
  if (typeof told === 'string') return told;
  throw refuse('simulate({ instance })', 'this is no text', 'write a name, as "import 1"');
};
