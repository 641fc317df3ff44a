import type { Project } from './project.ts';

const remark = `Imports the data of every customer, and says of each how it went. Let it call your own code instead: whatever HTTP
 * library that uses, its requests to these addresses are answered by the simulation, and its timers run in virtual time.
 * This one gives up at the first refusal: what a client has to get over, "npx stunt-double check" shows.`;

type Typed = (text: string) => string;

/** The client that `init` writes: right as long as nothing goes wrong, and honest about what is missing. */
export const clientOf = ({ language, modules }: Project): string => {
  const isTyped = language === 'typescript';
  const isExpression = modules === 'commonjs' && !isTyped;
  const typed: Typed = (text) => (isTyped ? text : '');
  const head = isTyped
    ? `import type { ClientCustomer, ClientEnv } from 'stunt-double';\n\n/**\n * ${remark}\n */\n`
    : `/**\n * ${remark}\n *\n * @param {import('stunt-double').ClientEnv} env addresses, credentials, customers: all that an application is configured with\n */\n`;
  return `${head}${isExpression ? 'module.exports =' : 'export default'} ${mainOf(typed)}${isExpression ? ';' : ''}\n\n${importOf(typed)}`;
};

const mainOf = (typed: Typed): string => `async function client(env${typed(': ClientEnv')}) {
  const ended = new Map${typed('<string, string>')}();
  const waiting = new Map${typed('<string, (status: string) => void>')}();
  env.onNotification(async (request${typed(': Request')}) => {
    const { Message: message } = ${typed('(')}await request.json()${typed(') as { Message: string }')};
    const { id, status } = JSON.parse(message)${typed(' as { id: string; status: string }')};
    ended.set(id, status);
    waiting.get(id)?.(status);
    return new Response(null, { status: 204 });
  });
  // A notification may come before the answer that says the query's id.
  const endOf = async (id${typed(': string')}) =>
    ended.get(id) ?? new Promise${typed('<string>')}((resolve) => waiting.set(id, resolve));

  const results = [];
  for (const customer of env.customers) results.push(await importOf(env, customer, endOf));
  return results;
}`;

const importOf = (
  typed: Typed,
): string => `async function importOf(env${typed(': ClientEnv')}, customer${typed(': ClientCustomer')}, endOf${typed(': (id: string) => Promise<string>')}) {
  const { scope, accessToken } = customer;
  const queries = \`\${env.regions['eu-west-1']}/\${scope}/data-queries\`;
  const headers = { authorization: \`Bearer \${accessToken}\` };

  const created = await succeed(fetch(queries, { method: 'POST', headers }));
  const { id } = ${typed('(')}await created.json()${typed(') as { id: string }')};
  const status = await endOf(id);
  let count = 0;
  let query${typed(': string | undefined')} = status === 'COMPLETED' ? '' : undefined;
  while (query !== undefined) {
    const page = await succeed(fetch(\`\${queries}/\${id}/records\${query}\`, { headers }));
    const { records, nextPageToken } = ${typed('(')}await page.json()${typed(') as Page')};
    for (const { file, schema } of records) {
      await (await succeed(fetch(file))).text();
      await (await succeed(fetch(schema))).text();
      count += 1;
    }
    query = nextPageToken && \`?nextPageToken=\${encodeURIComponent(nextPageToken)}\`;
  }
  return { customer: customer.id, scope, status, records: count };
}

async function succeed(answer${typed(': Promise<Response>')}) {
  const response = await answer;
  if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
  return response;
}
${typed(`
interface Page {
  records: { file: string; schema: string }[];
  nextPageToken?: string;
}
`)}`;
