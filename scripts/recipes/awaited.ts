/** Recipes that are written for ways that the project does not have yet. */
export const awaited: readonly string[] = ['A transport', 'A rule', 'A verb', 'A fault', 'An operation'];
