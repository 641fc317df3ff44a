import { isFields } from '../language/data.ts';
import type { EndpointChoice } from '../transport/delivery/endpoint.ts';

/** What a notification says, read from its `Message`. */
export interface Notification {
  /** The id of the query it is about. */
  readonly id: string;
  readonly version: string;
  readonly status: string;
}

/** How an application wants to be notified: by a function that gets the parsed message, or at an endpoint. */
export type NotificationTarget = ((notification: Notification) => unknown) | EndpointChoice;

/** The service posts `{ Subject, Message }`, and `Message` is JSON once more. Throws TypeError for anything else. */
export const readNotification = (body: string): Notification => {
  const posted: unknown = JSON.parse(body);
  const message: unknown =
    isFields(posted) && typeof posted['Message'] === 'string' ? JSON.parse(posted['Message']) : undefined;
  if (isNotification(message)) return message;
  throw new TypeError(`not a notification: ${body}`);
};

const isNotification = (value: unknown): value is Notification =>
  isFields(value) && ['id', 'version', 'status'].every((name) => typeof value[name] === 'string');
