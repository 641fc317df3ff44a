/** The sections of the interface document that rows of these tables, rules and docstrings point to. */
export const sections = [
  'What the service does',
  'What the service does, interface A',
  'What the service does, interface B',
  'What the service does, interface C',
  'Resources and their fields, interface A',
  'Resources and their fields, interface B',
  'Resources and their fields, interface C',
  'States and transitions',
  'Endpoints, interface A',
  'Endpoints, interface B',
  'Endpoints, interface C',
  'Authentication, interface A',
  'Authentication, interface B',
  'Authentication, interface C',
  'Events',
  'Errors, interface A',
  'Errors, interface B',
  'Errors, interface C',
  'Limits, interface A',
  'Limits, interface B',
  'Limits, interface C',
  'Versioning',
] as const;

export type Section = (typeof sections)[number];
