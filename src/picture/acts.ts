import type { EntryOf } from '../trace/entry.ts';
import type { Action } from '../core/action.ts';
import { showDuration } from '../spec/time.ts';
import { sayAction } from '../trace/say-action.ts';
import { sayDue } from '../trace/say-due.ts';
import type { LaneGroup } from './lane-groups.ts';
import type { Bar } from './picture.ts';
import type { Scene } from './scene.ts';

/** What the customer, the developer in the console and the service itself do, and the faults that a scenario sets. */
export const drawActs = (scene: Scene): void => {
  const { entries, lanes } = scene;
  const lasting = new Lasting();
  for (const [entry, one] of entries.entries()) {
    if (one.kind === 'authorized') {
      const tells = `${one.customer} authorizes ${one.application} for ${one.scope}`;
      lanes.put('acts', 'customer', 'customer', { ...moment(one.at, entry), label: 'authorizes', tells });
    } else if (one.kind === 'due') {
      const [key, label] = dues[one.what];
      lanes.put('acts', key, key, { ...moment(one.at, entry), label, tells: `due: ${sayDue(one)}` });
    } else if (one.kind === 'action') {
      const { action, at } = one;
      const bar = { ...moment(at, entry), label: action.do, tells: sayAction(action) };
      const [group, key] = laneOf(action);
      if (lasts(action)) lasting.act(key, action, { ...bar, tone: 'failed' });
      else lanes.put(group, key, key, group === 'faults' ? { ...bar, tone: 'refused' } : bar);
    }
  }
  for (const [key, bar] of lasting.all(scene.end)) lanes.put('faults', key, key, bar);
};

const moment = (at: number, entry: number) => ({ from: at, to: at, tone: 'plain', entry }) as const;

/** Whose doing it is that something is due, and what it is called. */
const dues = {
  collectionEnds: ['service', 'collected'],
  notification: ['service', 'notifies'],
  consentEnds: ['customer', 'consent ends'],
  step: ['scenario', 'step'],
} as const satisfies Record<EntryOf<'due'>['what'], readonly [lane: string, label: string]>;

/** What waits for requests or notifications to hit is set by the scenario; all else has somebody who does it. */
const laneOf = (action: Action): readonly [LaneGroup, string] => {
  if (lasts(action)) return ['faults', action.do.startsWith('region') ? 'regions' : 'service'];
  if ('times' in action) return ['faults', 'scenario'];
  if (/consent|account/i.test(action.do)) return ['acts', 'customer'];
  // Tokens may be those of one application, and are no affair of the console.
  return ['acts', 'application' in action && !/token/i.test(action.do) ? 'console' : 'service'];
};

type LastingAction = Extract<Action, { readonly do: 'beginFault' | 'endFault' | 'regionDown' | 'regionUp' }>;

const lasts = (action: Action): action is LastingAction =>
  action.do === 'beginFault' || action.do === 'endFault' || action.do === 'regionDown' || action.do === 'regionUp';

/** Faults that last: from their beginning to their end, or until they are set anew. */
class Lasting {
  readonly #done: (readonly [string, Bar])[] = [];
  readonly #open = new Map<string, readonly [string, Bar]>();

  act(key: string, action: LastingAction, bar: Bar): void {
    const what = 'fault' in action ? action.fault : action.region;
    const { from } = bar;
    this.#close(what, from);
    if (action.do === 'endFault' || action.do === 'regionUp')
      this.#done.push([key, { ...bar, label: 'ends', tone: 'plain' }]);
    else
      this.#open.set(what, [
        key,
        { ...bar, label: what, to: action.for === undefined ? Number.POSITIVE_INFINITY : from + action.for },
      ]);
  }

  all(end: number): readonly (readonly [string, Bar])[] {
    for (const what of this.#open.keys()) this.#close(what, end);
    return this.#done;
  }

  #close(what: string, at: number): void {
    const [key, bar] = this.#open.get(what) ?? [];
    this.#open.delete(what);
    if (key === undefined || bar === undefined) return;
    const to = Math.min(bar.to, at);
    this.#done.push([key, { ...bar, to, tells: `${bar.tells}, until ${showDuration(to)}` }]);
  }
}
