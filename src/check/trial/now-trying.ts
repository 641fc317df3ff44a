import type { Scenario } from '../../language/ast.ts';

/**
 * What is being tried in this process at the moment: for whoever has to tell of a client that never lets anybody ask. The turn
 * is that of the last scenario that had one. `onNext` is called before each.
 */
export const nowTrying: { scenario?: Scenario; turn?: number; onNext?: () => void } = {};
