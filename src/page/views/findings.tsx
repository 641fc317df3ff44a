import { showDuration } from '../../spec/time.ts';
import type { PageBroken, PageFinding } from '../data.ts';
import type { Mark } from '../../picture/mark.ts';

interface FindingsProps {
  readonly title: string;
  readonly findings: readonly PageFinding[];
  readonly isQuiet?: boolean;
}

/** What was expected, and what was found instead. */
export const Findings = ({ title, findings, isQuiet = false }: FindingsProps) => {
  if (findings.length === 0) return null;
  return (
    <section class={isQuiet ? 'findings quiet-findings' : 'findings'}>
      <h3>
        {title} <span class="count">{findings.length}</span>
      </h3>
      <ul>
        {findings.map(({ claim, found, place }) => (
          <li>
            <p class="claim">{claim}</p>
            <p class="found">{found}</p>
            <p class="quiet place">{place}</p>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** What is only recommended breaks no run. */
export const breaksRuns = ({ level }: PageBroken): boolean => level === 'must';

interface BrokenRulesProps {
  readonly broken: readonly PageBroken[];
  readonly onShow: (mark: Mark) => void;
}

/** Rules that were broken, and apart from them recommendations that were not followed. */
export const BrokenRules = ({ broken, onShow }: BrokenRulesProps) => (
  <>
    <Rules title="Broken rules" tone="broken" rules={broken.filter(breaksRuns)} onShow={onShow} />
    <Rules
      title="Recommendations not followed"
      tone="waiting"
      rules={broken.filter((one) => !breaksRuns(one))}
      onShow={onShow}
    />
  </>
);

interface RulesProps {
  readonly title: string;
  readonly tone: 'broken' | 'waiting';
  readonly rules: readonly PageBroken[];
  readonly onShow: (mark: Mark) => void;
}

/** Each with its evidence: a click shows it in the trace. */
const Rules = ({ title, tone, rules, onShow }: RulesProps) => {
  if (rules.length === 0) return null;
  return (
    <section class={`findings broken-rules${tone === 'waiting' ? ' quiet-findings' : ''}`}>
      <h3>
        {title} <span class="count">{rules.length}</span>
      </h3>
      <ul>
        {rules.map(({ rule, name, claim, section, level, judges, evidence, more }) => (
          <li>
            <p class="claim">
              <span class={`badge ${tone}`}>{rule}</span> <strong>{name}</strong> {claim}
            </p>
            <p class="quiet place">
              {section} · {level === 'off' ? 'not judged' : level} · judges the {judges}
            </p>
            <ul class="evidence">
              {evidence.map(({ at, exchange, what }) => (
                <li>
                  <button
                    type="button"
                    class="link"
                    onClick={() =>
                      onShow({ label: rule, tells: what, at, ...(exchange !== undefined && { exchange }) })
                    }
                  >
                    {showDuration(at)}
                  </button>{' '}
                  {what}
                </li>
              ))}
              {more !== undefined && <li class="quiet">and {more} more</li>}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
};
