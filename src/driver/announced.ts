import type { Action } from '../core/action.ts';

/** What steps that were told, and have yet to happen, do to the names in the world. */
export interface Announced {
  /** Applications that will be created, and those that will be gone. */
  readonly profiles: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
  /** Scopes that will be enabled. */
  readonly scopes: ReadonlySet<string>;
}

export const announceNothing: Announced = { profiles: new Set(), deleted: new Set(), scopes: new Set() };

/** With what one more step will do. */
export const announce = (before: Announced, action: Action): Announced => {
  switch (action.do) {
    case 'createProfile':
      return { ...before, profiles: new Set([...before.profiles, action.application]) };
    case 'deleteProfile':
      return { ...before, deleted: new Set([...before.deleted, action.application]) };
    case 'enableScope':
      return { ...before, scopes: new Set([...before.scopes, action.scope]) };
    default:
      return before;
  }
};
