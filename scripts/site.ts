/**
 * Builds docs/ and the API of the sources as a site, in .site/html, and checks all that is linked there. VitePress and
 * TypeDoc are installed into scripts/site when they are not there yet. `npm run site`; `npm run site -- --serve` shows it.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { ownModules } from './own-modules.ts';
import { checkJob } from './site/check-job.ts';
import { checkSite } from './site/check-site.ts';
import { nameFirstPages, stagePages } from './site/stage.ts';

const home = join(import.meta.dirname, 'site');
const programs = join(ownModules(home), '.bin');

const run = (program: string, ...args: readonly string[]): void =>
  void execFileSync(join(programs, program), args, { cwd: home, stdio: 'inherit' });

stagePages();
run('typedoc', '--options', 'typedoc.json', '--logLevel', 'Warn');
nameFirstPages();
run('vitepress', 'build');
await checkJob();

const { pages, links, broken } = checkSite(join(home, '../../.site/html'), process.env['SITE_BASE'] ?? '/');
process.stdout.write([...broken, `${pages} pages, ${links} links, ${broken.length} of them broken`, ''].join('\n'));
process.exitCode = broken.length === 0 ? 0 : 1;

if (process.argv.includes('--serve')) run('vitepress', 'preview');
