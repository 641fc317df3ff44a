/** Where one reads on about a rule that was broken, and how not to be judged by it. */
export const ruleHint = (section: string, rule: string): string =>
  `see ${section}; npx stunt-double explain ${rule}; --rules ${rule}=off turns it off`;
