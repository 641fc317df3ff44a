import type { ControlledSimulation } from '../control/controlled.ts';
import type { Control } from '../control/open-control.ts';
import { errorText } from '../error-text.ts';
import type { Terminal } from '../print/terminal.ts';
import { sayPlainly } from './say-plainly.ts';

/** Opens the control API with the live panel in it; both are loaded by then, and not before. */
export const openPanel = async (
  controlled: ControlledSimulation,
  options: { readonly place: string; readonly port?: number },
  { stderr }: Terminal,
): Promise<Control> => {
  const { openControl } = await import('../control/open-control.ts');
  const { readPanel } = await import('../control/panel.ts');
  const say = (bug: unknown): void => sayPlainly(stderr, `${errorText(bug)}\n`);
  return openControl(controlled, { ...options, page: readPanel(), say });
};
