import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, extname, join } from 'node:path';
import process from 'node:process';
import { errorText } from '../error-text.ts';
import { refuse } from '../misuse.ts';
import { fromHere } from '../print/show-path.ts';
import type { Terminal } from '../print/terminal.ts';
import { makeFolder, writeWhole } from '../write-file.ts';
import { isRunning } from './is-running.ts';
import { orSayUnwritten } from './say-unwritten.ts';

export interface TraceFolder {
  /** Writes the trace under one of the names that the folder was opened for; where it cannot, that is said. */
  readonly write: (index: number, text: string) => void;
  /** Lets go of the folder, and says whether all traces could be written. */
  readonly end: () => boolean;
}

/** File systems end at 255 bytes, and a letter may take four. */
const longestName = 60;

/** Stands in a folder as long as a run writes there, and says which: the traces of two runs would be mixed up. */
const claimName = '.stunt-double-run';

/** Makes the folder and claims it, before any scenario runs in vain. Throws Misuse BAD_OPTION. */
export const openTraceFolder = (typed: string, names: readonly string[], terminal: Terminal): TraceFolder => {
  const folder = fromHere(typed);
  const claim = join(folder, claimName);
  try {
    makeFolder(folder);
    takeClaim(claim);
  } catch (error) {
    throw refuse(
      '--trace',
      `traces cannot be written to ${JSON.stringify(typed)}: ${errorText(error)}`,
      'name a folder that can be made or written to, for this run alone',
    );
  }
  const letGo = (): void => rmSync(claim, { force: true });
  process.once('exit', letGo);
  let isWhole = true;
  return {
    write: (index, text) => {
      const name = names[index] ?? `${index}.jsonl`;
      if (!orSayUnwritten(join(typed, name), () => writeWhole(join(folder, name), text), terminal)) isWhole = false;
    },
    end: () => {
      process.off('exit', letGo);
      letGo();
      return isWhole;
    },
  };
};

/** That of a process which is gone counts for nothing. */
const takeClaim = (file: string): void => {
  if (existsSync(file)) {
    const holder = readHolder(file);
    if (holder !== undefined) throw new Error(`another run writes there (${holder}; if it is gone, remove ${file})`);
    rmSync(file, { force: true });
  }
  // Where two begin at once, the file of one alone can be new.
  writeFileSync(file, `${hostname()} ${process.pid}\n`, { flag: 'wx' });
};

/** The run that writes there already; undefined where there is none, or it is gone. */
const readHolder = (file: string): string | undefined => {
  // A disk that was full has left one that names nobody.
  const [, host, pid] = /^(\S+) (\d+)\n/.exec(readFileSync(file, 'utf8')) ?? [];
  return host !== undefined && (host !== hostname() || (Number(pid) !== process.pid && isRunning(Number(pid))))
    ? `process ${pid} on ${host}`
    : undefined;
};

/**
 * One file name for each scenario, all different: `hour.yaml` → `hour.jsonl`, the next one `hour-2.jsonl`. Of all that are run
 * together, on however many machines: what one of them writes is not to take the place of what another wrote.
 */
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
