import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { build, buildSync } from 'esbuild';
import { packagesIn, writeNotice } from './notices.mjs';

/** Where the data of a report goes, with its quotes, as JSON that is escaped. (src/report/page/write-page.ts) */
const placeholder = '"@page-data@"';

/** The pages, as one file each: the program and the styles stand in them. */
export const buildPages = async () => {
  const modules = [];
  const bundle = async (entry) => {
    const { text, inputs } = await bundleEntry(entry);
    modules.push(...inputs);
    return text;
  };
  return {
    'page/report.html': await buildReport(bundle),
    'page/panel.html': await buildPanel(bundle),
    'page/LICENSE': writeNotice(packagesIn(modules)),
  };
};

/** Without data, and its policy lets nothing else run, and nothing be loaded. */
const buildReport = async (bundle) => {
  const script = await bundle('src/page/main.tsx');
  const style = await bundle('src/page/styles/page.css');
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return asHtml({
    title: 'Report',
    head: [`<meta http-equiv="content-security-policy" content="${policy}">`],
    data: [`<script type="application/json" id="page-data">${placeholder}</script>`],
    script,
    style,
  });
};

/** Its policy comes with it, as a header. (src/control/page-headers.ts) */
const buildPanel = async (bundle) =>
  asHtml({
    title: 'Live panel',
    script: await bundle('src/page/panel/main.tsx'),
    style: await bundle('src/page/styles/panel-page.css'),
  });

const asHtml = ({ title, head = [], data = [], script, style }) =>
  [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    ...head,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<div id="app"></div>',
    '<noscript>This page is shown by a program: let it run.</noscript>',
    ...data,
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');

const bundleEntry = async (entry) => {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'iife',
    target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    charset: 'utf8',
    plugins: [onlyQuestions],
  });
  return { text: outputFiles[0].text.trim(), inputs: Object.keys(metafile.inputs) };
};

/** Of the table of assumptions the page shows nothing but the questions: what each choice means would be a fifth of its program. */
const onlyQuestions = {
  name: 'only-questions',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]src[\\/]spec[\\/]assumptions\.ts$/ }, ({ path }) => {
      const questions = JSON.stringify(readQuestions(path));
      return {
        contents: `const questions = ${questions};\nexport const assumptionRow = (id) => ({ question: questions[id] });`,
      };
    });
  },
};

const readQuestions = (path) => {
  const { outputFiles } = buildSync({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'table',
  });
  const { assumptionIds, assumptionRow } = runInNewContext(`${outputFiles[0].text}; table`);
  return Object.fromEntries(assumptionIds.map((id) => [id, assumptionRow(id).question]));
};

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
