import type { Expectation, Scenario } from '../../language/ast.ts';

/** What a scenario asks for: that the client gets through it, or only that it never misbehaves. */
export const modes = ['recoverable', 'any'] as const;
export type Mode = (typeof modes)[number];

/** What a scenario of a mode expects of its client. */
export const expectationOf = (mode: Mode): Expectation => ({
  client: mode === 'recoverable' ? { outcome: 'succeeds' } : { outcome: 'ends' },
  requests: {},
});

/** The mode that a scenario was written down for. */
export const modeOf = ({ expect }: Scenario): Mode => (expect.client.outcome === 'succeeds' ? 'recoverable' : 'any');
