import type { Section } from '../../src/spec/sections.ts';

/** A link to a section of docs/interfaces.md, from a page beside it. */
export const linkToSection = (section: Section): string =>
  `[${section}](interfaces.md#${section.toLowerCase().replaceAll(',', '').replaceAll(' ', '-')})`;
