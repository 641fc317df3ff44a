import type { Problem } from './api.ts';

/** What went wrong: the kind of problem, where it was written, and what to do about it. */
export const ProblemBox = ({ problem }: { readonly problem: Problem | undefined }) => (
  <div role="alert">
    {problem !== undefined && (
      <div class="problem">
        <p class="problem-title">{problem.title}</p>
        <p class="problem-detail">{problem.detail}</p>
        {problem.place !== undefined && <p class="quiet">at {problem.place}</p>}
        {problem.hint !== undefined && <p>{problem.hint}</p>}
      </div>
    )}
  </div>
);
