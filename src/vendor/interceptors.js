// Made by scripts/vendor.ts from @mswjs/interceptors 0.45.12; their licences: interceptors.LICENSE.
// scripts/vendor/promises.ts
var withResolvers = () => {
  let resolve;
  let reject;
  const promise = new Promise((...ends) => [resolve, reject] = ends);
  return { promise, resolve, reject };
};

// scripts/vendor/emitter.ts
var Emitter = class {
  listenerCount() {
    return 0;
  }
  emitAsPromise() {
    return Promise.resolve([]);
  }
  removeAllListeners() {
  }
};
var TypedEvent = class {
  type;
  constructor(type) {
    this.type = type;
  }
};

// node_modules/@mswjs/interceptors/lib/node/interceptor-Dn4wuljv.js
var Disposable = class {
  constructor() {
    this.subscriptions = [];
  }
  dispose() {
    let subscription;
    while (subscription = this.subscriptions.pop()) subscription();
  }
};
var interceptorsRegistry = globalThis.__MSW_INTERCEPTORS_REGISTRY ??= /* @__PURE__ */ new Map();
var Interceptor = class extends Disposable {
  #owners;
  constructor() {
    super();
    this.listenerCount = (type) => {
      return this.emitter.listenerCount(type);
    };
    this.#owners = /* @__PURE__ */ new Set();
    this.readyState = "INACTIVE";
    this.emitter = new Emitter();
  }
  apply(owner = this) {
    if (this.#owners.has(owner)) return;
    if (this.readyState !== "ACTIVE" && !this.predicate()) return;
    this.#owners.add(owner);
    if (this.readyState === "ACTIVE") return;
    try {
      this.setup();
      this.readyState = "ACTIVE";
    } catch (error) {
      this.dispose(owner);
      throw error;
    }
  }
  dispose(owner = this) {
    if (!this.#owners.delete(owner)) return;
    if (this.#owners.size > 0) return;
    super.dispose();
    this.emitter.removeAllListeners();
    this.readyState = "DISPOSED";
  }
};

// node_modules/@mswjs/interceptors/lib/node/get-value-by-symbol-Cx7kBFyN.js
var encoder = new TextEncoder();
function toBuffer(data, encoding) {
  if (Buffer.isBuffer(data)) return data;
  if (data instanceof Uint8Array) return Buffer.from(data.buffer);
  return Buffer.from(data, encoding);
}
function getValueBySymbol(symbolName, source) {
  const symbol = Object.getOwnPropertySymbols(source).find((symbol2) => {
    return symbol2.description === symbolName;
  });
  if (symbol) return Reflect.get(source, symbol);
}

// scripts/vendor/invariant.ts
var invariant = (predicate, message, state) => {
  if (!predicate) throw new Error(message.replace("%s", String(state)));
};

// node_modules/@mswjs/interceptors/lib/node/internal-connection-CW-Nhr7o.js
var PatchesRegistry = class {
  #replacements = /* @__PURE__ */ new Map();
  applyPatch(owner, key, getNextValue) {
    const ownerReplacements = this.#replacements.get(owner);
    invariant(!ownerReplacements?.has(key), `Failed to replace a global value at "${String(key)}": already replaced.`);
    const match = getDeepPropertyDescriptor(owner, key);
    if (typeof match === "undefined") {
      console.warn(`Failed to replace a global value at "${String(key)}": not a global value.`);
      return () => {
      };
    }
    if (match.descriptor.configurable) Object.defineProperty(owner, key, {
      value: getNextValue(owner[key]),
      enumerable: true,
      configurable: true
    });
    else if (match.descriptor.writable) owner[key] = getNextValue(owner[key]);
    else throw new Error(`Failed to patch a non-configurable non-writable property "${key.toString()}"`);
    const restorePatch = () => {
      const currentReplacements = this.#replacements.get(owner);
      if (!currentReplacements?.has(key)) return;
      if (match.owner === owner)
        Object.defineProperty(match.owner, key, match.descriptor);
      else
        Reflect.deleteProperty(owner, key);
      currentReplacements.delete(key);
      if (currentReplacements.size === 0) this.#replacements.delete(owner);
    };
    if (ownerReplacements) ownerReplacements.set(key, restorePatch);
    else this.#replacements.set(owner, /* @__PURE__ */ new Map([[key, restorePatch]]));
    return restorePatch;
  }
};
var patchesRegistry = new PatchesRegistry();
function getDeepPropertyDescriptor(owner, key) {
  let currentOwner = owner;
  let descriptor;
  while (currentOwner) {
    descriptor = Object.getOwnPropertyDescriptor(currentOwner, key);
    if (descriptor) return {
      owner: currentOwner,
      descriptor
    };
    currentOwner = Object.getPrototypeOf(currentOwner);
  }
}
function runAsInternalConnection(callback) {
  const context = globalThis.__MSW_INTERNAL_CONNECTION_CONTEXT;
  if (context) return context.run(callback);
  return callback();
}

// node_modules/@mswjs/interceptors/lib/node/net-D5G58O2w.js
import http from "node:http";
import { AsyncLocalStorage } from "node:async_hooks";
import net from "node:net";
import tls from "node:tls";
function normalizeNetConnectArgs(args) {
  if (args.length === 0) return [{ path: "" }, null];
  const callback = typeof args[1] === "function" ? args[1] : args[2] || null;
  if (typeof args[0] === "string") return [{ path: args[0] }, callback];
  if (typeof args[0] === "number") return [{
    port: args[0],
    path: "",
    /**
    * @note The host is optional in the "(port[, host][, callback])"
    * signatures and defaults to "localhost" in Node.js.
    */
    host: typeof args[1] === "string" ? args[1] : void 0
  }, callback];
  if (typeof args[0] === "object") {
    if ("port" in args[0]) return [{
      path: "",
      port: Reflect.get(args[0], "port"),
      host: Reflect.get(args[0], "host"),
      auth: Reflect.get(args[0], "auth"),
      family: Reflect.get(args[0], "family"),
      hints: Reflect.get(args[0], "hints"),
      session: Reflect.get(args[0], "session"),
      localAddress: Reflect.get(args[0], "localAddress"),
      localPort: Reflect.get(args[0], "localPort"),
      timeout: Reflect.get(args[0], "timeout"),
      lookup: Reflect.get(args[0], "lookup"),
      allowHalfOpen: Reflect.get(args[0], "allowHalfOpen"),
      noDelay: Reflect.get(args[0], "noDelay"),
      keepAlive: Reflect.get(args[0], "keepAlive"),
      keepAliveInitialDelay: Reflect.get(args[0], "keepAliveInitialDelay"),
      autoSelectFamily: Reflect.get(args[0], "autoSelectFamily"),
      autoSelectFamilyAttemptTimeout: Reflect.get(args[0], "autoSelectFamilyAttemptTimeout")
    }, callback];
    return [{
      path: args[0].path || "",
      family: Reflect.get(args[0], "family"),
      session: Reflect.get(args[0], "session"),
      auth: Reflect.get(args[0], "auth"),
      timeout: Reflect.get(args[0], "timeout"),
      allowHalfOpen: Reflect.get(args[0], "allowHalfOpen")
    }, callback];
  }
  throw new Error(`Invalid arguments passed to net.connect: ${args}`);
}
function writePendingData(socket, data, encoding, callback) {
  if (Array.isArray(data)) {
    for (let index = 0; index < data.length; index++) {
      const entry = data[index];
      if (index === data.length - 1) socket.write(entry.chunk, entry.encoding, callback);
      else socket.write(entry.chunk, entry.encoding);
    }
    return;
  }
  socket.write(data, encoding, callback);
}
function unwrapPendingData(data, encoding, callback) {
  if (Array.isArray(data)) for (const entry of data) callback(entry.chunk, entry.encoding, entry.callback);
  else callback(data, encoding);
}
function getTlsConnectOptions(socket) {
  const kConnectOptions = Object.getOwnPropertySymbols(socket).find((symbol) => {
    return symbol.description === "connect-options";
  });
  if (kConnectOptions == null) return;
  return Reflect.get(socket, kConnectOptions);
}
function getAddressInfoByConnectionOptions(options) {
  if (options == null) return {};
  const isIPv6 = options.family === 6 || net.isIPv6(options.host || "");
  return {
    address: isIPv6 ? "::1" : "127.0.0.1",
    /**
    * @note Coerce the port to a number. Connection options may
    * describe it as a string (e.g. when created from a URL), while
    * the address info always reports a numeric port.
    */
    port: Number(options.port) || (options.protocol === "https:" ? 443 : 80),
    family: isIPv6 ? "IPv6" : "IPv4"
  };
}
function getLocalAddressInfoByConnectionOptions(options) {
  if (options == null) return {};
  const isIPv6 = options.family === 6 || net.isIPv6(options.host || "");
  return {
    address: options.localAddress || (isIPv6 ? "::1" : "127.0.0.1"),
    port: options.localPort || getEphemeralPort(),
    family: isIPv6 ? "IPv6" : "IPv4"
  };
}
function getEphemeralPort() {
  return 49152 + Math.floor(Math.random() * 16384);
}
var kListenerWrap = /* @__PURE__ */ Symbol("kListenerWrap");
var kRawSocket = /* @__PURE__ */ Symbol("kRawSocket");
var kPatched = /* @__PURE__ */ Symbol("kPatched");
function toServerSocket(socket) {
  const pendingWrites = [];
  let pendingEnd;
  let isBackpressured = false;
  let isFlushScheduled = false;
  const flushPendingWrites = () => {
    if (socket.connecting) {
      isBackpressured = true;
      if (!isFlushScheduled) {
        isFlushScheduled = true;
        socket.once("ready", () => {
          isFlushScheduled = false;
          flushPendingWrites();
        });
      }
      return false;
    }
    while (pendingWrites.length > 0) {
      const nextWrite = pendingWrites.shift();
      socket._unrefTimer();
      const canPushMore = socket.push(toBuffer(nextWrite.chunk, nextWrite.encoding), nextWrite.encoding);
      nextWrite.callback?.();
      if (!canPushMore) {
        isBackpressured = true;
        return false;
      }
    }
    const wasBackpressured = isBackpressured;
    isBackpressured = false;
    if (pendingEnd) {
      const finalEnd = pendingEnd;
      pendingEnd = void 0;
      if (finalEnd.chunk != null) socket.push(toBuffer(finalEnd.chunk, finalEnd.encoding), finalEnd.encoding);
      socket.push(null);
      finalEnd.callback?.();
    }
    if (wasBackpressured) socket.emit("internal:drain");
    return true;
  };
  const realRead = socket._read.bind(socket);
  socket._read = (size) => {
    realRead(size);
    if (pendingWrites.length > 0 || pendingEnd != null || isBackpressured) flushPendingWrites();
  };
  return new Proxy(socket, { get: (target, property, receiver) => {
    const getRealValue = () => {
      return Reflect.get(target, property, receiver);
    };
    if (property === "on" || property === "addListener" || property === "once" || property === "prependListener" || property === "prependOnceListener") {
      const realAddListener = getRealValue();
      return (event, listener) => {
        if (event === "data") {
          const listenerWrap = (chunk, encoding) => {
            listener(toBuffer(chunk, encoding));
          };
          Object.defineProperty(listener, kListenerWrap, {
            enumerable: false,
            writable: true,
            value: listenerWrap
          });
          Reflect.apply(realAddListener, target, ["internal:write", listenerWrap]);
          return target;
        }
        if (event === "drain") {
          Reflect.apply(realAddListener, target, ["internal:drain", listener]);
          return target;
        }
        return realAddListener.call(target, event, listener);
      };
    }
    if (property === "off" || property === "removeListener") {
      const realRemoveListener = getRealValue();
      return (event, listener) => {
        if (event === "data") {
          const listenerWrap = listener[kListenerWrap];
          if (listenerWrap) return realRemoveListener.call(target, "internal:write", listenerWrap);
        }
        if (event === "drain") return realRemoveListener.call(target, "internal:drain", listener);
        return realRemoveListener.call(target, event, listener);
      };
    }
    if (property === "write") return ((chunk, encoding, callback) => {
      if (typeof encoding === "function") {
        callback = encoding;
        encoding = void 0;
      }
      pendingWrites.push({
        chunk,
        encoding,
        callback
      });
      if (isBackpressured) return false;
      return flushPendingWrites();
    });
    if (property === "end") return ((...args) => {
      const callback = args[args.length - 1];
      pendingEnd = {
        chunk: typeof args[0] === "function" ? void 0 : args[0],
        encoding: typeof args[1] === "string" ? args[1] : void 0,
        callback: typeof callback === "function" ? callback : void 0
      };
      flushPendingWrites();
      return target;
    });
    return getRealValue();
  } });
}
var SocketController = class SocketController2 {
  static {
    this.PENDING = 0;
  }
  static {
    this.CLAIMED = 1;
  }
  static {
    this.PASSTHROUGH = 2;
  }
  constructor(socket) {
    this[kRawSocket] = socket;
    socket[kPatched] = true;
    this.readyState = SocketController2.PENDING;
  }
  /**
  * Claim this socket. Once claimed, the connection attempt succeeds
  * regardless of the requested host and the interceptor becomes the
  * mocked server for this connection.
  */
  claim() {
    invariant(this.readyState === SocketController2.PENDING, "Failed to claim a socket connection: already handled (%s)", this.readyState);
    this.readyState = SocketController2.CLAIMED;
  }
  /**
  * Establish this socket connection as-is.
  */
  passthrough() {
    invariant(this.readyState === SocketController2.PENDING, "Failed to passthrough a socket connection: already handled (%s)", this.readyState);
    this.readyState = SocketController2.PASSTHROUGH;
  }
};
var TcpSocketController = class extends SocketController {
  #removePassthroughSocketListeners;
  #connectionOptions;
  #retargetedConnectionOptions;
  #realWriteGeneric;
  #passthroughSocket = null;
  #bufferedWrites = [];
  #realHandleSwapped = false;
  #clientCloseEmitted = false;
  #clientEndPushed = false;
  #connectEmulated = false;
  #suppressedNotifications = /* @__PURE__ */ new Set();
  #mockConnectedCallbacks = [];
  constructor(socket, createConnection, connectionOptions) {
    super(socket);
    this.socket = socket;
    this.createConnection = createConnection;
    this.#connectionOptions = connectionOptions;
    this.socket._read = () => {
      this.#passthroughSocket?.resume();
    };
    this.#realWriteGeneric = this.socket._writeGeneric;
    this.#bufferedWrites = [];
    this.socket._writeGeneric = (...args) => {
      this.#handleWrite(args);
    };
    const realEmit = this.socket.emit;
    this.socket.emit = (event, ...args) => {
      if (this.#suppressedNotifications.has(event)) return true;
      return realEmit.apply(this.socket, [event, ...args]);
    };
    this.socket.connect = new Proxy(this.socket.connect, { apply: (target, thisArg, args) => {
      if (args[0] != null && typeof args[0] === "object" && (args[0].localAddress != null || args[0].localPort != null)) args[0] = {
        ...args[0],
        localAddress: void 0,
        localPort: void 0
      };
      return Reflect.apply(target, thisArg, args);
    } });
    socket.on("free", () => {
      this.reset();
    }).on("close", () => {
      this.#clientCloseEmitted = true;
      this.#passthroughSocket?.destroy();
      this.#passthroughSocket = null;
      this.#bufferedWrites = [];
      this.#mockConnectedCallbacks = [];
    });
    this.serverSocket = toServerSocket(this.socket);
    this.pendingConnection = withResolvers();
    this.#reset();
  }
  /**
  * Reset this controller to the pending state so the next exchange
  * on this socket can be handled anew. This is meant for kept-alive
  * sockets that are reused for multiple exchanges by clients that
  * don't emit the "free" event on the socket (e.g. Undici).
  */
  reset() {
    if (this.readyState === SocketController.PENDING) return;
    this.#reset();
  }
  /**
  * Retarget this connection: the exchanges that follow belong to the
  * given target (e.g. the authority of an established "CONNECT"
  * tunnel) and are handled anew. An unclaimed exchange then passes
  * through to that target instead of the originally dialed one, and
  * a claimed exchange reports it as the peer.
  */
  retarget(connectionOptions) {
    this.#retargetedConnectionOptions = connectionOptions;
    this.#connectionOptions = connectionOptions;
    if (this.readyState !== SocketController.PASSTHROUGH && this.#passthroughSocket) {
      this.#removePassthroughSocketListeners?.();
      this.#passthroughSocket.destroy();
      this.#passthroughSocket = null;
      this.#realHandleSwapped = false;
    }
    this.reset();
  }
  /**
  * The options of the connection this socket currently represents
  * (the retargeted ones once retargeted, see `retarget()`).
  */
  get connectionOptions() {
    return this.#connectionOptions;
  }
  /**
  * Create the transport for a protocol layered over this socket
  * (e.g. "tls.connect({ socket })"). A connection passed through to
  * its target carries the layered protocol as-is (e.g. a tunnel
  * established by a real proxy). Otherwise, the target is dialed
  * directly: no real connection to it exists (e.g. a tunnel this
  * interceptor established).
  */
  createTransport() {
    if (this.#passthroughSocket && !this.#passthroughSocket.destroyed) return this.#passthroughSocket;
    return this.#createDirectConnection(this.#connectionOptions);
  }
  /**
  * Schedule a reset of this controller to happen right before the
  * next client write. The consumer signals the boundary of the
  * current exchange (e.g. an HTTP message boundary) the moment it is
  * parsed — mid-delivery of the exchange's final chunk — when an
  * immediate reset would discard that chunk. Deferring the reset to
  * the next write lets the current exchange settle as-is while the
  * next exchange's first write already buffers for a new verdict
  * (instead of following the previous one, e.g. leaking to the
  * passthrough connection).
  */
  #reset() {
    this.readyState = SocketController.PENDING;
    this.pendingConnection = withResolvers();
    this.#bufferedWrites = [];
    this.#mockConnectedCallbacks = [];
    this.#connectEmulated = false;
    this.socket._pendingData = null;
    this.socket._pendingEncoding = "";
    const wrapHandle = (handle) => {
      this.pendingConnection.promise.then(() => {
        process.nextTick(() => {
          this.emulateConnectIfIdle();
        });
      });
      if (handle.setTypeOfService) handle.setTypeOfService = void 0;
      handle.connect = handle.connect6 = (request) => {
        this.pendingConnection.resolve([request, handle]);
      };
      handle.readStart = () => 0;
      handle.readStop = () => 0;
    };
    if (this.socket._handle) wrapHandle(this.socket._handle);
    else this.socket.prependOnceListener("connectionAttempt", () => {
      wrapHandle(this.socket._handle);
    });
  }
  /**
  * Handle a write performed on the client socket. Installed once as
  * "_writeGeneric", this is the single write path for every controller
  * state, dispatching on "readyState".
  */
  #handleWrite(args) {
    const data = args[1];
    const encoding = args[2];
    this.#bufferedWrites.push(args);
    if (this.readyState === SocketController.PENDING) {
      const pendingData = Array.isArray(this.socket._pendingData) ? this.socket._pendingData : [];
      unwrapPendingData(data, encoding, (chunk, chunkEncoding) => {
        pendingData.push({
          chunk,
          encoding: chunkEncoding
        });
      });
      this.socket._pendingData = pendingData;
      if (this.socket.listenerCount("internal:write") === 0) {
        process.nextTick(() => {
          this.#push(data, encoding);
        });
      } else this.#push(data, encoding);
    } else this.#push(data, encoding);
    switch (this.readyState) {
      case SocketController.PENDING:
        if (!this.#bufferedWrites.includes(args)) this.#bufferedWrites.push(args);
        this.#acknowledgeWrite(args);
        return;
      case SocketController.CLAIMED:
        this.#removeBufferedWrite(args);
        this.#acknowledgeWrite(args);
        return;
      case SocketController.PASSTHROUGH:
        if (!this.#removeBufferedWrite(args)) return;
        if (this.#passthroughSocket && (!this.#realHandleSwapped || this.#passthroughSocket.writableLength > 0)) {
          writePendingData(this.#passthroughSocket, data, args[2], args[3]);
          return;
        }
        this.#realWriteGeneric.apply(this.socket, args);
    }
  }
  /**
  * Complete the given write by invoking its callback. The callback is
  * then removed from the write entry so flushing that entry later
  * (e.g. on passthrough) does not invoke it twice.
  */
  #acknowledgeWrite(args) {
    const callback = args[3];
    if (typeof callback === "function") {
      callback();
      args[3] = void 0;
    }
  }
  #removeBufferedWrite(args) {
    const index = this.#bufferedWrites.indexOf(args);
    if (index === -1) return false;
    this.#bufferedWrites.splice(index, 1);
    return true;
  }
  /**
  * Emulate the connection notification if the socket is still
  * pending after its connection request, has no writes buffered,
  * and its client appears to wait for that notification.
  * @note A destroyed socket never connects: Node.js ignores the
  * completed connection request of a destroyed socket, emitting
  * nothing on it ("afterConnect"). The client may have destroyed
  * it since its connection request (e.g. an aborted request).
  */
  emulateConnectIfIdle() {
    if (!this.socket.destroyed && this.readyState === SocketController.PENDING && this.#bufferedWrites.length === 0 && this.isAwaitingConnect()) {
      this.emulateConnect();
    }
  }
  /**
  * Whether the client appears to wait for the connection
  * notification before writing (e.g. Undici).
  */
  isAwaitingConnect() {
    return this.socket.connecting && this.socket.listenerCount("connect") > 0;
  }
  emulateConnect() {
    this.#connectEmulated = this.socket.connecting;
    Reflect.set(this.socket, "connecting", false);
    for (const listener of this.socket.rawListeners("connect")) listener.apply(this.socket);
  }
  /**
  * Invoke the callback once this claimed socket is connected: upon
  * the mocked connection completing, or right away for a socket
  * that is already connected (e.g. a kept-alive socket reused for
  * the next exchange, a TLS socket over a connected transport).
  */
  whenConnected(callback) {
    if (this.#connectEmulated) {
      this.#mockConnectedCallbacks.push(callback);
      return;
    }
    if (this.socket.connecting) {
      this.socket.once("connect", callback);
      return;
    }
    callback();
  }
  /**
  * Run the given callback with the given connection notification
  * suppressed: the client was notified ahead of time (see
  * "emulateConnect"), and the notification Node.js emits for the
  * established connection completes that one instead of repeating it
  * (e.g. a client sending its protocol handshake from a persistent
  * listener must not send it twice).
  */
  withSuppressedNotification(event, callback) {
    this.#suppressedNotifications.add(event);
    try {
      callback();
    } finally {
      this.#suppressedNotifications.delete(event);
    }
  }
  /**
  * Push the given data to the server socket.
  * This has no effect on the public-facing socket and is used
  * only for the interceptors to subscribe to "socket.on('data')"
  * before the data is actually written anywhere.
  */
  #push = (data, encoding) => {
    if (data == null) return;
    unwrapPendingData(data, encoding, (chunk, chunkEncoding) => {
      this.socket.emit("internal:write", chunk, chunkEncoding);
    });
  };
  #onRealSocketConnect = () => {
    if (!this.#passthroughSocket) return;
    if (this.socket.destroyed) {
      this.#passthroughSocket.destroy();
      return;
    }
    this.#swapRealHandle(this.#passthroughSocket);
    if (!this.#connectEmulated) this.socket.emit("connect");
    this.socket.emit("ready");
  };
  /**
  * Take over the handle of the given real (passthrough) connection
  * so the client socket carries its traffic natively from now on.
  */
  #swapRealHandle(realSocket) {
    this.#forwardSocketOptions(realSocket);
    const replacedHandle = this.socket._handle;
    const wasUnrefed = replacedHandle != null && typeof replacedHandle.hasRef === "function" && !replacedHandle.hasRef();
    this.socket._handle = realSocket._handle;
    this.#realHandleSwapped = true;
    if (wasUnrefed) this.socket._handle.unref?.();
    if (replacedHandle != null) {
      replacedHandle.close();
      replacedHandle._parent?.close();
    }
    Reflect.set(this.socket, "connecting", false);
    this.socket.remoteAddress;
  }
  /**
  * Apply the "setNoDelay()" and "setKeepAlive()" state of the client
  * socket to the given real socket. Node.js keeps that state under
  * internal symbols (set by the methods and by the "noDelay"/"keepAlive"
  * connection options alike) and applies it to the client's own handle,
  * which the real connection does not share.
  */
  #forwardSocketOptions(realSocket) {
    const noDelay = getValueBySymbol("kSetNoDelay", this.socket);
    const keepAlive = getValueBySymbol("kSetKeepAlive", this.socket);
    const keepAliveInitialDelay = getValueBySymbol("kSetKeepAliveInitialDelay", this.socket);
    realSocket.setNoDelay(noDelay ?? false);
    realSocket.setKeepAlive(keepAlive ?? false, (keepAliveInitialDelay ?? 0) * 1e3);
  }
  #onRealSocketConnectionAttemptFailed = (address, port, family, error) => {
    this.socket.emit("connectionAttemptFailed", address, port, family, error);
  };
  #onRealSocketConnectionAttemptTimeout = (address, port, family) => {
    this.socket.emit("connectionAttemptTimeout", address, port, family);
  };
  #onRealSocketData = (data) => {
    this.socket._unrefTimer();
    if (!this.socket.push(data)) {
      this.#passthroughSocket?.pause();
    }
  };
  #onRealSocketError = (error) => {
    if (this.socket.destroyed) {
      return;
    }
    this.socket.destroy(error);
    if (this.#realHandleSwapped) process.nextTick(() => this.socket.emit("close", true));
  };
  #onRealSocketEnd = () => {
    this.socket._unrefTimer();
    this.#clientEndPushed = true;
    this.socket.push(null);
  };
  #onRealSocketClose = (hadError) => {
    if (this.#realHandleSwapped && this.socket._handle) this.socket._handle.shutdown = () => 1;
    if (this.#clientCloseEmitted) return;
    if (this.socket.destroyed && !this.#realHandleSwapped) return;
    this.#emitClientClose(hadError);
  };
  /**
  * Emit the "close" event on the client socket, honoring the order
  * of the socket teardown events.
  * @note The client may be paused with the received data (and the
  * end-of-stream) still buffered. Node.js never emits "close" before
  * "end" on a gracefully closed connection: the teardown waits until
  * the consumer reads the buffered data.
  */
  #emitClientClose(hadError) {
    if (this.#clientCloseEmitted) return;
    if (this.#clientEndPushed && !this.socket.readableEnded && !this.socket.destroyed) {
      let closeDelivered = false;
      const deliverClose = (hadErrorOverride) => {
        if (closeDelivered) return;
        closeDelivered = true;
        process.nextTick(() => {
          this.#emitClientClose(hadErrorOverride ?? hadError);
        });
      };
      this.socket.once("end", () => {
        deliverClose();
      });
      const realDestroy = this.socket._destroy;
      this.socket._destroy = (error, callback) => {
        deliverClose(error != null);
        return realDestroy.call(this.socket, error, callback);
      };
      return;
    }
    this.socket.destroy();
    if (this.#realHandleSwapped) this.socket.emit("close", hadError);
  }
  #onMockSocketDrain = () => {
    this.#passthroughSocket?.resume();
  };
  /**
  * Forward the client's half-close to the passthrough socket.
  * The client's writable side may finish before the real handle is
  * swapped in ("_final" of a connected client runs against the mock
  * handle), leaving the FIN unsent. Once the handle is swapped, the
  * client's own shutdown reaches the real connection natively.
  */
  #forwardClientFinish = () => {
    if (!this.#realHandleSwapped) this.#passthroughSocket?.end();
  };
  /**
  * Suspend forwarding of the passthrough socket events ("data", "end", "close")
  * to the client socket. The events are buffered in order until `uncorkReads()`
  * is called. This allows the consumer to delay the delivery of the original
  * response to the client (e.g. until its own asynchronous logic settles).
  *
  * @note Pausing the client socket is not enough to delay the delivery.
  * Consumers like Undici read the pushed data from a paused socket
  * directly via `socket.read()`, which is unaffected by `socket.pause()`.
  */
  /**
  * Resume forwarding of the passthrough socket events to the client socket,
  * replaying any events buffered while the reads were corked.
  */
  claim() {
    super.claim();
    if (this.socket.destroyed) {
      return;
    }
    if (!this.socket.connecting && !this.#connectEmulated) {
      return;
    }
    this.socket._handle.getsockname = (addressInfo) => {
      Object.assign(addressInfo, getLocalAddressInfoByConnectionOptions(this.#connectionOptions));
      return 0;
    };
    this.socket._handle.getpeername = (addressInfo) => {
      Object.assign(addressInfo, getAddressInfoByConnectionOptions(this.#connectionOptions));
      return 0;
    };
    this.#bufferedWrites = [];
    this.socket._pendingData = null;
    this.socket._pendingEncoding = "";
    this.pendingConnection.promise.then(([request, handle]) => {
      if (this.#connectEmulated) Reflect.set(this.socket, "connecting", true);
      if (this.#connectEmulated) this.withSuppressedNotification("connect", () => {
        request.oncomplete(0, handle, request, true, true);
      });
      else request.oncomplete(0, handle, request, true, true);
      for (const callback of this.#mockConnectedCallbacks.splice(0)) callback();
    });
  }
  passthrough(flushPendingData) {
    super.passthrough();
    const createRealSocket = () => {
      const realSocket2 = this.#retargetedConnectionOptions ? this.#createDirectConnection(this.#retargetedConnectionOptions) : this.createConnection();
      realSocket2[kPatched] = true;
      realSocket2.allowHalfOpen = true;
      if (this.socket.timeout != null) realSocket2.setTimeout(this.socket.timeout);
      this.#forwardSocketOptions(realSocket2);
      return realSocket2;
    };
    const realSocket = this.#passthroughSocket && !this.#passthroughSocket.destroyed ? this.#passthroughSocket : createRealSocket();
    const isNewConnection = realSocket !== this.#passthroughSocket;
    this.#passthroughSocket = realSocket;
    if (this.#bufferedWrites.length === 0) ;
    for (let i = 0; i < this.#bufferedWrites.length; i++) {
      const pendingWrite = this.#bufferedWrites[i];
      if (i === 0 && typeof flushPendingData === "function") {
        const data2 = pendingWrite[1];
        const encoding2 = pendingWrite[2];
        flushPendingData(data2, encoding2, (nextData) => {
          pendingWrite[1] = nextData;
        });
      }
      const [, data, encoding, callback] = pendingWrite;
      writePendingData(realSocket, data, encoding, callback);
    }
    this.#bufferedWrites = [];
    this.socket._pendingData = null;
    this.socket._pendingEncoding = "";
    this.socket.address = realSocket.address.bind(realSocket);
    this.socket.removeListener("drain", this.#onMockSocketDrain);
    this.socket.on("drain", this.#onMockSocketDrain);
    if (isNewConnection) {
      this.#removePassthroughSocketListeners = this.addPassthroughSocketListeners(realSocket);
      realSocket.once("close", this.#removePassthroughSocketListeners);
      if (!realSocket.connecting) this.#swapRealHandle(realSocket);
    }
    if (!this.#realHandleSwapped) {
      if (this.socket.writableFinished) this.#forwardClientFinish();
      else {
        this.socket.removeListener("finish", this.#forwardClientFinish);
        this.socket.once("finish", this.#forwardClientFinish);
      }
    }
    return realSocket;
  }
  /**
  * Forward events for the lifetime of the connection, including while
  * it is idle in an agent pool. Reusing it must not add more listeners.
  */
  addPassthroughSocketListeners(realSocket) {
    realSocket.once("connect", this.#onRealSocketConnect).on("connectionAttemptFailed", this.#onRealSocketConnectionAttemptFailed).on("connectionAttemptTimeout", this.#onRealSocketConnectionAttemptTimeout).on("data", this.#onRealSocketData).on("error", this.#onRealSocketError).on("end", this.#onRealSocketEnd).on("close", this.#onRealSocketClose);
    return () => {
      realSocket.removeListener("connect", this.#onRealSocketConnect).removeListener("connectionAttemptFailed", this.#onRealSocketConnectionAttemptFailed).removeListener("connectionAttemptTimeout", this.#onRealSocketConnectionAttemptTimeout).removeListener("data", this.#onRealSocketData).removeListener("error", this.#onRealSocketError).removeListener("end", this.#onRealSocketEnd).removeListener("close", this.#onRealSocketClose);
    };
  }
  /**
  * Dial the given target directly, bypassing the original
  * `createConnection`, which dials the originally requested target
  * (e.g. the proxy of a retargeted connection, see `retarget()`).
  */
  #createDirectConnection(connectionOptions) {
    const realSocket = new net.Socket();
    realSocket[kPatched] = true;
    return realSocket.connect(connectionOptions);
  }
};
var TlsSocketController = class extends TcpSocketController {
  /**
  * @note The TLS connection options must be provided explicitly.
  * They cannot be captured from "socket.connect()" like for plain
  * TCP sockets because "tls.connect()" fixes them at the TLS socket
  * construction, before its transport ever connects.
  */
  #tlsConnectionOptions;
  #secureConnectEmulated = false;
  constructor(socket, createConnection, tlsConnectionOptions) {
    super(socket, createConnection, tlsConnectionOptions);
    this.socket = socket;
    this.createConnection = createConnection;
    this.#tlsConnectionOptions = tlsConnectionOptions;
    if (!socket.connecting) setImmediate(() => {
      this.emulateConnectIfIdle();
    });
  }
  emulateConnect() {
    const alpnProtocol = this.socket._handle.getALPNNegotiatedProtocol();
    this.#tlsConnectionOptions.ALPNProtocols = alpnProtocol ? [alpnProtocol] : [];
    super.emulateConnect();
    if (this.socket.destroyed) return;
    this.#secureConnectEmulated = true;
    for (const listener of this.socket.rawListeners("secureConnect")) listener.apply(this.socket);
  }
  isAwaitingConnect() {
    if (!this.socket.connecting) return !this.#secureConnectEmulated && this.socket.secureConnecting && this.socket.listenerCount("secureConnect") > 0;
    return super.isAwaitingConnect() || this.socket.listenerCount("secureConnect") > 0;
  }
  claim() {
    if (this.socket.destroyed) {
      super.claim();
      return;
    }
    const markUnauthorized = () => {
      Reflect.set(this.socket, "authorized", false);
      Reflect.set(this.socket, "authorizationError", "MOCKED_CONNECTION_NOT_VERIFIED");
    };
    const handle = this.socket._handle;
    handle.start = () => void 0;
    handle.verifyError = () => void 0;
    handle.getSession = () => {
      return Buffer.from("mocked session");
    };
    const realTlsConnectOptions = getTlsConnectOptions(this.socket);
    if (realTlsConnectOptions) realTlsConnectOptions.checkServerIdentity = () => {
    };
    handle.getCipher = () => {
      return {
        name: "TLS_AES_256_GCM_SHA384",
        standardName: "TLS_AES_256_GCM_SHA384",
        version: "TLSv1.3"
      };
    };
    handle.getEphemeralKeyInfo = () => {
      return {
        type: "ECDH",
        name: "X25519",
        size: 253
      };
    };
    const requestedAlpnProtocols = this.#tlsConnectionOptions.ALPNProtocols;
    if (Array.isArray(requestedAlpnProtocols) && requestedAlpnProtocols.length > 0) {
      const [preferredProtocol] = requestedAlpnProtocols;
      handle.getALPNNegotiatedProtocol = () => {
        return typeof preferredProtocol === "string" ? preferredProtocol : false;
      };
    }
    const emulateHandshake = () => {
      const mockedClientRandom = "0".repeat(64);
      const mockedSecret = "0".repeat(96);
      for (const keylogLabel of [
        "SERVER_HANDSHAKE_TRAFFIC_SECRET",
        "EXPORTER_SECRET",
        "SERVER_TRAFFIC_SECRET_0",
        "CLIENT_HANDSHAKE_TRAFFIC_SECRET",
        "CLIENT_TRAFFIC_SECRET_0"
      ]) this.socket.emit("keylog", Buffer.from(`${keylogLabel} ${mockedClientRandom} ${mockedSecret}
`));
      if (this.#secureConnectEmulated) {
        this.withSuppressedNotification("secureConnect", () => {
          handle.onhandshakedone();
        });
        markUnauthorized();
      } else {
        this.socket.prependOnceListener("secureConnect", markUnauthorized);
        handle.onhandshakedone();
      }
      handle.onnewsession(1, Buffer.from("mocked session"));
      handle.onnewsession(2, Buffer.from("mocked session"));
    };
    super.claim();
    if (this.socket.secureConnecting) this.whenConnected(emulateHandshake);
  }
  passthrough(flushPendingData) {
    return super.passthrough(flushPendingData);
  }
  #onRealSocketSecure = () => {
    this.socket.alpnProtocol = this.socket._handle.getALPNNegotiatedProtocol();
    if (this.#secureConnectEmulated) this.withSuppressedNotification("secureConnect", () => {
      this.socket.emit("secure");
    });
    else this.socket.emit("secure");
  };
  #onRealSocketSession = (session) => {
    this.socket.emit("session", session);
  };
  #onRealSocketKeylog = (line) => {
    this.socket.emit("keylog", line);
  };
  #onRealSocketOCSPResponse = (response) => {
    this.socket.emit("OCSPResponse", response);
  };
  addPassthroughSocketListeners(realSocket) {
    const removeTcpSocketListeners = super.addPassthroughSocketListeners(realSocket);
    realSocket.on("secure", this.#onRealSocketSecure).on("session", this.#onRealSocketSession).on("keylog", this.#onRealSocketKeylog).on("OCSPResponse", this.#onRealSocketOCSPResponse);
    return () => {
      removeTcpSocketListeners();
      realSocket.removeListener("secure", this.#onRealSocketSecure).removeListener("session", this.#onRealSocketSession).removeListener("keylog", this.#onRealSocketKeylog).removeListener("OCSPResponse", this.#onRealSocketOCSPResponse);
    };
  }
};
function normalizeTlsConnectArgs(args) {
  const netConnectArgs = normalizeNetConnectArgs(args);
  const options = netConnectArgs[0];
  const callback = netConnectArgs[1];
  if (args[0] !== null && typeof args[0] === "object") Object.assign(options, args[0]);
  else if (args[1] !== null && typeof args[1] === "object") Object.assign(options, args[1]);
  else if (args[2] !== null && typeof args[2] === "object") Object.assign(options, args[2]);
  return callback ? [options, callback] : [options];
}
globalThis.__MSW_INTERNAL_CONNECTION_CONTEXT ??= (() => {
  const context = new AsyncLocalStorage();
  return {
    run(callback) {
      return context.run({ consumed: false }, callback);
    },
    consume() {
      const connection = context.getStore();
      if (!connection || connection.consumed) return false;
      connection.consumed = true;
      return true;
    }
  };
})();
var SocketConnectionEvent = class extends TypedEvent {
  constructor(data) {
    super(...["connection", {}]);
    this.socket = data.socket;
    this.connectionOptions = data.connectionOptions;
    this.controller = data.controller;
  }
};
var mockLookup = (hostname, dnsOptions, callback) => {
  const family = dnsOptions.family === 6 ? 6 : 4;
  const address = family === 6 ? "::1" : "127.0.0.1";
  process.nextTick(() => {
    if (dnsOptions.all) {
      callback(null, [{
        address,
        family
      }]);
      return;
    }
    callback(null, address, family);
  });
};
var SocketInterceptor = class extends Interceptor {
  static {
    this.symbol = /* @__PURE__ */ Symbol.for("socket-interceptor");
  }
  predicate() {
    return true;
  }
  setup() {
    const interceptor = this;
    const socketControllers = /* @__PURE__ */ new WeakMap();
    const layeredTransports = /* @__PURE__ */ new WeakMap();
    const interceptConnection = (socket, controller, connectionOptions) => {
      socketControllers.set(socket, controller);
      process.nextTick(async () => {
        if (socket.destroyed) return;
        if (interceptor.listenerCount("connection") === 0) {
          controller.passthrough();
          return;
        }
        try {
          await interceptor.emitter.emitAsPromise(new SocketConnectionEvent({
            socket: controller.serverSocket,
            controller,
            connectionOptions
          }));
        } catch (error) {
          socket.destroy(error);
          return;
        }
      });
    };
    this.subscriptions.push(
      /**
      * @note Intercept connections at the "net.Socket.prototype.connect"
      * level instead of patching the "net.connect()" module function.
      * ESM consumers snapshot the module bindings at import time
      * ("import * as net from 'node:net'"), so reassigning "net.connect"
      * is invisible to them. Every client connection ends up calling
      * "Socket.prototype.connect" (including the one made by the original
      * "net.connect()"), and prototype mutations are visible regardless
      * of how the module was imported.
      */
      patchesRegistry.applyPatch(net.Socket.prototype, "connect", (realSocketConnect) => {
        return function connect(...args) {
          const socket = this;
          if (socket[kPatched]) return realSocketConnect.apply(socket, args);
          if (globalThis.__MSW_INTERNAL_CONNECTION_CONTEXT?.consume()) {
            socket[kPatched] = true;
            return realSocketConnect.apply(socket, args);
          }
          const connectArgs = Array.isArray(args[0]) ? args[0] : args;
          const [transportConnectionOptions, connectionCallback] = normalizeNetConnectArgs(connectArgs);
          let controller;
          let connectionOptions;
          if (socket instanceof tls.TLSSocket) {
            const realTlsConnectionOptions = getTlsConnectOptions(socket);
            const [tlsConnectionOptions] = normalizeTlsConnectArgs([{
              ...transportConnectionOptions,
              ...realTlsConnectionOptions
            }]);
            connectionOptions = tlsConnectionOptions;
            controller = new TlsSocketController(socket, () => {
              return runAsInternalConnection(() => {
                return tls.connect(tlsConnectionOptions);
              });
            }, tlsConnectionOptions);
          } else {
            const passthroughArgs = connectArgs.filter((arg) => {
              return typeof arg !== "function";
            });
            const socketOptions = connectArgs[0] !== null && typeof connectArgs[0] === "object" && !("href" in connectArgs[0]) ? connectArgs[0] : {};
            connectionOptions = transportConnectionOptions;
            controller = new TcpSocketController(socket, () => {
              const passthroughSocket = new net.Socket(socketOptions);
              Reflect.apply(realSocketConnect, passthroughSocket, passthroughArgs);
              return passthroughSocket;
            }, transportConnectionOptions);
          }
          interceptConnection(socket, controller, connectionOptions);
          const mockConnectionOptions = { ...transportConnectionOptions };
          mockConnectionOptions.lookup = mockLookup;
          const mockConnectionCallback = connectionCallback === socket._start ? void 0 : connectionCallback;
          try {
            return socket.connect(mockConnectionOptions, mockConnectionCallback ?? void 0);
          } catch (error) {
            socket.destroy();
            throw error;
          }
        };
      }),
      /**
      * @note "tls.connect({ socket })" layers TLS over a caller-provided
      * transport instead of connecting a transport of its own, so its
      * TLS socket never reaches the "connect" patch above. Give the TLS
      * layer of such a socket a fresh handle, like "tls.connect()" does
      * for the TLS sockets it creates itself, instead of the transport's:
      * the handshake must not run natively over an intercepted transport
      * (e.g. a never-connected mocked tunnel).
      */
      patchesRegistry.applyPatch(tls.TLSSocket.prototype, "_wrapHandle", (realWrapHandle) => {
        return function _wrapHandle(wrap, handle, wrapHasActiveWriteFromPrevOwner) {
          const transportController = wrap ? socketControllers.get(wrap) : void 0;
          const isInternalConnection = wrap != null && globalThis.__MSW_INTERNAL_CONNECTION_CONTEXT?.consume();
          if (!transportController || isInternalConnection) return realWrapHandle.call(this, wrap, handle, wrapHasActiveWriteFromPrevOwner);
          layeredTransports.set(this, transportController);
          return realWrapHandle.call(this, wrap, void 0, false);
        };
      }),
      /**
      * @note "tls.connect({ socket })" starts the handshake right after
      * constructing the TLS socket with its connection options set.
      * Intercept the connection at that point. The handshake itself
      * must not start over the fresh handle: a claimed connection
      * emulates it, a passed-through one performs it on the real
      * connection whose handle the socket inherits.
      */
      patchesRegistry.applyPatch(tls.TLSSocket.prototype, "_start", (realStart) => {
        return function _start() {
          const socket = this;
          const transportController = layeredTransports.get(socket);
          if (!transportController) return realStart.call(socket);
          if (socketControllers.has(socket)) return;
          const [tlsConnectionOptions] = normalizeTlsConnectArgs([{
            ...transportController.connectionOptions,
            ...getTlsConnectOptions(socket)
          }]);
          delete tlsConnectionOptions.socket;
          const controller = new TlsSocketController(socket, () => {
            return runAsInternalConnection(() => {
              return tls.connect({
                ...tlsConnectionOptions,
                socket: transportController.createTransport()
              });
            });
          }, tlsConnectionOptions);
          interceptConnection(socket, controller, tlsConnectionOptions);
        };
      }),
      this.#stopReusingUnpatchedSockets()
    );
  }
  /**
  * Prevent the `net.Socket` instances created before this interceptor
  * was applied from getting reused by an `Agent`. Purging them from the
  * keep-alive pool forces the agent to establish new (intercepted)
  * connections instead.
  */
  #stopReusingUnpatchedSockets() {
    if (typeof http.Agent.prototype.addRequest !== "function") return () => {
    };
    return patchesRegistry.applyPatch(http.Agent.prototype, "addRequest", (realAddRequest) => {
      return function(...args) {
        for (const sockets of Object.values(this.freeSockets)) {
          if (sockets == null) continue;
          for (const socket of sockets) if (!socket[kPatched]) socket.destroy();
        }
        return realAddRequest?.apply(this, args);
      };
    });
  }
};
export {
  SocketInterceptor
};
