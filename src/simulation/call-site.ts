import type { Follower, Step } from '../language/ast.ts';
import { userFrames } from '../print/thrown.ts';

/** From where somebody called us: read only when something has to be said of it. */
export interface CallSite {
  readonly stack?: string;
}

/** The place from which a function of ours was called; `depth` frames from there, or as many as an error has. */
export const callSiteOf = (called: (...args: never) => unknown, depth = Error.stackTraceLimit): CallSite => {
  const site: CallSite = {};
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = depth;
  Error.captureStackTrace(site, called);
  Error.stackTraceLimit = limit;
  return site;
};

/** Has an error point to the line of a test that it is about, and not to where it was found out. */
export const pointTo = <Told extends Error>(error: Told, site: CallSite | undefined): Told => {
  const frames = site === undefined ? [] : userFrames(site);
  if (frames.length === 0) return error;
  const value = [`${error.name}: ${error.message}`, ...frames].join('\n');
  return Object.defineProperty(error, 'stack', { value, configurable: true, writable: true });
};

/** From where in a test each step was added. */
export interface StepSites {
  /** Notes from where a function of ours was called to add a step. */
  note(step: Step, called: (...args: never) => unknown): Step;
  find(step: Step): CallSite | undefined;
}

/** A step is taken apart when it is planned; its actions stay what they are, and are found again. */
export const createStepSites = (): StepSites => {
  const sites = new WeakMap<object, CallSite>();
  const actionsOf = ({ action }: Follower): readonly object[] => (action.do === 'together' ? action.actions : [action]);
  return {
    note: (step, called) => {
      const site = callSiteOf(called);
      const actions = [step, ...(step.followers ?? [])].flatMap(actionsOf);
      for (const action of actions) sites.set(action, site);
      return step;
    },
    find: ({ action }) => sites.get(action),
  };
};
