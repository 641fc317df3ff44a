import { compare, type Differences } from './compare.ts';
import { drawEvents, type EventDraw } from './draw-events.ts';
import { drawSettings, type SettingsDraw } from './draw-settings.ts';
import { tell } from './reference/answers.ts';
import type { Event } from './reference/events.ts';
import { begin, type History } from './reference/history.ts';
import type { Settings } from './reference/settings.ts';
import { happen, type Seen, type Service, startService, type Step } from './service.ts';

/** A history told to both the reference and the core. */

export interface Divergence {
  readonly history: History;
  readonly index: number;
  readonly differences: Differences;
  readonly seen: Seen;
}

export interface Told {
  readonly history: History;
  readonly service: Service;
  readonly divergence: Divergence | undefined;
}

const most = 64;

const tellOne = (history: History, service: Service, event: Event): Divergence | undefined => {
  tell(history, event);
  const index = history.events.length - 1;
  const seen = happen(service, event, index);
  const differences = compare(history, service, index, seen);
  return differences.length === 0 ? undefined : { history, index, differences, seen };
};

/** Events that are known beforehand. */
export const tellEvents = (settings: Settings, events: readonly Event[], step?: Step): Told => {
  const history = begin(settings);
  const service = startService(settings, step);
  for (const event of events) {
    const divergence = tellOne(history, service, event);
    if (divergence !== undefined) return { history, service, divergence };
  }
  return { history, service, divergence: undefined };
};

/** Events that are drawn as the history goes. */
export const tellDraws = (draw: SettingsDraw, draws: readonly EventDraw[], step?: Step): Told => {
  const settings = drawSettings(draw);
  const history = begin(settings);
  const service = startService(settings, step);
  for (const one of draws) {
    for (const event of drawEvents(history, one)) {
      if (history.events.length >= most) return { history, service, divergence: undefined };
      const divergence = tellOne(history, service, event);
      if (divergence !== undefined) return { history, service, divergence };
    }
  }
  return { history, service, divergence: undefined };
};
