import type { ControlledSimulation } from './controlled.ts';

export interface ControlOptions {
  /** The port to listen on; any that is free. */
  readonly port?: number;
  /** An address of this machine's own; 127.0.0.1. */
  readonly host?: string;
  /** The page that is served at the address itself. Without it there is none. */
  readonly page?: string;
}

/** A control API that listens. */
export interface Control {
  /** The address that all routes begin with, ending in a slash. The token is part of it, and whoever has it may do all. */
  readonly url: string;
  /** Ends what is being waited for, and listens no more. Harmless when called again. */
  close(): Promise<void>;
}

/**
 * Lets a simulation be driven over HTTP, from this machine alone, by those who know the address.
 *
 * Rejects with Misuse `BAD_OPTION` for an address of another machine, and for a port that is taken.
 */
export const openControl = async (
  _controlled: ControlledSimulation,
  _options: ControlOptions = {},
): Promise<Control> => {
  throw new Error('not yet');
};
