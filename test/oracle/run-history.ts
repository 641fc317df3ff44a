import { compare, type Differences } from './compare.ts';
import { generateEvents, type EventNumbers } from './generate-events.ts';
import { generateSettings, type SettingsNumbers } from './generate-settings.ts';
import { append } from './reference/answers.ts';
import type { Event } from './reference/events.ts';
import { begin, type History } from './reference/history.ts';
import type { Settings } from './reference/settings.ts';
import { happen, type Seen, type Service, startService, type Step } from './service.ts';

/** A history that happens to both the reference and the core. */

export interface Divergence {
  readonly history: History;
  readonly index: number;
  readonly differences: Differences;
  readonly seen: Seen;
}

export interface Outcome {
  readonly history: History;
  readonly service: Service;
  readonly divergence: Divergence | undefined;
}

const most = 64;

const runOne = (history: History, service: Service, event: Event): Divergence | undefined => {
  append(history, event);
  const index = history.events.length - 1;
  const seen = happen(service, event, index);
  const differences = compare(history, service, index, seen);
  return differences.length === 0 ? undefined : { history, index, differences, seen };
};

/** Events that are known beforehand. */
export const runEvents = (settings: Settings, events: readonly Event[], step?: Step): Outcome => {
  const history = begin(settings);
  const service = startService(settings, step);
  for (const event of events) {
    const divergence = runOne(history, service, event);
    if (divergence !== undefined) return { history, service, divergence };
  }
  return { history, service, divergence: undefined };
};

/** Events that are drawn as the history goes. */
export const runNumbers = (draw: SettingsNumbers, draws: readonly EventNumbers[], step?: Step): Outcome => {
  const settings = generateSettings(draw);
  const history = begin(settings);
  const service = startService(settings, step);
  for (const one of draws) {
    for (const event of generateEvents(history, one)) {
      if (history.events.length >= most) return { history, service, divergence: undefined };
      const divergence = runOne(history, service, event);
      if (divergence !== undefined) return { history, service, divergence };
    }
  }
  return { history, service, divergence: undefined };
};
