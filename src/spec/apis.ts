/** What a security profile can be attached to in the developer console. (Authentication, interface B) */
export const apiNames = ['portability', 'submission', 'reporting'] as const;

export type Api = (typeof apiNames)[number];
