import { render } from 'preact';
import { showHarmlessText } from '../harmless-text.ts';
import { startTheme } from '../theme.ts';
import { Panel } from './panel.tsx';

/** The program of the live panel. `scripts/build/page.mjs` makes it one file, which the control API serves. */
const root = document.getElementById('app');
if (root !== null) {
  showHarmlessText();
  startTheme();
  render(<Panel />, root);
}
