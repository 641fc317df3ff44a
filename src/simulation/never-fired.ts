import type { Step } from '../language/ast.ts';
import { describeStep } from '../language/describe-step.ts';
import { Misuse } from '../misuse.ts';
import type { TraceRecorder } from '../trace/trace.ts';
import type { StepSites } from './call-site.ts';
import { tellWhatHappened } from './stuck.ts';

/** The error of steps that did not come to pass: it points to the first of them, and shows what the client did instead. */
export const neverFired = ([first, ...rest]: readonly Step[], sites: StepSites, trace: TraceRecorder): Misuse => {
  const others = rest.length > 0 ? `, nor that of ${rest.length} more` : '';
  const what = `${first === undefined ? 'a step' : describeStep(first)}: its moment never came${others}${failureIn(trace)}`;
  const hint = 'let the client get that far, or simulate({ unfired: "ignore" })';
  const error = new Misuse('STEP_NEVER_FIRED', first?.place ?? 'simulate', what, hint);
  return tellWhatHappened(error, [], trace.entries, first && sites.find(first));
};

/** The error that the client ended with, if it did: mostly why a step never came to pass, and hidden by what says that. */
const failureIn = (trace: TraceRecorder): string => {
  const end = trace.raw.findLast((entry) => entry.kind === 'ended');
  const [error = ''] = trace.mask((end?.outcome === 'rejected' && end.error) || '').split('\n');
  return error === '' ? '' : `; the client had failed: ${error}`;
};
