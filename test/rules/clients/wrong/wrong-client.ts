import type { Client } from '../../../../src/index.ts';

/** A program that is right but for one thing. */
export interface WrongClient {
  readonly client: Client;
  /** What it does, what of the interfaces that is against, and a story in which it shows. */
  readonly why: string;
  /** `must` where the interfaces say otherwise or data is lost, `should` where they recommend otherwise. */
  readonly level: 'must' | 'should';
}

export type WrongClients = Readonly<Record<string, WrongClient>>;
