import { showDuration } from '../../spec/time.ts';
import type { PageBroken, PageFinding } from '../data.ts';
import type { Mark } from '../viewer/mark.ts';

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

interface BrokenRulesProps {
  readonly broken: readonly PageBroken[];
  readonly onShow: (mark: Mark) => void;
}

/** Rules that were broken, each with its evidence: a click shows it in the trace. */
export const BrokenRules = ({ broken, onShow }: BrokenRulesProps) => {
  if (broken.length === 0) return null;
  return (
    <section class="findings broken-rules">
      <h3>
        Broken rules <span class="count">{broken.length}</span>
      </h3>
      <ul>
        {broken.map(({ rule, name, claim, section, level, judges, evidence }) => (
          <li>
            <p class="claim">
              <span class="badge broken">{rule}</span> <strong>{name}</strong> {claim}
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
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
};
