/**
 * Under Node 20 a body of nock 15 is closed twice at times, with and without this library, and the second time throws where
 * nobody can catch it.
 */
export const closeBodiesOnce = (): void => {
  if (!process.version.startsWith('v20.')) return;
  const prototype = ReadableByteStreamController.prototype;
  const close: (this: ReadableByteStreamController) => void = Reflect.get(prototype, 'close');
  prototype.close = function closeOnce() {
    try {
      close.call(this);
    } catch {
      // It is closed already.
    }
  };
};
