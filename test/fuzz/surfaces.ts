import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateRawSync } from 'node:zlib';
import { loadConfig } from '../../src/cli/config.ts';
import { readScenarioFiles } from '../../src/language/load-scenarios.ts';
import { readScenarios } from '../../src/language/read-scenario.ts';
import { printScenario } from '../../src/language/print-scenario.ts';
import { readToken } from '../../src/language/replay-token.ts';
import { isMisuse } from '../../src/misuse.ts';
import { checkTrace } from '../../src/recording/check-trace.ts';
import { redactHar } from '../../src/recording/redact-har.ts';
import { askGateway, sendBytes } from './http-surfaces.ts';

/**
 * Where texts come in that anybody may have written. Whatever it is, it is taken, or refused as `Misuse` with a place; over
 * HTTP it is answered as the service does. Anything else that is thrown is a bug.
 */
export interface Surface {
  readonly what: string;
  /** The folder of its inputs in `corpus`. */
  readonly corpus: string;
  /** How many there are by default: as many as take a few seconds. */
  readonly usual: number;
  /** Takes many, and says of those that were not taken well what was wrong: its number, and why. */
  readonly take: (inputs: readonly string[], folder: string) => Promise<readonly Wrong[]> | readonly Wrong[];
}

export interface Wrong {
  readonly input: string;
  readonly why: string;
}

/** What a reader did wrong; undefined where it took or refused an input. */
const complaintOf = (error: unknown): string | undefined => {
  if (!isMisuse(error)) return error instanceof Error ? (error.stack ?? error.message) : String(error);
  return error.place === '' || error.what === '' ? `without a place: ${error.message}` : undefined;
};

const reader =
  (read: (text: string, folder: string) => unknown): Surface['take'] =>
  async (inputs, folder) => {
    const wrong: Wrong[] = [];
    for (const input of inputs) {
      try {
        // Few of them wait for anything, and a turn for each would take longer than they do.
        const reading = read(input, folder);
        if (reading instanceof Promise) await reading;
      } catch (error) {
        const why = complaintOf(error);
        if (why !== undefined) wrong.push({ input, why });
      }
    }
    return wrong;
  };

const hosts = { token: 'https://auth.example.com', 'eu-west-1': 'https://api.example.com' };

/** `--- name` begins another file. */
const writeFiles = (text: string, folder: string): string => {
  const [first = '', ...others] = text.split(/^--- /m);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'a.yaml'), first);
  for (const other of others) {
    const [name = '', ...lines] = other.split('\n');
    if (/^[\w.-]{1,40}$/.test(name) && name !== 'a.yaml') writeFileSync(join(folder, name), lines.join('\n'));
  }
  return join(folder, 'a.yaml');
};

const packToken = (json: string): string => {
  const text = Buffer.from(json);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(text));
  return `sd1_${Buffer.concat([check, deflateRawSync(text)]).toString('base64url')}`;
};

export const surfaces = {
  scenario: {
    what: 'scenario files',
    corpus: 'scenario',
    usual: 2_000,
    take: reader((text) => readScenarios(text, 'a.yaml').map((one) => printScenario(one, 'yaml'))),
  },
  tables: {
    what: 'tables, and what is included',
    corpus: 'tables',
    usual: 500,
    take: reader((text, folder) => readScenarioFiles([writeFiles(text, folder)])),
  },
  config: {
    what: 'configurations',
    corpus: 'config',
    usual: 1_000,
    take: reader((text, folder) => {
      const file = join(folder, 'c.yaml');
      writeFileSync(file, text);
      return loadConfig(file);
    }),
  },
  har: {
    what: 'HAR',
    corpus: 'har',
    usual: 2_000,
    take: reader((text) => {
      checkTrace(text, { judges: 'both', name: 'a.har' });
      redactHar(text);
    }),
  },
  trace: {
    what: 'traces',
    corpus: 'trace',
    usual: 5_000,
    take: reader((text) => checkTrace(text, { judges: 'both', hosts, name: 'a' })),
  },
  token: { what: 'replay tokens', corpus: 'token', usual: 10_000, take: reader(readToken) },
  packed: {
    what: 'what is in a replay token',
    corpus: 'packed',
    usual: 10_000,
    take: reader((text) => readToken(packToken(text))),
  },
  request: { what: 'requests to the gateway', corpus: 'request', usual: 4_000, take: askGateway },
  bytes: { what: 'bytes on a connection', corpus: 'bytes', usual: 4_000, take: sendBytes },
} as const satisfies Record<string, Surface>;

export type SurfaceName = keyof typeof surfaces;
export const surfaceNames = Object.keys(surfaces) as readonly SurfaceName[];

const folderOf = (name: string): string => fileURLToPath(new URL(`corpus/${name}`, import.meta.url));

/** What was once written well, and what was once taken badly. */
export const corpusOf = (name: SurfaceName): readonly string[] => {
  const folder = folderOf(surfaces[name].corpus);
  return readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'));
};
