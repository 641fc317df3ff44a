/** The part of `request` 2 that is used here. */
declare module 'request' {
  import type { IncomingMessage } from 'node:http';

  type Done = (error: Error | null, response: IncomingMessage, body: string) => void;

  export default function request(options: object, done: Done): unknown;
}
