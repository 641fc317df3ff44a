/** Which controls a page has when it opens, which were pressed, and which of those something else covers: by their names. */
export interface Pressed {
  readonly first: readonly string[];
  readonly pressed: readonly string[];
  readonly covered: readonly string[];
}

/**
 * Presses all that can be pressed on the page, and what turns up by it, each once, but for those that were pressed before. It
 * runs in the browser, in one go: to ask for every control from outside costs more than to press it.
 */
export const pressAll = async (before: readonly string[]): Promise<Pressed> => {
  const pressed = new Set(before);
  const covered: string[] = [];
  const frames = (): Promise<unknown> =>
    new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));

  /** Of the rows of a table one is as good as another; else those that are called the same are counted. */
  const find = (): ReadonlyMap<string, HTMLElement> => {
    const found = new Map<string, HTMLElement>();
    // What stands behind an open dialog waits until it is closed.
    const top = document.querySelector('dialog[open]') ?? document;
    for (const control of top.querySelectorAll<HTMLElement>('button:enabled, input:enabled, summary')) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      const text = control.getAttribute('aria-label') ?? (control.closest('label') ?? control).textContent;
      const isOfRow = control.closest('tbody') !== null;
      let name = `${control.tagName} ${control.className} ${isOfRow ? 'of a row' : text}`;
      if (isOfRow && found.has(name)) continue;
      while (found.has(name)) name += '+';
      found.set(name, control);
    }
    return found;
  };

  const isReached = (control: HTMLElement): boolean => {
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = control.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    const target = control.closest('label') ?? control;
    return width > 0 && height > 0 && there !== null && target.contains(there);
  };

  const first = [...find().keys()];
  for (;;) {
    const next = [...find()].find(([name]) => !pressed.has(name));
    if (next === undefined) return { first, pressed: [...pressed], covered };
    const [name, control] = next;
    pressed.add(name);
    if (!isReached(control)) covered.push(name);
    control.focus();
    control.click();
    await frames();
  }
};
