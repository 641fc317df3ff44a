/** What the reader chose: as the system has it, or one of both. */
const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const key = 'stunt-double-theme';
const listeners = new Set<() => void>();
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

/** A page from disk may have no storage. */
export const readTheme = (): Theme => {
  try {
    return themes.find((theme) => theme === localStorage.getItem(key)) ?? 'system';
  } catch {
    return 'system';
  }
};

let chosen: Theme = 'system';
let isPrinting = false;

const apply = (): void => {
  const shown = chosen === 'system' ? (prefersDark.matches ? 'dark' : 'light') : chosen;
  document.documentElement.dataset['shown'] = isPrinting ? 'light' : shown;
  for (const listener of listeners) listener();
};

export const chooseTheme = (theme: Theme): void => {
  chosen = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // It is chosen for as long as the page is open.
  }
  apply();
};

/** Calls after each change of colours; returns the undo. */
export const onThemeChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** To be called once, before anything is shown. Paper is light. */
export const startTheme = (): void => {
  chosen = readTheme();
  apply();
  prefersDark.addEventListener('change', apply);
  const print = (is: boolean) => () => {
    isPrinting = is;
    apply();
  };
  addEventListener('beforeprint', print(true));
  addEventListener('afterprint', print(false));
};
