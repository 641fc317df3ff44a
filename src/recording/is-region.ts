import { type Region, regions } from '../spec/regions.ts';

export const isRegion = (value: unknown): value is Region => typeof value === 'string' && Object.hasOwn(regions, value);
