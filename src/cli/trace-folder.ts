import { mkdir, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { errorText } from '../error-text.ts';
import { Misuse } from '../misuse.ts';

export interface TraceFolder {
  /** Writes the trace of one of the scenarios that the folder was opened for. */
  write(index: number, text: string): Promise<void>;
}

/** File systems end at 255 bytes, and a letter may take four. */
const longestName = 60;

/** Makes the folder, before any scenario runs in vain. Throws Misuse BAD_OPTION. */
export const openTraceFolder = async (folder: string, scenarios: readonly string[]): Promise<TraceFolder> => {
  const names = chooseNames(scenarios);
  await attempt(folder, () => mkdir(folder, { recursive: true }));
  return {
    write: (index, text) => attempt(folder, () => writeFile(join(folder, names[index] ?? `${index}.jsonl`), text)),
  };
};

const attempt = async (folder: string, work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    throw new Misuse(
      'BAD_OPTION',
      '--trace',
      `traces cannot be written to ${JSON.stringify(folder)}: ${errorText(error)}`,
      'name a folder that can be made or written to',
    );
  }
};

/** One file name for each scenario, all different: `hour.yaml` → `hour.jsonl`, the next one `hour-2.jsonl`. */
export const chooseNames = (scenarios: readonly string[]): readonly string[] => {
  // Some file systems do not tell upper from lower case.
  const taken = new Set<string>();
  return scenarios.map((path) => {
    const stem = safeStem(path);
    let name = stem;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${stem}-${number}`;
    taken.add(name.toLowerCase());
    return `${name}.jsonl`;
  });
};

const safeStem = (path: string): string => {
  const name = basename(path.replaceAll('\\', '/'));
  const stem = name.slice(0, name.length - extname(name).length);
  const safe = stem.replace(/[^\p{L}\p{N}._-]/gu, '-').replace(/^[.-]+/, '');
  return [...safe].slice(0, longestName).join('') || 'scenario';
};
