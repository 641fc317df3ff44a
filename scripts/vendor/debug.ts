/** In the place of the package `debug`: NODE_DEBUG=interceptors:socket instead of DEBUG=interceptors:socket. */
export { debuglog as default } from 'node:util';
