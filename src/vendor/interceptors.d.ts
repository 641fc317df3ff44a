/** What is used of the bundle beside this file; nothing of it is told to users. */
export declare class SocketInterceptor {
  readonly emitter: object;
  listenerCount(type: string): number;
  apply(owner: object): void;
  dispose(owner: object): void;
}
