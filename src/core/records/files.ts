import { byteLength } from '../text.ts';
import type { More } from '../wire.ts';
import type { OwnFile } from './data.ts';
import { key } from '../key.ts';
import type { Query, World } from '../world.ts';
import { makeRecord, recordSchema } from './generate.ts';

/** What a download link leads to. */
interface DownloadedFile {
  readonly contentType: string;
  readonly body: string;
  readonly more?: More;
}

const json = (body: string): DownloadedFile => ({ contentType: 'application/json', body });

const dataOf = (world: World, { customerId, scope }: Query) => world.holdings.get(key(customerId, scope))?.data;

/** The data file of one record. (Resources and their fields, interface C) */
export const dataFile = (world: World, query: Query, position: number): DownloadedFile => {
  const data = dataOf(world, query);
  const generate = (): string =>
    JSON.stringify(makeRecord(world.settings.seed, query.customerId, query.scope, position));
  switch (data?.kind) {
    case undefined:
      return json(generate());
    case 'padded': {
      const body = generate();
      return { ...json(body), more: { kind: 'blanks', bytes: data.bytes - byteLength(body) } };
    }
    case 'own':
      return json(String(data.texts[position]));
    case 'files': {
      // Links are signed, and so lead only to what is there.
      const { path, bytes, contentType } = data.files[position] as OwnFile;
      return { contentType, body: '', ...(bytes > 0 && { more: { kind: 'file', path, bytes } }) };
    }
  }
};

/** The schema file that goes with the data files of a scope. */
export const schemaFile = (world: World, query: Query): DownloadedFile => {
  const data = dataOf(world, query);
  return json(data === undefined || data.kind === 'padded' ? JSON.stringify(recordSchema(query.scope)) : data.schema);
};
