import { basename } from 'node:path';
import { refuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
import { showPath } from '../print/show-path.ts';
import type { Terminal } from '../print/terminal.ts';
import { momentsOf } from '../play/marks.ts';
import { judgeRecording } from '../recording/check-trace.ts';
import { readRecording } from '../recording/read-recording.ts';
import { toHar } from '../recording/to-har.ts';
import { type Exported, exportFormats } from '../report/export/formats.ts';
import { namesOf } from '../spec/names-of.ts';
import { createMasker } from '../trace/mask.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { keepApart } from './keep-apart.ts';
import { readNamed } from './named-files.ts';
import { openFile } from './outlets.ts';

/** What was typed after `export`. */
export interface ExportArguments {
  readonly file: string;
  readonly as?: string;
  readonly output?: string;
}

const formats = {
  ...exportFormats,
  har: {
    what: 'HTTP Archive, for browsers and proxies',
    write: ({ entries }: Exported) => `${JSON.stringify(toHar({ entries }), null, 2)}\n`,
  },
} as const;

export const formatNames = namesOf(formats);

/** Each form, with what it is for. */
export const describeFormats = (): string =>
  formatNames.map((name) => `  ${name.padEnd(9)}  ${formats[name].what}`).join('\n');

/** Writes a trace, or a recording, in a form that another program shows. Throws Misuse BAD_OPTION. */
export const exportRun = async (args: ExportArguments, terminal: Terminal): Promise<ExitCode> => {
  const format = readFormat(args.as);
  const { output } = args;
  keepApart({ output }, [args.file]);
  const write = output === undefined ? aloud(terminal) : openFile('--output', output, terminal);
  return write(formats[format].write(await readRun(args.file))) ? exitCodes.kept : exitCodes.unwritten;
};

const aloud =
  ({ stdout }: Terminal) =>
  (text: string): boolean => {
    stdout.write(text);
    return true;
  };

const readFormat = (typed = ''): keyof typeof formats => {
  const format = formatNames.find((name) => name === typed);
  if (format !== undefined) return format;
  const what = typed === '' ? 'no form is named' : `${JSON.stringify(typed)} is no form of a run`;
  throw refuse('--as', what, suggest(typed, formatNames));
};

/** A HAR may come from anywhere, so that its secrets are masked here. */
const readRun = async (file: string): Promise<Exported> => {
  const recording = readRecording(await readNamed(file, 'name a trace that --trace wrote, or a HAR'), {
    name: showPath(file),
  });
  const masker = createMasker();
  const broken = judgeRecording(recording, { judges: 'both' }).flatMap((judgement) =>
    momentsOf(judgement).map((moment) => ({ ...moment, rule: judgement.rule.id })),
  );
  return {
    name: basename(file).replace(/\.(?:jsonl|har|json)$/, ''),
    entries: masker.mask(recording.entries),
    broken,
  };
};
