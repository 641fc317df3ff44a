import { namesOf } from './names-of.ts';
import type { Section } from './sections.ts';

export const regionSection: Section = 'Endpoints, interface C';

/** Where interface C answers. All regions share one state, so a caller may change between them at any time. */
export const regions = {
  'eu-west-1': { place: 'Europe (Dublin)' },
  'us-east-1': { place: 'US East (N. Virginia)' },
  'us-west-2': { place: 'US West (Oregon)' },
} as const satisfies Record<string, { readonly place: string }>;

export type Region = keyof typeof regions;

export const regionNames: readonly Region[] = namesOf(regions);
