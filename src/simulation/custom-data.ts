import { accessSync, constants, statSync, type Stats } from 'node:fs';
import { extname, resolve } from 'node:path';
import { type Data, draft, type OwnFile } from '../core/records/data.ts';
import { refuse } from '../misuse.ts';
import type { CustomerRow } from '../language/ast.ts';
import { show } from '../language/show.ts';
import { limits } from '../spec/limits.ts';

/** A customer's data in one scope. */
export interface CustomerChoice extends CustomerRow {
  /**
   * Paths of files of your own, relative to the working directory: each is the data file of one record, whatever it
   * holds, and is read while it is downloaded. In place of `records`; at most 2 GB each. (Limits, interface C)
   */
  readonly files?: readonly string[];
  /**
   * So many customers like this one, `<id>-1`, `<id>-2` and so on; `customer-1` where there is no id. With `consent: false` a
   * million of them are there at once, and each gets tokens when `authorize` is called for it.
   */
  readonly count?: number;
}

/** How many customers a row stands for. */
export const checkCount = (count: number, place: string): number => {
  if (Number.isInteger(count) && count >= 1 && count <= mostAlike) return count;
  const what = `"count" is ${show(count)}`;
  throw refuse(place, what, `write a whole number from 1 to ${mostAlike.toLocaleString('en')}`);
};

const mostAlike = 10_000_000;

/** By the end of a file's name; JSON is what the service sends. (What the service does, interface C) */
const contentTypes: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.jsonl': 'application/x-ndjson',
  '.ndjson': 'application/x-ndjson',
  '.csv': 'text/csv',
  '.tsv': 'text/tab-separated-values',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.gz': 'application/gzip',
  '.parquet': 'application/vnd.apache.parquet',
};

/** A generated record never takes more than this, however long its customer's id and its scope. */
const roomForRecord = 2000;

/** What the data files hold, of a row that has been checked; undefined where records are generated as they are. */
export const readData = (row: CustomerRow, files: unknown, place: string): Data | undefined => {
  const { records, fileSize, schema } = row;
  if (files !== undefined) {
    return { kind: 'files', files: readFiles(files, `${place}, files`), schema: JSON.stringify(schema ?? anything) };
  }
  if (typeof records === 'object') {
    const texts = records.map((record) => JSON.stringify(record));
    return { kind: 'own', texts, schema: JSON.stringify(schema ?? anyObject) };
  }
  if (fileSize === undefined) return undefined;
  if (fileSize >= roomForRecord) return { kind: 'padded', bytes: fileSize };
  const what = `a generated record does not always fit into ${fileSize} bytes`;
  throw refuse(`${place}, fileSize`, what, `write ${roomForRecord} or more`);
};

const anything = { $schema: draft } as const;
const anyObject = { ...anything, type: 'object' } as const;

const readFiles = (paths: unknown, place: string): readonly OwnFile[] => {
  if (Array.isArray(paths) && paths.length > 0) return paths.map((path) => readFile(path, place));
  throw refuse(place, 'not a list of paths', 'write ["./orders.json"], at least one');
};

const readFile = (path: unknown, place: string): OwnFile => {
  if (typeof path !== 'string' || path === '') {
    throw refuse(place, `${show(path)} is not a path`, 'write its path');
  }
  const absolute = resolve(path);
  const found = lookAt(absolute);
  if (found === undefined)
    throw refuse(place, `"${path}" cannot be read`, `is it there, for whoever runs the tests? ${absolute}`);
  if (found.isDirectory()) throw refuse(place, `"${path}" is a directory`, 'name the files in it, one for each record');
  if (!found.isFile())
    throw refuse(place, `"${path}" is no ordinary file`, 'name a file whose size is known beforehand');
  const most = limits.downloadSize.bytes;
  if (found.size > most) throw refuse(place, `"${path}" has ${found.size} bytes`, `a download has ${most} at most`);
  const contentType = contentTypes[extname(path).toLowerCase()] ?? 'application/json';
  return { path: absolute, bytes: found.size, contentType };
};

const lookAt = (path: string): Stats | undefined => {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path);
  } catch {
    return undefined;
  }
};
