/**
 * Copies of the interceptor that others brought into the process. All copies enter the instance they work with into one
 * registry, and each goes on with the instance it finds there only if it is its own.
 */
export interface OtherCopies {
  /** The instance entered last, if any; whoever works with it may have begun, ended, or not begun yet. */
  find(): unknown;
  /** Tells of an instance before it is applied for the first time. Returns how to stop. */
  watch(tell: (newcomer: unknown) => void): () => void;
}

/** Says whether somebody works with an instance now. */
export const isActive = (instance: unknown): boolean =>
  typeof instance === 'object' && instance !== null && Reflect.get(instance, 'readyState') === 'ACTIVE';

/** To watch, our copy of the interceptor has to be loaded, which makes the registry if there is none. */
export const openCopies = (): OtherCopies => {
  const registry = (Reflect.get(globalThis, '__MSW_INTERCEPTORS_REGISTRY') ?? new Map()) as Map<unknown, unknown>;
  const key = Symbol.for('socket-interceptor');
  return {
    find: () => registry.get(key),
    watch: (tell) => {
      const told = (name: unknown, value: unknown): typeof registry => {
        if (name === key) tell(value);
        return Map.prototype.set.call(registry, name, value) as typeof registry;
      };
      Object.defineProperty(registry, 'set', { value: told, configurable: true, writable: true });
      return () => {
        if (registry.set === told) Reflect.deleteProperty(registry, 'set');
      };
    },
  };
};
