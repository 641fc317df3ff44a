/** What was chosen for an open point, as it is written behind `--assume id=`. */
export const showChoice = (chosen: unknown): string => (typeof chosen === 'string' ? chosen : JSON.stringify(chosen));
