import { type Finding, same } from '../shrink/goal.ts';
import type { Series } from '../shrink/experiments.ts';
import { alternativesOf } from './alternatives.ts';
import { momentsOf } from './moments.ts';
import type { Question, Try } from './question.ts';
import { worldsOf } from './worlds.ts';

/**
 * What matters in a counterexample, and what does not: each a sentence that runs of its variations have proven. A question
 * varies one thing, runs what comes of it, and says what it found; one that there was no time for says nothing.
 */
export interface Explanation {
  /** Sentences. */
  readonly matters: readonly string[];
  /** Things, as the ends of the sentence "It does not matter: …". */
  readonly indifferent: readonly string[];
}

/** More sentences nobody reads. */
const mostSentences = 4;

export const explain = async (found: Finding, series: Series): Promise<Explanation> => {
  const idle = found.trial.unfired.length;
  const breaks: Try = async (scenario) => {
    const trial = await series.run(scenario);
    if (trial === 'over' || trial === 'unplayable') return undefined;
    if (same(trial, found) !== undefined) return true;
    // Where what was to happen did not, nothing is proven.
    return trial.unfired.length > idle ? undefined : false;
  };
  const matters: string[] = [];
  const indifferent: string[] = [];
  for (const question of questionsAbout(found)) {
    const answer = await question(breaks);
    if (answer === undefined) continue;
    if ('matters' in answer) matters.push(answer.matters);
    else indifferent.push(answer.indifferent);
  }
  return { matters: matters.slice(0, mostSentences), indifferent };
};

/** What says most is asked first. */
const questionsAbout = (found: Finding): readonly Question[] => {
  const { steps } = found.trial.scenario;
  const indices = steps.map((_step, index) => index);
  return [
    ...indices.flatMap((index) => alternativesOf(found, index)),
    ...indices.flatMap((index) => momentsOf(found, index)),
    ...worldsOf(found),
  ];
};
