import { Misuse } from '../../misuse.ts';
import type { RuleChoice } from '../../rules/rule-choice.ts';
import { showChoice } from '../../spec/assumptions/show-choice.ts';
import type { Assumptions } from '../../spec/assumptions.ts';
import type { JudgedBy } from '../common-options.ts';
import { type FoundConfig, loadConfig } from '../config.ts';
import type { ClientChoice } from '../load-client.ts';
import { fromHere, showPath } from '../../print/show-path.ts';

/** What can be typed behind a command, and be said once for all in the configuration, too. */
export interface Choices extends Omit<JudgedBy, 'profile'> {
  readonly seed?: string;
  readonly returns?: string;
  readonly regressions?: string;
  readonly config?: string;
}

/**
 * What was typed, and what the configuration says where nothing was: as it would have been typed, so that it can be handed
 * on to other processes. Throws Misuse BAD_OPTION.
 */
export const configure = async <Typed extends Choices>(
  typed: Typed,
): Promise<{ readonly args: Typed; readonly config: FoundConfig | undefined }> => {
  const config = await loadConfig(typed.config);
  const assume = [...writeAssumptions(config?.assumptions ?? {}), ...(typed.assume ?? [])];
  const usual: Choices = {
    ...(config?.seed !== undefined && { seed: String(config.seed) }),
    ...(config?.returns !== undefined && { returns: config.returns }),
    ...(config?.rules !== undefined && writeRules(config.rules)),
    ...(config?.failOn !== undefined && { failOn: config.failOn }),
    ...(config?.regressions !== undefined && { regressions: config.regressions }),
  };
  return { config, args: { ...usual, ...typed, ...(assume.length > 0 && { assume }) } };
};

const writeAssumptions = (assumptions: Partial<Assumptions>): readonly string[] =>
  Object.entries(assumptions).map(([id, variant]) => `${id}=${showChoice(variant)}`);

const writeRules = (rules: RuleChoice): Pick<Choices, 'rules'> => {
  if (typeof rules === 'string') return { rules };
  const levels = Object.entries(rules).map(([id, level]) => `${id}=${level}`);
  return levels.length === 0 ? {} : { rules: levels.join(',') };
};

/** The client that was typed, or else that of the configuration. Throws Misuse CLIENT_INVALID when neither names one. */
export const chooseNamed = (typed: string | undefined, config: FoundConfig | undefined): ClientChoice => {
  if (typed !== undefined && typed.trim() !== '') return { file: fromHere(typed), namedBy: 'the command line' };
  if (typed === undefined && config?.client !== undefined)
    return { file: config.client, namedBy: showPath(config.file) };
  throw new Misuse(
    'CLIENT_INVALID',
    'the command line',
    'no client is named',
    'name its module, or write "client: ./client.ts" in stunt-double.config.yaml',
  );
};
