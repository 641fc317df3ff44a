import type { Expectation, Scenario } from '../../language/ast.ts';
import type { Mode } from '../arbitraries/draws.ts';

/** What a story of a mode expects of its client. */
export const expectationOf = (mode: Mode): Expectation => ({
  client: mode === 'recoverable' ? { outcome: 'succeeds' } : { outcome: 'ends' },
  requests: {},
});

/** The mode that a story was written down for. */
export const modeOf = ({ expect }: Scenario): Mode => (expect.client.outcome === 'succeeds' ? 'recoverable' : 'any');
