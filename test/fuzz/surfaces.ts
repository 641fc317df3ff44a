import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { loadConfig } from '../../src/cli/config.ts';
import { readScenarioFiles } from '../../src/language/load-scenarios.ts';
import { readScenarios } from '../../src/language/read-scenario.ts';
import { printScenario } from '../../src/language/print-scenario.ts';
import { readToken } from '../../src/language/replay-token.ts';
import { isMisuse } from '../../src/misuse.ts';
import { checkTrace } from '../../src/recording/check-trace.ts';
import { redactHar } from '../../src/recording/redact-har.ts';
import { driveControl } from './control-surface.ts';
import { askGateway, sendBytes } from './http-surfaces.ts';

/**
 * Where texts come in that anybody may have written. Whatever it is, it is taken, or refused as `Misuse` with a place; over
 * HTTP it is answered as the service does. Anything else that is thrown is a bug.
 */
export interface Surface {
  readonly what: string;
  /** The folder of its inputs in `corpus`. */
  readonly corpus: string;
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

type Read = (text: string, folder: string) => unknown;

/** What is said of an input, if anything. */
const complain = async (read: Read, input: string, folder: string): Promise<string | undefined> => {
  try {
    await read(input, folder);
    return undefined;
  } catch (error) {
    return complaintOf(error);
  }
};

/** Most inputs are refused, and half of the time would go into stacks that nobody reads: only for what is wrong there is one. */
const reader =
  (read: Read): Surface['take'] =>
  async (inputs, folder) => {
    const wrong: Wrong[] = [];
    const usual = Error.stackTraceLimit;
    for (const input of inputs) {
      Error.stackTraceLimit = 0;
      const short = await complain(read, input, folder);
      Error.stackTraceLimit = usual;
      if (short !== undefined) wrong.push({ input, why: (await complain(read, input, folder)) ?? short });
    }
    return wrong;
  };

const hosts = { token: 'https://auth.example.com', 'eu-west-1': 'https://api.example.com' };

/** What stands in files, by their paths. */
const standing = new Map<string, string>();

/** These files and no others; what stands there already is not written again. */
const writeFiles = (files: Readonly<Record<string, string>>, folder: string): void => {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    if (standing.get(path) !== text) writeFileSync(path, text);
    standing.set(path, text);
  }
  for (const path of standing.keys()) {
    if (dirname(path) !== folder || Object.hasOwn(files, basename(path))) continue;
    rmSync(path);
    standing.delete(path);
  }
};

/** `--- name` begins another file. */
const splitFiles = (text: string): Readonly<Record<string, string>> => {
  const [first = '', ...others] = text.split(/^--- /m);
  const named = others.map((other) => /^([\w.-]{1,40})\n(.*)$/s.exec(other)?.slice(1) ?? []);
  const files = named.filter(([name]) => name !== undefined && /\w/.test(name));
  return { ...(Object.fromEntries(files) as Readonly<Record<string, string>>), 'a.yaml': first };
};

/** Stored in one block, and not deflated, which would take longer than to read it. (RFC 1951 section 3.2.4) */
const packToken = (json: string): string => {
  const text = Buffer.from(json).subarray(0, 65_535);
  const head = Buffer.alloc(9);
  head.writeUInt32BE(crc32(text));
  head.writeUInt8(1, 4);
  head.writeUInt16LE(text.length, 5);
  head.writeUInt16LE(65_535 - text.length, 7);
  return `sd1_${Buffer.concat([head, text]).toString('base64url')}`;
};

export const surfaces = {
  scenario: {
    what: 'scenario files',
    corpus: 'scenario',
    take: reader((text) => readScenarios(text, 'a.yaml').map((one) => printScenario(one, 'yaml'))),
  },
  tables: {
    what: 'tables, and what is included',
    corpus: 'tables',
    take: reader((text, folder) => {
      writeFiles(splitFiles(text), folder);
      return readScenarioFiles([join(folder, 'a.yaml')]);
    }),
  },
  config: {
    what: 'configurations',
    corpus: 'config',
    take: reader((text, folder) => {
      writeFiles({ 'c.yaml': text }, folder);
      return loadConfig(join(folder, 'c.yaml'));
    }),
  },
  har: {
    what: 'HAR',
    corpus: 'har',
    take: reader((text) => {
      checkTrace(text, { judges: 'both', name: 'a.har' });
      redactHar(text);
    }),
  },
  trace: {
    what: 'traces',
    corpus: 'trace',
    take: reader((text) => checkTrace(text, { judges: 'both', hosts, name: 'a' })),
  },
  token: { what: 'replay tokens', corpus: 'token', take: reader(readToken) },
  packed: {
    what: 'what is in a replay token',
    corpus: 'packed',
    take: reader((text) => readToken(packToken(text))),
  },
  request: { what: 'requests to the gateway', corpus: 'request', take: askGateway },
  bytes: { what: 'bytes on a connection', corpus: 'bytes', take: sendBytes },
  control: { what: 'requests to the control API', corpus: 'control', take: driveControl },
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
