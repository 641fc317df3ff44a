import type { NotificationFault } from '../core/wire.ts';
import type { Instant } from '../spec/time.ts';
import { applyNotificationFault } from './apply-fault.ts';
import type { Inside } from './engine.ts';
import type { ServiceTypes } from './service.ts';

/** How a notification got on: the application's status, and what its code threw, or why it was not taken. */
export type Delivery = { readonly status: number; readonly why?: string } | { readonly failed: string };

/** The same, and where it got to. */
export interface Delivered<Of extends ServiceTypes> {
  readonly delivery: Delivery;
  readonly endpoint: Of['words']['endpoint'];
}

/** Where notifications go out to the application. */
export interface Notifications<Of extends ServiceTypes> {
  /** Writes down that one is sent; the number that it has from now on. */
  announce(notification: Of['notification'], now: Instant): number;
  /** Its way to the application, once all that happens along with it has `settled`. */
  send(notification: Of['notification'], number: number, settled: Promise<unknown> | undefined): Promise<void>;
  /** Those that have left and take their time, in words. */
  underway(): readonly string[];
  /** Whether the application has been posted to, and has not answered. */
  isBusy(): boolean;
}

export const createNotifications = <Of extends ServiceTypes>(engine: Inside<Of>): Notifications<Of> => {
  const { service, timeline, record, apply, before } = engine;
  const travelling = new Set<number>();
  let announced = 0;
  let posted = 0;
  const counted: Inside<Of>['deliver'] = async (notification, isLost) => {
    if (isLost) return engine.deliver(notification, isLost);
    posted += 1;
    try {
      return await engine.deliver(notification, isLost);
    } finally {
      posted -= 1;
    }
  };
  return {
    announce: (notification, now) => {
      announced += 1;
      record({ kind: 'notification', notification: announced, ...service.words.notification(notification) }, now);
      return announced;
    },
    send: async (notification, number, settled) => {
      if (settled !== undefined) await settled;
      await before({ kind: 'notification', name: 'notification', number, notification });
      const { fault } = apply({ kind: 'leaves', notification: number }, timeline.now()).effects;
      if (fault !== undefined || notification.underway > 0) travelling.add(number);
      await travel({ ...engine, deliver: counted }, notification, number, fault);
      travelling.delete(number);
    },
    underway: () => [...travelling].map((number) => `notification ${number}`),
    isBusy: () => posted > 0,
  };
};

/** The way to the application, on which it can be late, get lost, or be repeated. */
const travel = async <Of extends ServiceTypes>(
  engine: Inside<Of>,
  notification: Of['notification'],
  number: number,
  fault: NotificationFault | undefined,
): Promise<void> => {
  const { record, pass, timeline, deliver } = engine;
  if (fault !== undefined) record({ kind: 'notificationFault', notification: number, fault });
  const { isLost, late, copies, by } = applyNotificationFault(fault);
  const arrive = async (length: number): Promise<void> => {
    const asleep = length > 0 ? pass(length) : isLost ? undefined : timeline.awake();
    if (asleep !== undefined) await asleep;
    hear(engine, notification, number, await timeline.enter(() => deliver(notification, isLost)));
  };
  await Promise.all(Array.from({ length: copies }, (_, copy) => arrive(notification.underway + late + copy * by)));
};

/** Tells the trace, and the service, how it got on. */
const hear = <Of extends ServiceTypes>(
  { service, timeline, record, apply }: Inside<Of>,
  notification: Of['notification'],
  number: number,
  { delivery, endpoint }: Delivered<Of>,
): void => {
  const now = timeline.now();
  if ('status' in delivery) record({ kind: 'delivered', notification: number, ...delivery, ...endpoint }, now);
  else record({ kind: 'undelivered', notification: number, why: delivery.failed, ...endpoint }, now);
  const accepted = 'status' in delivery && delivery.status >= 200 && delivery.status < 300;
  apply(service.heard(notification, accepted), now);
};
