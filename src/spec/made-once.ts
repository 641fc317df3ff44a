/**
 * What is made of an object that never changes, once for all who ask: frozen objects alone are taken for such. It is kept as long
 * as they are.
 */
export const madeOnce = <From extends object, Made>(make: (from: From) => Made): ((from: From) => Made) => {
  const all = new WeakMap<From, Made>();
  return (from) => {
    const known = all.get(from);
    if (known !== undefined) return known;
    const made = make(from);
    if (Object.isFrozen(from)) all.set(from, made);
    return made;
  };
};
