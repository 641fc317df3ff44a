import { type Fault, plant } from './faults.ts';
import { restTurns, type Shelf, stock } from './modules.ts';
import { type Check, collect } from './test-runner.ts';

/** Whether the tests see a fault: the answer to one question, asked thousands of times. */

export interface Court {
  /** The first test that fails without any fault, where there is one. */
  readonly check: () => Promise<string | undefined>;
  /** The test file that catches the fault, or undefined when all tests pass. */
  readonly judge: (fault: Fault, text: string) => Promise<string | undefined>;
}

interface Known {
  readonly file: string;
  readonly index: number;
  /** Milliseconds it takes when there is no fault. */
  readonly costs: number;
}

/** Tests that take longer than this many milliseconds wait until all others have passed. */
const slow = 50;

const failureOf = async (check: Check): Promise<string | undefined> => {
  restTurns();
  try {
    await check();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** `beat` is called after every test. */
export const openCourt = async (testFiles: readonly string[], quickOnly: boolean, beat: () => void): Promise<Court> => {
  const shelf = await stock(testFiles);
  const tests: Known[] = [];
  const caught = new Map<string, Map<Known, number>>();
  return {
    check: () => measure(shelf, testFiles, tests),
    judge: (fault, text) => {
      const score = caught.get(fault.file) ?? new Map<Known, number>();
      caught.set(fault.file, score);
      const order = inOrder(tests, score).filter(({ costs }) => !quickOnly || costs <= slow);
      return tryFault(shelf, order, score, beat, { file: fault.file, text: plant(text, fault) });
    },
  };
};

const measure = async (shelf: Shelf, testFiles: readonly string[], tests: Known[]): Promise<string | undefined> => {
  const modules = shelf.open();
  for (const file of testFiles) {
    for (const [index, check] of collect(() => modules.load(file)).entries()) {
      const begun = performance.now();
      const failure = await failureOf(check);
      if (failure !== undefined) return `${file}, test ${index + 1}: ${failure}`;
      tests.push({ file, index, costs: performance.now() - begun });
    }
  }
  return undefined;
};

/** Those that caught faults of the same file come first, the slow ones last. */
const inOrder = (tests: readonly Known[], score: ReadonlyMap<Known, number>): readonly Known[] => {
  const rank = (known: Known): number => score.get(known) ?? (known.costs > slow ? -known.costs : 0);
  return [...tests].sort((one, other) => rank(other) - rank(one));
};

const tryFault = async (
  shelf: Shelf,
  order: readonly Known[],
  score: Map<Known, number>,
  beat: () => void,
  replaced: { readonly file: string; readonly text: string },
): Promise<string | undefined> => {
  const loaded = new Map<string, readonly Check[]>();
  const modules = shelf.open(replaced);
  const checkOf = ({ file, index }: Known): Check | undefined => {
    const checks = loaded.get(file) ?? collect(() => modules.load(file));
    loaded.set(file, checks);
    return checks[index];
  };
  for (const known of order) {
    const failure = await failureOf(() => {
      const check = checkOf(known);
      if (check === undefined) throw new Error('the test is gone');
      return check();
    });
    beat();
    if (failure === undefined) continue;
    score.set(known, (score.get(known) ?? 0) + 1);
    return known.file;
  }
  return undefined;
};
