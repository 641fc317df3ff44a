/** Writes docs/sweep-of-the-example.md: what the example client bears, and what it gives up at. `npx tsx scripts/sweep-of-the-example.ts` */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import importOrders from '../scenarios/clients/import-orders.ts';
import { sweepClient } from '../src/check/sweep/sweep-client.ts';
import { printSweep } from '../src/check/sweep/sweep-report.ts';

const report = await sweepClient(importOrders);

const page = `# The example client, swept

\`sweepClient\` on [import-orders.ts](../scenarios/clients/import-orders.ts): everything that can go wrong, one thing in each run.
A test keeps this page true; \`npx tsx scripts/sweep-of-the-example.ts\` writes it anew. Where it says \`?\` the client gives
up although it might have gone on, such as at a mail whose answer is lost, or at a notification that never comes.

\`\`\`text
${printSweep(report)}\`\`\`
`;

await writeFile(join(import.meta.dirname, '../docs/sweep-of-the-example.md'), page);
