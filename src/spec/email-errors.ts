import type { Section } from './sections.ts';

export interface EmailErrorRow {
  readonly status: number;
  readonly when: string;
  readonly section: Section;
}

/** The only refusal interface A shows. Its body is open: assumption `email.badRequestBody`. */
export const emailErrors = {
  badRequest: { status: 400, when: 'a required field is absent or not valid', section: 'Errors, interface A' },
} as const satisfies Record<string, EmailErrorRow>;

export type EmailErrorName = keyof typeof emailErrors;
