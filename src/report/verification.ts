import type { Judgement } from '../rules/rule.ts';
import { describeEvidence, sayMore } from '../rules/verdicts.ts';
import { showDuration } from '../spec/time.ts';
import type { Entry } from '../trace/entry.ts';
import { printable } from '../print/printable.ts';
import type { Style } from '../print/style.ts';
import { hang, hangPainted } from '../print/wrap.ts';
import { ruleHint } from '../rules/rule-hint.ts';

/** A recording and what the rules say of it. */
export interface Verification {
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly judgements: readonly Judgement[];
}

const isBroken = ({ level, verdict }: Judgement): boolean => verdict === 'broken' && level === 'must';

/** A recording from which nothing can be learned has kept nothing. */
const isSilent = ({ judgements }: Verification): boolean =>
  judgements.length > 0 && judgements.every(({ verdict }) => verdict === 'inconclusive');

export const isKept = (one: Verification): boolean => !one.judgements.some(isBroken) && !isSilent(one);

/** A headline, what was broken with its evidence, and of which rules the recording tells too little. */
export const describeVerification = (one: Verification, style: Style): string => {
  const { paint, signs } = style;
  const { entries, judgements, name } = one;
  const kept = isKept(one);
  const count = (wanted: string): number => judgements.filter(({ verdict }) => verdict === wanted).length;
  const requests = entries.filter(({ kind }) => kind === 'request').length;
  const facts = [
    `${requests} ${requests === 1 ? 'request' : 'requests'} in ${showDuration(entries.at(-1)?.at ?? 0)}`,
    ...['held', 'broken', 'inconclusive'].map((verdict) => `${count(verdict)} ${verdict}`),
  ].join(', ');
  const sign = kept ? paint('green', signs.kept) : paint('red', signs.broken);
  return `${[
    `${sign} ${kept ? printable(name) : paint('bold', printable(name))}  ${paint('dim', facts)}`,
    ...judgements.flatMap((judgement) => describeBroken(judgement, style)),
    ...(isSilent(one) ? [hang('broken:', 'it shows nothing that any rule could be judged by', 4, style.columns)] : []),
    ...describeInconclusive(judgements, style),
  ].join('\n')}\n`;
};

const mostEvidence = 3;

const describeBroken = (judgement: Judgement, style: Style): readonly string[] => {
  if (judgement.verdict !== 'broken') return [];
  const { rule, level, evidence } = judgement;
  const { paint, columns, signs } = style;
  const [label, colour] = level === 'must' ? (['broken:', 'red'] as const) : ([signs.warning, 'yellow'] as const);
  const more = sayMore(judgement, mostEvidence);
  return [
    hangPainted(colour, label, `${rule.id} ${rule.name}: ${rule.claim}`, 4, style),
    ...evidence.slice(0, mostEvidence).map((found) => hang('found:', printable(describeEvidence(found)), 6, columns)),
    ...(more === undefined ? [] : [`      and ${more}`]),
    `      ${paint('dim', ruleHint(rule.section, rule.id))}`,
  ];
};

/** One paragraph: most recordings show but a part of what there is. */
const describeInconclusive = (judgements: readonly Judgement[], style: Style): readonly string[] => {
  const all = judgements.flatMap((judgement) =>
    judgement.verdict === 'inconclusive' ? [`${judgement.rule.id} (${judgement.why})`] : [],
  );
  return all.length === 0 ? [] : [hangPainted('cyan', 'inconclusive:', all.join(', '), 4, style)];
};

/** The last line of a report. */
export const countVerifications = (all: readonly Verification[], { paint }: Style): string => {
  const kept = all.filter(isKept).length;
  const failed = all.length - kept;
  return `
${paint(failed === 0 ? 'green' : 'red', `${kept} passed, ${failed} failed`)}
`;
};
