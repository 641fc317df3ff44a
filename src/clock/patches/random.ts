import crypto from 'node:crypto';
import { contextClock } from '../current-clock.ts';
import { applyAll, type Patch, replace } from './patch.ts';

/** `Math.random`, which draws from the seed in code of a simulation, and nowhere else. */
export const patchMathRandom: Patch = () => {
  const real = Math.random;
  const random = (): number => {
    const number = contextClock()?.random?.number;
    return number === undefined || isCalledByInterceptor(random) ? real() : number();
  };
  return replace(Math, 'random', random);
};

/** Libraries that stand between a client and a simulation, and draw numbers for the names of requests. */
const betweenUs = /[\\/](?:@mswjs[\\/]interceptors|nock|msw)[\\/]/;

/** Whether `called` was called by what brings requests to the simulation, which is no part of the client. */
const isCalledByInterceptor = (called: (...args: never[]) => unknown): boolean => {
  const { stackTraceLimit } = Error;
  const prepareStackTrace: unknown = Reflect.get(Error, 'prepareStackTrace');
  Error.stackTraceLimit = 1;
  Error.prepareStackTrace = (_, [site]) => site?.getFileName();
  const holder: { stack?: unknown } = {};
  Error.captureStackTrace(holder, called);
  const file = holder.stack;
  Error.stackTraceLimit = stackTraceLimit;
  Reflect.set(Error, 'prepareStackTrace', prepareStackTrace);
  return typeof file === 'string' && betweenUs.test(file);
};

type Draw = (...args: unknown[]) => unknown;
type Fill = (into: Uint8Array) => Uint8Array;
type Callback = (error: unknown, value?: unknown) => void;

/** Draws in place of a function of Node: its result from the seed, once Node has found nothing wrong with the arguments. */
type Redraw = (fill: Fill, args: readonly unknown[]) => unknown;

const isCallback = (given: unknown): given is Callback => typeof given === 'function';

/**
 * Node checks the arguments, and words what is wrong with them. With a callback, what is drawn is drawn at the call: the thread
 * pool calls back in any order.
 */
const replaceDraw = (owner: object, name: string, redraw: Redraw) => (): (() => void) => {
  const real = Reflect.get(owner, name) as Draw;
  const draw: Draw = function (this: unknown, ...args) {
    const fill = contextClock()?.random?.fill;
    if (fill === undefined || isCalledByInterceptor(draw)) return Reflect.apply(real, this, args);
    const callback = args.at(-1);
    if (!isCallback(callback)) {
      Reflect.apply(real, this, args);
      return redraw(fill, args);
    }
    let drawn: unknown;
    const result = Reflect.apply(real, this, [
      ...args.slice(0, -1),
      (error: unknown) => (error == null ? callback(null, finish(drawn)) : callback(error)),
    ]);
    drawn = redraw(fill, args.slice(0, -1));
    return result;
  };
  return replace(owner, name, Object.defineProperty(draw, 'name', { value: name }));
};

/** What is put into memory of the caller's is put there only when it is ready, for Node has filled it meanwhile. */
const finish = (drawn: unknown): unknown => (drawn instanceof Later ? drawn.put() : drawn);

class Later {
  readonly put: () => unknown;

  constructor(put: () => unknown) {
    this.put = put;
  }
}

const bytesOf = (memory: unknown, offset = 0, size?: number): Uint8Array => {
  if (!ArrayBuffer.isView(memory)) return new Uint8Array(memory as ArrayBuffer, offset, size);
  const unit = (memory as Uint8Array).BYTES_PER_ELEMENT ?? 1;
  const length = size === undefined ? memory.byteLength - offset * unit : size * unit;
  return new Uint8Array(memory.buffer, memory.byteOffset + offset * unit, length);
};

const fillAll: Redraw = (fill, [memory]) => {
  fill(bytesOf(memory));
  return memory;
};

const fillPart: Redraw = (fill, [memory, offset, size]) => {
  fill(bytesOf(memory, offset as number | undefined, size as number | undefined));
  return memory;
};

const fillLater: Redraw = (fill, [memory, offset, size]) => {
  const part = bytesOf(memory, offset as number | undefined, size as number | undefined);
  const drawn = fill(new Uint8Array(part.length));
  return new Later(() => {
    part.set(drawn);
    return memory;
  });
};

const whole: Redraw = (fill, [one, other]) => {
  const [least, end] = other === undefined ? [0, one as number] : [one as number, other as number];
  const [low = 0, high = 0] = new Uint32Array(fill(new Uint8Array(8)).buffer);
  return least + Math.floor((((high >>> 11) * 2 ** 32 + low) / 2 ** 53) * (end - least));
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const uuid =
  (version: number, stamp: () => string): Redraw =>
  (fill) => {
    const bytes = fill(new Uint8Array(16));
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const digits = stamp() + hex(bytes).slice(stamp().length);
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };

const now = (): string => Date.now().toString(16).padStart(12, '0');

const { prototype } = crypto.webcrypto.constructor as { readonly prototype: object };

const draws: readonly (readonly [object, string, Redraw])[] = [
  [crypto, 'randomBytes', (fill, [size]) => fill(Buffer.alloc(size as number))],
  [crypto, 'randomFillSync', fillPart],
  [crypto, 'randomFill', fillLater],
  [crypto, 'randomInt', whole],
  [crypto, 'randomUUID', uuid(4, () => '')],
  [crypto, 'randomUUIDv7', uuid(7, now)],
  // `getRandomValues` of the module cannot be replaced, and calls this one.
  [prototype, 'getRandomValues', fillAll],
  [prototype, 'randomUUID', uuid(4, () => '')],
];

/** What `node:crypto` and `globalThis.crypto` draw, in code of a simulation that wants it from its seed. */
export const patchCryptoRandom: Patch = () =>
  applyAll(
    draws.filter(([owner, name]) => name in owner).map(([owner, name, redraw]) => replaceDraw(owner, name, redraw)),
  );
