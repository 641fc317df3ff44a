import { stripVTControlCharacters, styleText } from 'node:util';
import { readScenario, runScenario } from '../../src/index.ts';
import { fileStyle } from '../../src/print/style.ts';
import { createTextReporter } from '../../src/report/text.ts';
import type { ClientEnv } from '../../src/simulation/client-env.ts';

/** docs/failing-run.svg: what a terminal shows of a run that fails, as a picture that is legible on light and dark pages. */

export const lateScenario = readScenario(
  `name: the client hears of its query an hour late
steps:
  - { on: notification, elapse: 61m }
`,
  'scenarios/late.yaml',
);

/** A client that takes a token that has expired for bad luck. */
export const naive = async (env: ClientEnv): Promise<unknown> => {
  const call = async (method: string, path: string): Promise<Response> =>
    fetch(`${env.regions['eu-west-1']}/${env.customer.scope}/data-queries${path}`, {
      method,
      headers: { authorization: `Bearer ${env.customer.accessToken}` },
    });
  const id = new Promise<string>((resolve) => {
    env.onNotification(async (request) => {
      const { Message } = (await request.json()) as { readonly Message: string };
      resolve((JSON.parse(Message) as { readonly id: string }).id);
      return new Response(null, { status: 204 });
    });
  });
  await call('POST', '');
  for (let tries = 1; ; tries += 1) {
    const response = await call('GET', `/${await id}/records`);
    if (response.ok) return response.json();
    if (tries === 3) throw new Error(`${response.status}: ${((await response.json()) as { message: string }).message}`);
    await new Promise((resolve) => setTimeout(resolve, 30_000));
  }
};

const columns = 96;

/** What is printed, with the marks of colours; where the client stands in this file, nobody wants to see. */
const print = async (): Promise<readonly string[]> => {
  const report = await runScenario(lateScenario, naive, { transport: 'fetch', instance: 'picture' });
  const paint: typeof fileStyle.paint = (format, text) => styleText(format, text, { validateStream: false });
  const reporter = createTextReporter({ ...fileStyle, columns, paint });
  const result = { report, real: 31, replay: 'npx stunt-double run scenarios/late.yaml --client import-orders.mjs' };
  const lines = reporter.result(result, 0).trimEnd().split('\n');
  return lines.filter((line) => !line.includes('failing-run.ts:'));
};

const colours: Readonly<Record<string, string>> = {
  1: 'font-weight="bold"',
  2: 'fill-opacity="0.6"',
  31: 'fill="#ff7b72"',
  32: 'fill="#7ee787"',
  33: 'fill="#e3b341"',
  36: 'fill="#79c0ff"',
};

/** Spaces that no reader of the picture runs together. */
const escape = (text: string): string =>
  text
    .replaceAll(' ', '\u00a0')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** A line with a span for each stretch of one colour; codes that end a colour are the same for all. */
const span = (line: string): string =>
  line
    .split('\u001b[')
    .map((part, index) => {
      const [, code = '', text = ''] = index === 0 ? [part, '', part] : (/^(\d+)m(.*)$/.exec(part) ?? []);
      const colour = colours[code];
      return colour === undefined ? escape(text) : `<tspan ${colour}>${escape(text)}</tspan>`;
    })
    .join('');

const size = { letter: 8.4, line: 19, margin: 20 };

/** The picture, the same bytes for the same output. */
export const renderFailingRun = async (): Promise<string> => {
  const lines = await print();
  const width = Math.ceil(
    Math.max(...lines.map((line) => stripVTControlCharacters(line).length)) * size.letter + 2 * size.margin,
  );
  const height = lines.length * size.line + 2 * size.margin;
  const texts = lines.map(
    (line, index) => `<text x="${size.margin}" y="${size.margin + (index + 0.75) * size.line}">${span(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>A failing run</title>
<rect width="${width}" height="${height}" rx="8" fill="#161b22"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#e6edf3">
${texts.join('\n')}
</g>
</svg>
`;
};
