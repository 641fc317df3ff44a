import { showPath } from './show-path.ts';

/** What one scenario was run with. Both are paths. */
export interface Replay {
  readonly scenario: string;
  readonly client: string;
  readonly seed: number;
}

/** The command that runs one scenario again, to be pasted into a shell that stands in the current folder. */
export const describeReplay = ({ scenario, client, seed }: Replay): string =>
  `npx stunt-double run ${shellWord(scenario)} --client ${shellWord(showPath(client))} --seed ${seed}`;

const shellWord = (path: string): string => {
  // A path that begins with a dash would be taken for an option.
  const word = path.startsWith('-') ? `./${path}` : path;
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
};
