/** Writes docs/power.md: after how many scenarios a check finds out each of the wrong clients, and by which counterexample. `npx tsx scripts/power-page.ts` */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findOut, tellFound } from '../test/check/power.ts';
import { wrongClients } from '../test/rules/clients/wrong-clients.ts';

const rows: string[] = [];
for (const [name, client] of Object.entries(wrongClients)) {
  const failure = await findOut(name, client);
  if (failure === undefined) throw new Error(`${name} was not found out`);
  rows.push(tellFound(name, failure));
  process.stdout.write(`${rows.at(-1)}\n`);
}

const page = `<!-- Written by: npx tsx scripts/power-page.ts -->

# What a check finds

${rows.length} [clients](../test/rules/clients/wrong-clients.ts), each wrong in one way, and what \`checkClient\` with its usual seed says of them:
the rule that they break, the number of the scenario that broke it first (0 is the baseline, without a fault), and the
counterexample once it is shrunk. A test compares this page, replays every counterexample, and sees that a sound client gets
through it.

| the client | breaks | in scenario | steps | counterexample |
|---|---|---:|---:|---|
${rows.join('\n')}
`;

await writeFile(join(import.meta.dirname, '../docs/power.md'), page);
process.exit(0);
