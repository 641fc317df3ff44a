/** Writes docs/power.md: which scenario finds out each of the wrong clients. `npx tsx scripts/power-page.ts` */
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

[Clients](../test/rules/clients/wrong-clients.ts) that are each wrong in one way, the rule by which \`checkClient\` with its usual
seed finds each of them, and the faults that this takes, once the counterexample is shrunk. A test compares this page, runs
every counterexample again, and sees that a correct client gets through it.

| client | breaks | faults |
|---|---|---|
${rows.join('\n')}
`;

await writeFile(join(import.meta.dirname, '../docs/power.md'), page);
process.exit(0);
