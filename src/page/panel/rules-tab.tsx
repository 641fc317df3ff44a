import type { PageBroken } from '../data.ts';
import type { Mark } from '../../picture/mark.ts';
import { BrokenRules, breaksRuns } from '../views/findings.tsx';
import type { Judged } from './answers.ts';

/** The rules that are broken, as reports show them. */
export const brokenOf = (judgements: readonly Judged[]): readonly PageBroken[] =>
  judgements
    .filter(({ verdict }) => verdict === 'broken')
    .map(({ rule, name, claim, section, level, judges, evidence = [], more }) => ({
      rule,
      name,
      claim,
      section,
      level,
      judges,
      evidence: evidence.map(({ text, ...where }) => ({ ...where, what: text })),
      ...(more !== undefined && { more }),
    }));

interface RulesTabProps {
  readonly judgements: readonly Judged[];
  readonly broken: readonly PageBroken[];
  readonly onShow: (mark: Mark) => void;
}

/** What the rules say of all that happened until now. */
export const RulesTab = ({ judgements, broken, onShow }: RulesTabProps) => {
  const others = judgements.filter(({ verdict }) => verdict !== 'broken');
  const failing = broken.filter(breaksRuns).length;
  const left = broken.length - failing;
  const held = others.filter(({ verdict }) => verdict === 'held').length;
  return (
    <>
      <p class="quiet" role="status">
        {failing} broken{left > 0 && ` · ${left} recommended, and not kept`} · {held} held · {others.length - held} of
        which nothing can be told yet
      </p>
      <BrokenRules broken={broken} onShow={onShow} />
      <details>
        <summary>The others</summary>
        <ul class="rules">
          {others.map(({ rule, name, claim, verdict, level, why }) => (
            <li>
              <span class={verdict === 'held' ? 'badge fine' : 'badge'}>{rule}</span> <strong>{name}</strong>{' '}
              {level === 'off' && <span class="quiet">not judged </span>}
              <span class="quiet">{why ?? claim}</span>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
};
