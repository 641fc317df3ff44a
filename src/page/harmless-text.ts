import { options } from 'preact';
import { printable } from '../print/printable.ts';

/**
 * Names and bodies come from anywhere. Preact makes text of them, never elements; besides, what would turn a line around or
 * hide in it is shown as its code. It is done where elements are made, so that no component can forget it.
 */
export const showHarmlessText = (): void => {
  options.vnode = (node) => {
    const props = node.props as Record<string, unknown>;
    if (typeof node.type === 'string') for (const name of shown) if (name in props) props[name] = harmless(props[name]);
  };
};

const shown = ['children', 'title', 'aria-label', 'aria-valuetext'] as const;

const harmless = (value: unknown): unknown => {
  if (typeof value === 'string') return printable(value);
  return Array.isArray(value) ? value.map(harmless) : value;
};
