import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { placesOf } from './places.mjs';

/**
 * A map from code to the lines of the sources that it is made of, which are read in the repository: who has installed the package
 * has none. It knows lines and no columns, and only of places that a stack can name, for it is shipped. `bundled` is the code as
 * the bundler wrote it, of which `bundledMap` tells; `code` is the same with other line breaks and escapes.
 */
export const writeMap = (fileName, { bundled, bundledMap, code }) => {
  const known = new SourceMap(bundledMap);
  const before = placesIn(bundled, fileName);
  const inBundled = createLocator(bundled);
  const inCode = createLocator(code);
  const sources = [];
  const lines = [];
  const last = { source: 0, line: 0 };
  let passed = { line: -1 };
  for (const [index, { place }] of placesIn(code, fileName).entries()) {
    const from = inBundled(before[index].token);
    const { originalSource, originalLine } = known.findEntry(from.line, from.column);
    if (originalSource === undefined) continue;
    const { line, column } = inCode(place);
    if (line !== passed.line) passed = { line, column: -1, written: 0 };
    if (originalSource !== passed.source || originalLine !== passed.original) {
      if (!sources.includes(originalSource)) sources.push(originalSource);
      const source = sources.indexOf(originalSource);
      const written = roundest(passed.written, passed.column + 1, column);
      lines[line] ??= [];
      lines[line].push(asDigits([written - passed.written, source - last.source, originalLine - last.line, 0]));
      Object.assign(last, { source, line: originalLine });
      Object.assign(passed, { written, source: originalSource, original: originalLine });
    }
    passed.column = column;
  }
  return JSON.stringify({
    version: 3,
    sourceRoot: readSourceRoot(),
    sources: sources.map((path) => posix.join('dist', posix.dirname(fileName), path)),
    names: [],
    mappings: Array.from(lines, (segments) => segments?.join(',') ?? '').join(';'),
  });
};

/**
 * For Node and for debuggers, which know what is written so from V8. Test runners look for it without the space, and do not find it:
 * they would take a place in the repository for one in the user's code, and show that in place of the line of the test.
 */
export const pointToMap = (fileName) => `\n//# sourceMappingURL= ${posix.basename(fileName)}.map\n`;

/** The files of this version, as a browser or a debugger can read them. */
const readSourceRoot = () => {
  const { repository, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [, path] = /github\.com\/(.*)\.git$/.exec(repository.url);
  return `https://raw.githubusercontent.com/${path}/v${version}/`;
};

const placesIn = (code, fileName) => placesOf(parseSync(fileName, code, { sourceType: 'script' }).program);

/** Line and column of an offset, both from 0. */
const createLocator = (text) => {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, column: offset - starts[low] };
  };
};

/**
 * Where a line of the source begins in a line of code, as any column after the last place of the line before: the one that makes
 * for the fewest different distances, which is half the size of all maps when they are packed.
 */
const roundest = (from, least, most) => {
  for (let unit = 4096; unit > 1; unit /= 2) {
    const column = from + Math.floor((most - from) / unit) * unit;
    if (column >= least) return column;
  }
  return most;
};

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Numbers as maps have them: five bits a digit, the smallest first, and before them all the sign. */
const asDigits = (numbers) =>
  numbers
    .map((number) => {
      let text = '';
      let rest = number < 0 ? -number * 2 + 1 : number * 2;
      for (; rest > 31; rest >>= 5) text += digits[(rest & 31) | 32];
      return text + digits[rest];
    })
    .join('');
