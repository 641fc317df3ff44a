import { executionAsyncId, executionAsyncResource } from 'node:async_hooks';

/*
 * Files that native code reads for a blob or for a stream of HTTP/2. async_hooks shows such reads as requests of files, and tells
 * of no callback: to be awaited like those, they would be awaited for ever. What they look like differs between versions of Node.
 */

/** What brings a file to a stream of HTTP/2, and begins each read in the callback for the one before it. */
const isPipe = (resource: object): boolean => 'unpipe' in resource;

/** Reads by native code use what another one has left, which async_hooks shows as an object of no class. */
const isOfNoClass = (resource: object): boolean => Object.getPrototypeOf(resource) === Object.prototype;

/** Tells reads by native code, which nobody calls back for, from requests of files that are made in JavaScript. */
export class FileReads {
  /** The first read of all is told by the file alone. */
  #latestFile: number | undefined;

  opened(file: number): void {
    this.#latestFile = file;
  }

  /** Whose callback is the end of a request; of a read for a blob nobody's, for the blob is followed by itself. */
  heardBy(id: number, trigger: number, resource: object): number | undefined {
    if (isPipe(executionAsyncResource())) return executionAsyncId();
    return trigger === this.#latestFile || isOfNoClass(resource) ? undefined : id;
  }
}
