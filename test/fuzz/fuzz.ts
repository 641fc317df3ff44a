import { makeInput } from './mutate.ts';
import { corpusOf, type SurfaceName, surfaces, type Wrong } from './surfaces.ts';

/** The inputs of a surface from one number up to (not including) another, taken; what was taken badly. */
export const fuzz = async (name: SurfaceName, from: number, to: number, folder: string): Promise<readonly Wrong[]> => {
  const corpus = corpusOf(name);
  const inputs = Array.from({ length: to - from }, (_, index) => makeInput(corpus, from + index));
  return surfaces[name].take(inputs, folder);
};
