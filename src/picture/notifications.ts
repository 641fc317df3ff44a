import type { EntryOf } from '../trace/entry.ts';
import { showDuration } from '../spec/time.ts';
import { sayNotificationFault } from '../trace/say-action.ts';
import type { Bar } from './picture.ts';
import { short } from '../trace/short.ts';
import { type Scene, slotOf } from './scene.ts';

interface Sending {
  readonly sent: EntryOf<'notification'>;
  readonly entry: number;
  readonly attempt: number;
  isLost?: true;
  heard?: { readonly at: number; readonly entry: number };
}

/** A lane for each customer's scope: every attempt from its sending until the application had it, and what that answered. */
export const drawNotifications = (scene: Scene): void => {
  const { entries, lanes, end } = scene;
  const sendings = new Map<number, Sending>();
  const attempts = new Map<string, number>();
  const put = (sending: Sending | undefined, bar: Bar): void => {
    const slot = sending === undefined ? 'unknown' : slotOf(scene, sending.sent.query);
    lanes.put('notifications', slot, slot, bar);
  };
  for (const [entry, one] of entries.entries()) {
    if (one.kind === 'notification') {
      const attempt = (attempts.get(one.query) ?? 0) + 1;
      attempts.set(one.query, attempt);
      sendings.set(one.notification, { sent: one, entry, attempt });
    } else if (one.kind === 'notificationFault') {
      const sending = sendings.get(one.notification);
      if (sending !== undefined && one.fault.name === 'lost') sending.isLost = true;
      const tells = `notification ${one.notification} ${sayNotificationFault(one.fault)}`;
      const bar = { from: one.at, to: one.at, label: one.fault.name, tells, tone: 'failed', entry } as const;
      lanes.put('faults', 'notifications', 'notifications', bar);
    } else if (one.kind === 'delivered' || one.kind === 'undelivered') {
      const sending = sendings.get(one.notification);
      if (sending !== undefined) sending.heard ??= { at: one.at, entry };
      put(sending, { from: one.at, to: one.at, ...tellDelivery(one), entry });
    }
  }
  for (const sending of sendings.values()) put(sending, barOf(sending, end));
};

const tellDelivery = (one: EntryOf<'delivered' | 'undelivered'>): Pick<Bar, 'label' | 'tells' | 'tone'> => {
  const where = one.endpoint === undefined ? '' : ` at the endpoint of ${one.endpoint}`;
  const why = one.why === undefined ? '' : `: ${one.why}`;
  if (one.kind === 'undelivered') {
    return { label: 'not taken', tells: `notification ${one.notification} not taken${where}${why}`, tone: 'failed' };
  }
  const tone = one.status < 300 ? 'fine' : one.status < 500 ? 'refused' : 'failed';
  return {
    label: String(one.status),
    tells: `notification ${one.notification} answered ${one.status}${where}${why}`,
    tone,
  };
};

const barOf = ({ sent, entry, attempt, isLost, heard }: Sending, end: number): Bar => {
  const { at, notification, query, status, region } = sent;
  const to = heard?.at ?? (isLost ? at : end);
  const course =
    heard !== undefined ? `on its way for ${showDuration(to - at)}` : isLost ? 'lost' : 'not arrived by the end';
  const tells = `notification ${notification}, attempt ${attempt}: ${short(query)} is ${status} (${region}), ${course}`;
  const tone = heard !== undefined ? 'plain' : isLost ? 'failed' : 'waiting';
  return {
    from: at,
    to,
    label: attempt === 1 ? status : `attempt ${attempt}`,
    tells,
    tone,
    entry,
    ...(heard !== undefined && { last: heard.entry }),
  };
};
