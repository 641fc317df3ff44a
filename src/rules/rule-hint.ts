import { isRuleId } from './catalogue.ts';

/** Where one reads on about a rule that was broken, and how not to be judged by it on the command line. */
export const ruleHint = (section: string, rule: string): string =>
  isRuleId(rule)
    ? `npx stunt-double explain ${rule} "${section}"; --rules ${rule}=off turns it off`
    : `npx stunt-double explain "${section}"`;

/** The same for those who call a function; nothing of what is no rule. */
export const optionHint = (rule: string): readonly string[] =>
  isRuleId(rule) ? [`npx stunt-double explain ${rule}; { rules: { ${rule}: 'off' } } turns it off`] : [];
