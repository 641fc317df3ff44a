import type { RuleChoice } from '../rules/rule-choice.ts';
import { ruleIds } from '../rules/catalogue.ts';
import { profile, assumptions } from '../language/schema/world.ts';
import * as v from '../language/shapes.ts';
import type { Assumptions } from '../spec/assumptions.ts';
import type { ProfileName } from '../spec/profiles.ts';

/** What a project says once for all its runs. The command line stands above it, and so does what a scenario says itself. */
export interface Config {
  /** Files, folders and patterns, relative to the file that says so. */
  readonly scenarios?: readonly string[];
  readonly client?: string;
  /** As behind `--reporter`. */
  readonly reporters?: readonly string[];
  readonly seed?: number;
  readonly assumptions?: Partial<Assumptions>;
  readonly profile?: ProfileName;
  readonly rules?: RuleChoice;
  /** The folder in which `check` keeps the stories that broke the client. */
  readonly regressions?: string;
}

const severalOf = (kind: string): v.Schema<readonly string[]> =>
  v.lazy(
    (written): v.Schema<readonly string[]> =>
      Array.isArray(written)
        ? v.list(v.lineOf(kind), `a list of such`, 1)
        : v.pipe(
            v.lineOf(kind),
            v.transform((only) => [only]),
          ),
  );

const rules: v.Schema<RuleChoice> = v.lazy(
  (written): v.Schema<RuleChoice> =>
    v.isFields(written)
      ? v.record(v.word('a rule', ruleIds), v.word('a level', ['off', 'should', 'must']))
      : v.word('a choice of rules', ['all', 'must', 'none']),
);

export const checkConfig = v.checkWith<Config>(
  v.strict('the configuration', {
    scenarios: v.exactOptional(severalOf('the path of scenarios')),
    client: v.exactOptional(v.lineOf('the path of a module')),
    reporters: v.exactOptional(severalOf('a report')),
    seed: v.exactOptional(v.whole('a seed', 0, Number.MAX_SAFE_INTEGER)),
    assumptions: v.exactOptional(assumptions),
    profile: v.exactOptional(profile),
    rules: v.exactOptional(rules),
    regressions: v.exactOptional(v.lineOf('the path of a folder')),
  }),
);
