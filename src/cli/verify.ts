import { given } from '../language/data.ts';
import type { FileKind } from '../language/yaml-source.ts';
import { refuse } from '../misuse.ts';
import { failFrom, readFailOn } from '../rules/rule-choice.ts';
import { judgeRecording } from '../recording/check-trace.ts';
import { type Recording, type RecordingOptions, readRecording } from '../recording/read-recording.ts';
import type { Style } from '../print/style.ts';
import type { Terminal } from '../print/terminal.ts';
import { countVerifications, describeVerification, isKept } from '../report/verification.ts';
import type { JudgedBy } from './common-options.ts';
import { parseText } from './config.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { sayInterrupted } from './interruption.ts';
import { type Judged, judgeRecordings } from './judge-recordings.ts';
import { keepApart } from './keep-apart.ts';
import { readNamed } from './named-files.ts';
import { openPage } from './page-options.ts';
import { verifyPage } from './verify-page.ts';
import { readAssumptions, readProfile, readRules } from './options.ts';
import { showPath } from '../print/show-path.ts';
import { openTextOrJson } from './text-or-json.ts';

/** What was typed after `verify`. */
export interface VerifyArguments extends JudgedBy {
  readonly files: readonly string[];
  readonly hosts?: string;
  readonly judge?: string;
  readonly reporter?: readonly string[];
  readonly report?: string;
}

/** Judges recordings by the rules, and says what each shows. Throws Misuse BAD_OPTION, before anything is judged. */
export const verifyRecordings = async (args: VerifyArguments, terminal: Terminal): Promise<ExitCode> => {
  keepApart(args, [...args.files, args.hosts]);
  const page = openPage(args.report, terminal);
  const tell = openTextOrJson(args.reporter, terminal, { asText, asData });
  const failOn = args.failOn === undefined ? undefined : readFailOn(args.failOn, '--fail-on');
  const rules = given({ rules: failFrom(failOn, args.rules === undefined ? undefined : readRules(args.rules)) });
  const judges = readJudge(args.judge);
  const options: RecordingOptions = {
    ...(args.hosts !== undefined && (await readHosts(args.hosts))),
    ...(args.assume !== undefined && { assumptions: readAssumptions(args.assume) }),
    ...(args.profile !== undefined && { profile: readProfile(args.profile) }),
  };
  const names = args.files.map((file) => showPath(file));
  const reading = Promise.all(
    args.files.map(async (file, index) => {
      const name = names[index] ?? file;
      return {
        name,
        recording: readRecording(await readNamed(file, 'name a HAR, or a trace that --trace wrote'), {
          ...options,
          name,
        }),
      };
    }),
  );

  const judge = (recording: Recording) => judgeRecording(recording, { ...rules, judges });
  const judged = await judgeRecordings(names, reading, judge, terminal);
  const isWhole = tell(judged);
  const isShown = page === undefined || page(verifyPage(judged));
  const { all, stopped } = judged;
  if (stopped === 'interrupted') return sayInterrupted(terminal, ` after ${all.length} of ${names.length} recordings`);
  if (stopped === 'bug') return exitCodes.bug;
  if (!isWhole || !isShown) return exitCodes.unwritten;
  return all.every(isKept) ? exitCodes.kept : exitCodes.broken;
};

const asText = ({ all, notJudged }: Judged, style: Style): string =>
  [
    ...all.map((one) => describeVerification(one, style)),
    countVerifications(all, style),
    ...(notJudged.length === 0 ? [] : [`not judged: ${notJudged.join(', ')}`]),
  ]
    .join('')
    .trimEnd();

const asData = ({ all, notJudged, stopped }: Judged): unknown => ({
  version: 1,
  kind: 'verification',
  recordings: all.map((one) => ({
    name: one.name,
    requests: one.entries.filter(({ kind }) => kind === 'request').length,
    verdict: isKept(one) ? 'kept' : 'broken',
    judgements: one.judgements.map(({ rule: { id, name, claim, section }, ...judged }) => ({
      rule: id,
      name,
      claim,
      section,
      ...judged,
    })),
  })),
  ...(stopped !== undefined && { notJudged, stopped }),
});

const readJudge = (typed = 'service'): 'service' | 'client' | 'both' => {
  if (typed === 'service' || typed === 'client' || typed === 'both') return typed;
  throw refuse('--judge', `${JSON.stringify(typed)} is judged by no rule`, 'write service, client or both');
};

const ofHosts: FileKind = { noun: 'table of hosts', remedy: 'write lines such as "token: https://auth.example.com"' };

/** Base addresses by interface and region; `endpoint` is the application's own. */
const readHosts = async (file: string): Promise<RecordingOptions> => {
  const shown = showPath(file);
  const { value } = parseText(await readNamed(file, ofHosts.remedy), shown, ofHosts);
  if (typeof value !== 'object' || value === null || !Object.values(value).every((one) => typeof one === 'string')) {
    throw refuse(shown, 'these are no addresses', ofHosts.remedy);
  }
  const { endpoint, ...hosts } = value as Readonly<Record<string, string>>;
  return { hosts, ...(endpoint !== undefined && { endpoint }) };
};
