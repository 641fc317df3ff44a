import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buildSync } from 'esbuild';

/** Where the data of a report goes: with its quotes, for what stands there is JSON until then. */
const placeholder = '"@page-data@"';

/**
 * The report page as one file without data: its program and its styles stand in it, and its policy lets nothing else run, and
 * nothing be loaded.
 */
export const buildPage = () => {
  const script = bundle('src/page/main.tsx');
  const style = bundle('src/page/styles/page.css');
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return {
    'page/report.html': [
      '<!doctype html>',
      '<html lang="en">',
      '<head>',
      '<meta charset="utf-8">',
      `<meta http-equiv="content-security-policy" content="${policy}">`,
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<title>Report</title>',
      `<style>${style}</style>`,
      '</head>',
      '<body>',
      '<div id="app"></div>',
      '<noscript>This report is shown by a program: let it run.</noscript>',
      `<script type="application/json" id="page-data">${placeholder}</script>`,
      `<script>${script}</script>`,
      '</body>',
      '</html>',
      '',
    ].join('\n'),
    'page/report.LICENSE': `The page has Preact in it.\n\n${readFileSync('node_modules/preact/LICENSE', 'utf8')}`,
  };
};

const bundle = (entry) => {
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    charset: 'utf8',
  });
  return outputFiles[0].text.trim();
};

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
