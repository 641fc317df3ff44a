/** A promise and what settles it. */
export const latch = <T>(): { readonly promise: Promise<T>; readonly settle: (value: T) => void } => {
  const settlers: ((value: T) => void)[] = [];
  const promise = new Promise<T>((resolve) => settlers.push(resolve));
  return { promise, settle: (value) => settlers.forEach((resolve) => resolve(value)) };
};
