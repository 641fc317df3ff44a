/*
 * What a picture of a run is drawn with outside of a page, too. In the package that is the program of the pages, which has it
 * already (scripts/build/page.mjs).
 */
export { drawPicture } from './draw.ts';
export { createAxis } from './axis.ts';
export { groups, laneGroups } from './lane-groups.ts';
export { barTop, layOut, leastWidth, rowHeight } from './layout.ts';
export { shortTime, ticksOf } from './ruler.ts';
export { indexRun, placeMark } from './run-index.ts';
export { createScreen, everything } from './window.ts';
