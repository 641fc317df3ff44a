import importByAxios from '../../../scenarios/clients/import-orders.ts';
import type { Client } from '../../../src/index.ts';
import { importByGot } from './by-got.ts';
import { importByOpenid } from './by-openid.ts';
import { importByUndici } from './by-undici.ts';
import { importWith } from './reference-client.ts';

/** Clients of different build, none of which does anything that the interface is against. */
export const correctClients: Readonly<Record<string, Client>> = {
  'plain fetch': importWith(),
  'axios with axios-retry': importByAxios,
  got: importByGot,
  'undici with an agent of its own': importByUndici,
  'openid-client with p-retry and p-queue': importByOpenid,
};
