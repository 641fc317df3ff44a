import { show } from '../language/show.ts';
import { refuse } from '../misuse.ts';
import { requireKnown } from '../play/require-given.ts';
import type { Judgement } from '../rules/rule.ts';
import type { RuleChoice } from '../rules/rule-choice.ts';
import { judgeTrace } from '../rules/judge-trace.ts';
import { readRecording, type Recording, type RecordingOptions, type RecordingSource } from './read-recording.ts';

/*
 * Recordings: what was written down elsewhere, judged by the same rules, and what a simulation writes down for others.
 *
 * In: `readRecording` takes a HAR or a trace, from a file that anybody may have written, so that every field is checked and
 * named in errors (`data.ts`). A HAR is read as its exchanges on the wire (`read-har.ts`), and these are imported as entries
 * of a trace (`import-exchanges.ts`): requests to the service, their answers, notifications. What a wire does not show, as
 * states and the moment of a decision, is not made up: the rules find it missing. Out: `recordTraffic` listens to what an
 * application sends and gets, `toHar` writes a simulated run in the same form.
 *
 * Nothing that leaves here holds a secret. Redaction keeps what is known to be harmless (`interface-words.ts`) and names all
 * else, equal secrets by equal names, so that a redacted recording is judged as the one behind it.
 */

/** What `checkTrace` can be told, besides what the recording was made of. All of it may be left out. */
export interface CheckTraceOptions extends RecordingOptions {
  /** Which rules, and at which level; see `judges` for about whom. */
  readonly rules?: RuleChoice;
  /** Rules about the service, about the client, or both. A recording is mostly of interest for the service. */
  readonly judges?: 'service' | 'client' | 'both';
}

/**
 * Judges what happened elsewhere by the rules of the interfaces: the service itself, or a client, or both.
 *
 * What a recording cannot show is `inconclusive`, never held. Throws Misuse `BAD_OPTION` for what is no recording, naming
 * the entry and the field.
 *
 * @example
 * const judgements = checkTrace(readFileSync('import.har', 'utf8'), { hosts: { token: 'https://auth.example.com' } });
 * judgements.filter(({ verdict }) => verdict === 'broken'); // where the service is not as it is simulated
 */
export const checkTrace = (source: RecordingSource, options: CheckTraceOptions = {}): readonly Judgement[] => {
  requireKnown(options, known, 'checkTrace');
  const { judges = 'both' } = options;
  if (!judged.includes(judges)) {
    throw refuse('checkTrace, judges', `${show(judges)} is judged by no rule`, 'write "service", "client" or "both"');
  }
  return judgeRecording(readRecording(source, options), options);
};

const judged: readonly unknown[] = ['service', 'client', 'both'];

const known = Object.keys({
  hosts: true,
  endpoint: true,
  profile: true,
  assumptions: true,
  limits: true,
  name: true,
  rules: true,
  judges: true,
} satisfies { readonly [Name in keyof CheckTraceOptions]-?: true });

export const judgeRecording = (
  { entries, context }: Recording,
  { rules, judges = 'service' }: Pick<CheckTraceOptions, 'rules' | 'judges'>,
): readonly Judgement[] =>
  judgeTrace(entries, context, rules, 'checkTrace').filter(({ rule }) => judges === 'both' || rule.judges === judges);
