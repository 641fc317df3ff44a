import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { buildSync } from 'esbuild';
import { rolldown } from 'rolldown';
import { asAscii } from './as-ascii.mjs';
import { packagesIn, writeNotice } from './notices.mjs';

/** Where the data of a report goes, with its quotes, as JSON that is escaped. (src/report/page/write-page.ts) */
const placeholder = '"@page-data@"';

/**
 * The pages without what they share, which stands once in files beside them: `src/built-page.ts` makes each one file that needs
 * no other.
 */
export const buildPages = async () => {
  const { picture, drawing, shared, report, panel, modules } = await bundlePrograms();
  const styles = { shared: bundleStyle('shared'), report: bundleStyle('report'), panel: bundleStyle('panel') };
  const policy = policyOf([picture, shared, report], [styles.shared, styles.report]);
  return {
    'cjs/page/picture.js': picture,
    'cjs/page/drawing.js': drawing,
    'cjs/page/shared.js': shared,
    'cjs/page/shared.css': styles.shared,
    'cjs/page/report.html': asHtml({
      title: 'Report',
      head: [`<meta http-equiv="content-security-policy" content="${policy}">`],
      data: [`<script type="application/json" id="page-data">${placeholder}</script>`],
      script: report,
      style: styles.report,
    }),
    // Its policy comes with it, as a header. (src/control/page-headers.ts)
    'cjs/page/panel.html': asHtml({ title: 'Live panel', script: panel, style: styles.panel }),
    'cjs/page/LICENSE': writeNotice(packagesIn(modules)),
  };
};

/** Lets nothing else run, and nothing be loaded. */
const policyOf = (scripts, styles) =>
  [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(' ')}`,
    `style-src ${styles.map(hashOf).join(' ')}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const asHtml = ({ title, head = [], data = [], script, style }) =>
  [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    ...head,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    '<link rel="stylesheet" href="shared.css">',
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<div id="app"></div>',
    '<noscript><p class="empty">This page needs JavaScript: allow it, and load the page again.</p></noscript>',
    '<script type="application/json" id="page-words">{}</script>',
    ...data,
    '<script src="picture.js"></script>',
    '<script src="shared.js"></script>',
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');

const browsers = ['es2022', 'chrome111', 'firefox115', 'safari16.4'];

/**
 * The program of each page, and what both have in them: scripts of one page see what those before them declare. What draws knows
 * nothing of a page, so that Node reads it, too. (src/picture/drawing.ts)
 */
const bundlePrograms = async () => {
  const pages = await rolldown({
    input: { report: 'src/page/main.tsx', panel: 'src/page/panel/main.tsx', drawing: 'src/picture/drawing.ts' },
    platform: 'browser',
    transform: { target: browsers },
    plugins: [briefly],
  });
  const { output } = await pages.generate({
    format: 'cjs',
    minify: true,
    comments: false,
    entryFileNames: '[name]',
    chunkFileNames: '[name]',
    codeSplitting: {
      groups: [
        { name: 'picture', test: /[\\/]src[\\/](?!page[\\/])/ },
        { name: 'shared', minShareCount: 2 },
      ],
    },
  });
  const { picture, drawing, shared, ...programs } = Object.fromEntries(
    output.map(({ fileName, code }) => [fileName, asAscii(code.trim())]),
  );
  return {
    modules: output.flatMap(({ moduleIds }) => moduleIds),
    picture: `const picture=(exports=>{${picture}return exports})(typeof exports>"u"?{}:exports);`,
    drawing,
    shared: `const shared=((exports,require)=>{${shared}return exports})({},()=>picture);`,
    ...Object.fromEntries(
      Object.entries(programs).map(([name, code]) => [
        name,
        `(require=>{${code}})(name=>name==="./shared"?shared:picture);`,
      ]),
    ),
  };
};

const bundleStyle = (name) =>
  buildSync({
    entryPoints: [`src/page/styles/${name}-page.css`],
    bundle: true,
    minify: true,
    write: false,
    target: browsers,
    legalComments: 'none',
    charset: 'utf8',
  }).outputFiles[0].text.trim();

/**
 * Of these tables a page wants no more than some texts, which stand in the code that writes the page, and are put into it.
 * (src/built-page.ts)
 */
const briefTables = {
  assumptions: ({ defaultAssumptions }) => [
    `export const defaultAssumptions = ${JSON.stringify(defaultAssumptions)};`,
    `export const assumptionRow = (id) => ({ question: ${told}.questions[id] });`,
  ],
  'other-refusals': () => [`export const whenRefused = (name) => new Map(Object.entries(${told}.refusals)).get(name);`],
};

const told = 'JSON.parse(document.getElementById("page-words").textContent)';

const briefly = {
  name: 'brief-tables',
  load: (path) => {
    const [, table] = /\/src\/spec\/([\w-]+)\.ts$/.exec(path.replaceAll('\\', '/')) ?? [];
    if (!Object.hasOwn(briefTables, table ?? '')) return null;
    return briefTables[table](evaluate(path)).join('\n');
  },
};

const evaluate = (path) => {
  const { outputFiles } = buildSync({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'table',
  });
  return runInNewContext(`${outputFiles[0].text}; table`);
};

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
