import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Tone, tones } from '../picture/picture.ts';
import { Fields } from './fields.tsx';
import { keys } from './viewer/keys.ts';

const says: Readonly<Record<Tone, string>> = {
  fine: 'went as it should',
  waiting: 'waits, or is under way',
  refused: 'was refused, or used up',
  failed: 'failed',
  over: 'is over',
  plain: 'all else',
};

const gestures: readonly (readonly [string, string])[] = [
  ['drag', 'moves the timeline'],
  ['Ctrl and wheel, two fingers', 'nearer or farther'],
  ['Shift and wheel', 'earlier or later'],
  ['double click', 'nearer; with Shift farther'],
  ['click', 'selects, and shows all there is of it'],
  ['?', 'this help'],
];

/** Where a question mark is a part of what is written. */
const written = 'textarea, select, input:not([type="checkbox"])';

/** A button, and a key, that say what keys, mouse and colours mean. */
export const Help = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = (): void => {
    if (dialog.current?.open === false) dialog.current.showModal();
  };
  useLayoutEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.key === '?' && !(event.target instanceof Element && event.target.matches(written))) open();
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);
  return (
    <>
      <button type="button" class="icon" aria-label="Help" title="What keys do (?)" onClick={open}>
        ?
      </button>
      <dialog ref={dialog} class="help" aria-labelledby="help-title">
        <h2 id="help-title">Keys and mouse</h2>
        <p class="quiet">Keys work while the timeline has the focus.</p>
        <div class="help-columns">
          <Fields kind="keys" of={keys.map(({ shown, what }) => [<kbd>{shown}</kbd>, what])} />
          <div>
            <Fields kind="keys" of={gestures.map(([how, what]) => [<kbd>{how}</kbd>, what])} />
            <h3>Bars</h3>
            <ul class="legend">
              {tones.map((tone) => (
                <li>
                  <span class={`swatch ${tone}`} /> {says[tone]}
                </li>
              ))}
            </ul>
            <p class="quiet">
              What happened at one virtual instant is laid side by side, in its order, under a bracket of the ruler.
              Long stretches in which nothing happened are folded; the ruler says how long they were.
            </p>
          </div>
        </div>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </dialog>
    </>
  );
};
