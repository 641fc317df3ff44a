import { type Navigator, zoomToSelected } from './navigator.ts';
import { stepTo } from './steps.ts';
import { everything, pan, zoom } from '../../picture/window.ts';

interface Key {
  readonly keys: readonly string[];
  readonly shown: string;
  readonly what: string;
  readonly act: (navigator: Navigator) => void;
}

const zoomBy = ({ axis, window, setWindow, selected, run }: Navigator, factor: number): void => {
  const position = selected === undefined ? undefined : axis.positionOf(selected, run);
  const isInView = position !== undefined && position >= window.from && position <= window.to;
  setWindow(zoom(window, isInView ? position : (window.from + window.to) / 2, factor, axis.finest));
};

/** What keys do on the timeline: the help is made of this, too. */
export const keys: readonly Key[] = [
  { keys: ['ArrowRight'], shown: '→', what: 'the next thing that happened', act: (on) => stepTo(on, 'next') },
  { keys: ['ArrowLeft'], shown: '←', what: 'the one before', act: (on) => stepTo(on, 'previous') },
  { keys: ['ArrowDown'], shown: '↓', what: 'the nearest in the next lane', act: (on) => stepTo(on, 'below') },
  { keys: ['ArrowUp'], shown: '↑', what: 'the nearest in the lane above', act: (on) => stepTo(on, 'above') },
  { keys: ['n'], shown: 'N', what: 'the next broken rule', act: (on) => stepTo(on, 'nextMark') },
  { keys: ['p'], shown: 'P', what: 'the broken rule before', act: (on) => stepTo(on, 'previousMark') },
  { keys: ['+', '=', 'w'], shown: '+ or W', what: 'nearer', act: (on) => zoomBy(on, 1.6) },
  { keys: ['-', 's'], shown: '− or S', what: 'farther', act: (on) => zoomBy(on, 1 / 1.6) },
  { keys: ['a'], shown: 'A', what: 'earlier', act: ({ window, setWindow }) => setWindow(pan(window, -0.25)) },
  { keys: ['d'], shown: 'D', what: 'later', act: ({ window, setWindow }) => setWindow(pan(window, 0.25)) },
  { keys: ['f'], shown: 'F', what: 'nearer to what is selected', act: zoomToSelected },
  { keys: ['0', 'Home'], shown: '0', what: 'all of the run', act: ({ setWindow }) => setWindow(everything) },
  { keys: ['Escape'], shown: 'Esc', what: 'nothing is selected', act: ({ select }) => select(undefined) },
];

export const actOnKey = (event: KeyboardEvent, navigator: Navigator): void => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = keys.find((one) => one.keys.includes(event.key));
  if (key === undefined) return;
  event.preventDefault();
  key.act(navigator);
};
