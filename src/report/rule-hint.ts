/** Where one reads on about a rule that was broken, and how not to be judged by it. */
export const ruleHint = (section: string, rule: string): string =>
  `npx stunt-double explain ${rule} "${section}"; --rules ${rule}=off turns it off`;

/** Where one reads on about what is no rule. */
export const sectionHint = (section: string): string => `npx stunt-double explain "${section}"`;
