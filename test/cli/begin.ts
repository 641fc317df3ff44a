import { Writable } from 'node:stream';
import { main } from '../../src/cli/command-line.ts';

class Captured extends Writable {
  text = '';
  readonly columns: number;
  readonly isTTY: boolean;

  constructor(isTTY: boolean, columns: number) {
    super({ decodeStrings: false });
    this.columns = columns;
    this.isTTY = isTTY;
  }

  override _write(chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}

export interface Surroundings {
  readonly tty?: boolean;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly interrupted?: AbortSignal;
}

/** Runs the command line in this process; gives back what it said. */
export const run = async (
  argv: readonly string[],
  { tty = false, columns = 100, env = {}, interrupted }: Surroundings = {},
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> => {
  const [stdout, stderr] = [new Captured(tty, columns), new Captured(tty, columns)];
  const code = await main(argv, { stdout, stderr, env, ...(interrupted !== undefined && { interrupted }) });
  return { code, out: stdout.text, err: stderr.text };
};

/** Asks for a query, sleeps for an hour, and says what it was answered, and that it waited for no more than that. */
export const client = `export default async (env) => {
  env.onNotification(() => new Response(null, { status: 204 }));
  const response = await fetch(env.regions['eu-west-1'] + '/' + env.customer.scope + '/data-queries', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + env.customer.accessToken },
  });
  await new Promise((resolve) => setTimeout(resolve, 3_600_000));
  return { status: response.status, pending: [env.customer.scope] };
};
`;

export const keptScenario = `name: a query is created
customer: { scope: orders, records: 3, collects: 10h }
expect:
  result: { status: 201 }
`;

export const brokenScenario = `name: a query is refused
customer: { scope: orders, records: 3, collects: 10h }
seed: 7
expect:
  result: { status: 403 }
  within: 5m
`;
