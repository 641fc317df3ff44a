import type { WireAnswer, WireRequest } from '../core/wire.ts';
import type { Entry } from './entry.ts';
import { isAlike } from './once.ts';

type Part = WireRequest | WireAnswer;

/** Requests and answers as they are shown: what is held once is masked once, and held once as it is shown. */
export interface Parts {
  /** What `mask` makes of a part, the first time that it comes. */
  once<One extends Part>(part: One, mask: (part: One) => One): One;
  /** The part without the secrets that are known by now. */
  hide<One extends Part>(part: One): One;
  /** The entry that was shown last with this part, if it says the same. */
  share(part: Part, entry: Entry): Entry;
}

/** `hide` takes the secrets out of a part; `known` grows whenever there is one more of them. */
export const createParts = (hide: <One extends Part>(part: One) => One, known: () => number): Parts => {
  const masked = new WeakMap<Part, Part>();
  const hidden = new WeakMap<Part, { readonly known: number; readonly shown: Part }>();
  const last = new WeakMap<Part, Entry>();
  return {
    once: <One extends Part>(part: One, mask: (part: One) => One): One => {
      const before = masked.get(part) as One | undefined;
      if (before !== undefined) return before;
      const now = mask(part);
      masked.set(part, now);
      return now;
    },
    hide: <One extends Part>(part: One): One => {
      const before = hidden.get(part);
      const count = known();
      if (before?.known === count) return before.shown as One;
      const now = hide(part);
      const shown = before !== undefined && isAlike(before.shown, now) ? (before.shown as One) : now;
      hidden.set(part, { known: count, shown });
      return shown;
    },
    share: (part, entry) => {
      const before = last.get(part);
      if (before !== undefined && isAlike(before, entry)) return before;
      last.set(part, entry);
      return entry;
    },
  };
};
