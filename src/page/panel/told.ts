import { parseDuration } from '../../spec/time.ts';
import { shortTime } from '../../picture/ruler.ts';
import type { Written } from './answers.ts';
import { toYaml } from './to-yaml.ts';

/** A step that was told in this panel, and the virtual time it was told at. */
export interface ToldStep {
  readonly at: number;
  readonly step: Written;
}

/**
 * What was told as a scenario: what is played, and the steps that were told besides, at the virtual times at which they
 * were.
 */
export const scenarioOf = (played: Written | undefined, told: readonly ToldStep[]): string => {
  const { name = 'as told in the panel', steps = [], expect, ...settings } = played ?? {};
  const all = [...(steps as readonly Written[]), ...told.map(fromStart)];
  const waits = told.some(({ at, step }) => at > 0 && isCounted(step));
  return [
    waits ? '# Behind "on" and "after" it was counted from when the step was told; here it is from the start.\n' : '',
    toYaml({
      name,
      ...settings,
      ...(all.length > 0 && { steps: all }),
      ...(expect !== undefined && { expect }),
    }),
  ].join('');
};

const isCounted = (step: Written): boolean => 'on' in step || 'after' in step;

const fromStart = ({ at, step }: ToldStep): Written => {
  if ('at' in step || isCounted(step)) return step;
  const { wait = '0s', ...rest } = step;
  return { at: shortTime(at + (parseDuration(String(wait)) ?? 0)).replace(/^0$/, '0s'), ...rest };
};
