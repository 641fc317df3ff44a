import { readFileSync } from 'node:fs';

/** The pages, by the name that the code has for them. */
const pages = { interfacesPage: 'interfaces.md', glossaryPage: 'glossary.md' } as const;

/** A module that holds the text of the pages, so that the package has it wherever it is built to. */
export const renderPages = (): string =>
  [
    '// Written by scripts/generate-topics.ts: change the pages of docs, and run it.',
    ...Object.entries(pages).map(([name, file]) => {
      const lines = readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8').split('\n');
      return `/** docs/${file} */\nexport const ${name}: string = [\n${lines.map((line) => `  ${quote(line)},`).join('\n')}\n].join('\\n');`;
    }),
    '',
  ].join('\n\n');

const quote = (line: string): string => JSON.stringify(line);
