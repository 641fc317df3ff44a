/**
 * Gives objects properties of their own that are read anew each time. All objects share the functions that read them: with
 * getters in its own literal an object would have a hidden class to itself, which outlives it, and all that it reads with it.
 */
export const readingsOf = <State, Read extends object>(
  table: {
    readonly [Name in keyof Read]: (state: State) => Read[Name];
  },
): (<Own extends object>(own: Own, state: State) => Own & Readonly<Read>) => {
  const inside = Symbol('what is read');
  const descriptors: PropertyDescriptorMap = {};
  for (const [name, read] of Object.entries<(state: State) => unknown>(table)) {
    const get = function (this: { readonly [inside]: State }): unknown {
      return read(this[inside]);
    };
    descriptors[name] = { get, enumerable: true, configurable: true };
  }
  return <Own extends object>(own: Own, state: State) => {
    Object.defineProperty(own, inside, { value: state });
    return Object.defineProperties(own, descriptors) as Own & Readonly<Read>;
  };
};
