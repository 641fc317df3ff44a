import { render } from 'preact';
import { App } from './app.tsx';
import { showHarmlessText } from './harmless-text.ts';
import { readData } from './read-data.ts';
import { startTheme } from './theme.ts';

/** The program of a report page: it shows what stands in the page as data. `scripts/build/page.mjs` makes it one file. */
const start = async (): Promise<void> => {
  showHarmlessText();
  startTheme();
  const root = document.getElementById('app');
  if (root === null) return;
  try {
    const data = await readData(document.getElementById('page-data')?.textContent ?? '');
    document.title = data.title;
    render(<App data={data} />, root);
  } catch (error) {
    render(<p class="unreadable">The data of this page cannot be read: {String(error)}</p>, root);
  }
};

void start();
