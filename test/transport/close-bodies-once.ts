/**
 * A body of nock 15 is closed twice at times, with and without this library, mostly after a broken connection: the second
 * time throws inside of Node where nobody can catch it.
 */
export const closeBodiesOnce = (): void => {
  const prototype = ReadableByteStreamController.prototype;
  const close: (this: ReadableByteStreamController) => void = Reflect.get(prototype, 'close');
  prototype.close = function closeOnce() {
    try {
      close.call(this);
    } catch (error) {
      if (!(error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_STATE')) throw error;
    }
  };
};
