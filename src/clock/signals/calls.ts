/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import process from 'node:process';
import { isLoaded, prototypeWith } from '../http2-internals.ts';
import { replaceMethod, type Undo, undoAll } from '../patches/patch.ts';
import { noteBeginning } from './beginnings.ts';

/** What lives long and is called for each of its jobs, as async_hooks names it, and calls back once the job is done. */
const callees: ReadonlyMap<string, { readonly method: string; readonly what: string }> = new Map([
  ['ZLIB', { method: 'write', what: 'zlib stream' }],
  ['BLOBREADER', { method: 'pull', what: 'blob that is read' }],
]);

/** Their native halves, by the prototypes that the methods come from: they stay the same as long as Node runs. */
const owners = new Map<object, string>();

interface Callee {
  /** Readers of blobs have none. */
  getAsyncId?(): number;
}

/** Those of readers, from where they were made. */
const numbers = new WeakMap<object, number>();

export interface Calls {
  /** To be told of all that is made. */
  meet(type: string, resource: object, id?: number): void;
  /** True when the one of this number had a job. */
  handBack(id: number): boolean;
  /** What is at work, once for each job. */
  list(): readonly string[];
  readonly size: number;
  stop: Undo;
}

/** Counts what long-lived native things are called for against what they call back, also of those that were there before. */
export const watchCalls = (): Calls => {
  const jobs = new Map<number, string[]>();
  const watch = (owner: object, type: string): Undo => {
    const { method = '', what = '' } = callees.get(type) ?? {};
    return replaceMethod<Callee>(owner, method, (callee, _args, go) => {
      noteBeginning();
      const id = callee.getAsyncId?.() ?? numbers.get(callee);
      if (id !== undefined) jobs.set(id, [...(jobs.get(id) ?? []), what]);
      return go();
    });
  };
  const undos = [...owners].map(([owner, type]) => watch(owner, type));
  const meet: Calls['meet'] = (type, resource, id) => {
    const callee = callees.get(type);
    const owner = callee && prototypeWith(resource, callee.method);
    if (owner === undefined) return;
    if (id !== undefined) numbers.set(resource, id);
    if (owners.has(owner)) return;
    owners.set(owner, type);
    undos.push(watch(owner, type));
  };
  // A stream that was made before anybody looked is met when it is written to. Where there is no module yet, there is none.
  const { Gzip } = isLoaded('zlib') ? process.getBuiltinModule('node:zlib') : {};
  const streams = Gzip && prototypeWith(Gzip.prototype, '_transform');
  if (streams !== undefined) {
    const met = replaceMethod<{ readonly _handle?: object | null }>(streams, '_transform', (stream, _args, go) => {
      if (stream._handle != null) meet('ZLIB', stream._handle);
      return go();
    });
    undos.push(met);
  }
  return {
    meet,
    handBack: (id) => {
      const left = jobs.get(id);
      if (left === undefined) return false;
      left.pop();
      if (left.length === 0) jobs.delete(id);
      return true;
    },
    list: () => [...jobs.values()].flat(),
    get size() {
      return jobs.size;
    },
    stop: () => undoAll(undos),
  };
};
