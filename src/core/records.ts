import { below, uuid } from './ids.ts';
import type { Query, World } from './world.ts';

/** One generated record of a customer, as its data file holds it. */
export interface DataRecord {
  readonly recordId: string;
  readonly customerId: string;
  readonly scope: string;
  readonly position: number;
  readonly title: string;
  /** In cents, so that no rounding can creep in. */
  readonly amount: number;
}

const adjectives = ['brass', 'cotton', 'folding', 'glass', 'linen', 'oak', 'paper', 'steel', 'striped', 'wool'];
const nouns = ['basket', 'blanket', 'bottle', 'chair', 'clock', 'kettle', 'lamp', 'mirror', 'notebook', 'shelf'];

/** The `position`-th record (from 0) of a customer in a scope: always the same for the same seed. */
export const makeRecord = (seed: number, customerId: string, scope: string, position: number): DataRecord => {
  const draw = (limit: number, what: string): number => below(limit, seed, 'record', customerId, scope, position, what);
  return {
    recordId: uuid(seed, 'record', customerId, scope, position),
    customerId,
    scope,
    position,
    title: `${adjectives[draw(adjectives.length, 'adjective')]} ${nouns[draw(nouns.length, 'noun')]}`,
    amount: 100 + draw(20_000, 'amount'),
  };
};

/** The schema file that goes with every data file. */
const recordSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Record',
  type: 'object',
  additionalProperties: false,
  required: ['recordId', 'customerId', 'scope', 'position', 'title', 'amount'],
  properties: {
    recordId: { type: 'string', format: 'uuid' },
    customerId: { type: 'string' },
    scope: { type: 'string' },
    position: { type: 'integer', minimum: 0 },
    title: { type: 'string' },
    amount: { type: 'integer', minimum: 0, description: 'in cents' },
  },
} as const;

const schemaText = JSON.stringify(recordSchema);

export const dataFile = (world: World, query: Query, position: number): string =>
  JSON.stringify(makeRecord(world.settings.seed, query.customerId, query.scope, position));

export const schemaFile = (): string => schemaText;
