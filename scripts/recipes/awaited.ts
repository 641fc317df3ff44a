/** Recipes that are written for ways that the project does not have yet. */
export const awaited: readonly string[] = ['A verb', 'An operation'];
