import { statSync } from 'node:fs';
import { join } from 'node:path';
import { kilobytes, type Finding, type Part } from './part.ts';

/** Every file that is shipped, by what it is there for. A file that no row knows is not to be shipped before it has one. */
const shipped: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^package\.json$/, 'says what can be loaded, and by which Node'],
  [/^README\.md$/, 'what a registry shows, and who reads in node_modules'],
  [/^LICENSE$/, 'our licence'],
  [/^scenario\.schema\.json$/, 'editors complete and check scenario files by it'],
  [/^report\.schema\.json$/, 'whoever reads JSON reports checks them by it'],
  [/^docs\/(?:glossary|interfaces)\.md$/, 'what stunt-double explain quotes'],
  [/^dist\/cjs\/package\.json$/, 'says that what is beside it is CommonJS'],
  [/^dist\/cjs\/cli\/[\w-]+\.js$/, 'the command'],
  [/^dist\/cjs\/chunks\/[\w-]+\.js$/, 'the code, once, in chunks that load when they are first used'],
  [
    /^dist\/cjs\/(?:\w+\/)?[\w-]+\.js\.map$/,
    'lines of the sources, as the repository has them, for stacks and debuggers',
  ],
  [/^dist\/cjs\/chunks\/[\w-]+\.LICENSE$/, 'licences of what is built into a chunk'],
  [/^dist\/cjs\/chunks\/[\w-]+\.d\.ts$/, 'types that several entries share'],
  [/^dist\/cjs\/(?:\w+\/)?[\w-]+\.js$/, 'entries, required'],
  [/^dist\/cjs\/(?:\w+\/)?[\w-]+\.d\.ts$/, 'types of entries, required'],
  [/^dist\/(?:(?:clock|runner|transport)\/)?[\w-]+\.js$/, 'entries, imported, and what they share'],
  [/^dist\/(?:(?:runner|transport)\/)?[\w-]+\.d\.ts$/, 'types of entries, imported'],
  [/^dist\/cjs\/page\/[\w-]+\.html$/, 'pages of reports and of the live panel, without their data'],
  [/^dist\/cjs\/page\/(?:drawing|picture|shared)\.(?:js|css)$/, 'what the pages share, and stills are drawn with'],
  [/^dist\/cjs\/page\/LICENSE$/, 'licences of what is built into the pages'],
  [/^dist\/init\/[\w-]+(?:\.test)?\.(?:ts|mjs|cjs|yaml)$/, 'what stunt-double init writes'],
];

/** The files of each row, those of none, and the rows that nothing is shipped for. A file belongs to the first that fits. */
export const sortFiles = (files: readonly string[], rows = shipped) => {
  const taken = rows.map(() => [] as string[]);
  const unknown: string[] = [];
  for (const file of files) {
    const row = rows.findIndex(([pattern]) => pattern.test(file));
    (taken[row] ?? unknown).push(file);
  }
  return {
    rows: rows.map(([pattern, reason], index) => ({ pattern, reason, files: taken[index] ?? [] })),
    unknown,
    unused: rows.flatMap(([pattern], index) => (taken[index]?.length === 0 ? [pattern.source] : [])),
  };
};

export const files: Part = {
  what: 'every file that is shipped has a reason',
  look: ({ packed, folder }): readonly Finding[] => {
    const { rows, unknown, unused } = sortFiles(packed.files);
    const weigh = (paths: readonly string[]): string =>
      kilobytes(paths.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0));
    return [
      {
        what: `${packed.files.length} files, ${weigh(packed.files)} unpacked`,
        isMet: true,
        lines: rows.map(
          (row) => `${String(row.files.length).padStart(3)}  ${weigh(row.files).padStart(9)}  ${row.reason}`,
        ),
      },
      {
        what: `${unknown.length} files without a reason`,
        isMet: unknown.length === 0,
        lines: unknown.map((file) => `${file}: give it a row in scripts/release/files.ts, or do not ship it`),
      },
      { what: `${unused.length} reasons that no file has`, isMet: unused.length === 0, lines: unused },
    ];
  },
};
