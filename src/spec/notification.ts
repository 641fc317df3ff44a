import { resources } from './fields.ts';
import { limits } from './limits.ts';
import type { Section } from './sections.ts';

/** (Versioning) How a caller would select one in a request is open: assumption `version.header`. */
export const versions = {
  portabilityApi: '2024-02-29',
  portabilityRelease: '1.0',
  notification: '1.0',
  emailDocument: '1.0.0',
} as const;

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
