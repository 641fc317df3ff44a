import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Tone } from '../picture/picture.ts';
import { keys } from './viewer/keys.ts';

const tones: readonly { readonly tone: Tone; readonly what: string }[] = [
  { tone: 'fine', what: 'went as it should' },
  { tone: 'waiting', what: 'waits, or is under way' },
  { tone: 'refused', what: 'was refused, or used up' },
  { tone: 'failed', what: 'failed' },
  { tone: 'over', what: 'is over' },
  { tone: 'plain', what: 'all else' },
];

const gestures: readonly (readonly [string, string])[] = [
  ['drag', 'moves the timeline'],
  ['Ctrl and wheel, two fingers', 'nearer or farther'],
  ['Shift and wheel', 'earlier or later'],
  ['double click', 'nearer; with Shift farther'],
  ['click', 'selects, and shows all there is of it'],
  ['?', 'this help'],
];

/** What keys, mouse and colours mean. */
export const Help = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keys and mouse</h2>
      <p class="quiet">Keys work while the timeline has the focus.</p>
      <div class="help-columns">
        <dl class="keys">
          {keys.map(({ shown, what }) => (
            <div>
              <dt>
                <kbd>{shown}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <div>
          <dl class="keys">
            {gestures.map(([how, what]) => (
              <div>
                <dt>
                  <kbd>{how}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
          <h3>Bars</h3>
          <ul class="legend">
            {tones.map(({ tone, what }) => (
              <li>
                <span class={`swatch ${tone}`} /> {what}
              </li>
            ))}
          </ul>
          <p class="quiet">
            What happened at one virtual instant is laid side by side, in its order, under a bracket of the ruler. Long
            stretches in which nothing happened are folded; the ruler says how long they were.
          </p>
        </div>
      </div>
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
};
