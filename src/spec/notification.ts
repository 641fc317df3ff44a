import { resources } from './fields.ts';
import { limits } from './limits.ts';
import type { Section } from './sections.ts';
import { versions } from './versions.ts';

export const notificationSection: Section = 'Events';

/** The one event of interface C. `Message` holds JSON as text, with `messageFields` inside. */
export const notification = {
  method: 'POST',
  version: versions.notification,
  supportedVersions: [versions.notification],
  subject: `Data Portability Notification ${versions.notification}`,
  /** What an application should end its endpoint path with for this version. */
  pathSuffix: '/v1',
  entries: resources.Notification.fields,
  messageFields: resources.NotificationMessage.fields,
  maxBytes: limits.notificationSize.bytes,
} as const;
