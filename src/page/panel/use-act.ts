import { useRef, useState } from 'preact/hooks';
import { type Problem, problemOf } from './api.ts';

export interface Acting {
  readonly isBusy: boolean;
  readonly problem: Problem | undefined;
  /** Does it, unless something is being done. Says whether it was done. */
  readonly act: (work: () => Promise<unknown>) => Promise<boolean>;
}

/** Something that a person asks for: one at a time, and what went wrong is kept to be shown. */
export const useAct = (): Acting => {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const busy = useRef(false);
  const act = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy.current) return false;
    busy.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(problemOf(error));
      return false;
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  return { isBusy, problem, act };
};
