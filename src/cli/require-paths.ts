import { Misuse } from '../misuse.ts';
import type { FoundConfig } from './config.ts';

/** The paths that were typed, or else those of the configuration. Throws Misuse BAD_OPTION when neither names one. */
export const requirePaths = (typed: readonly string[], config: FoundConfig | undefined): readonly string[] => {
  const paths = typed.length > 0 ? typed : (config?.scenarios ?? []);
  if (paths.length > 0) return paths;
  throw new Misuse(
    'BAD_OPTION',
    'the command line',
    'no scenarios are named',
    'name files or folders, or write "scenarios: …" in stunt-double.config.yaml; stunt-double init writes a first one',
  );
};
