import type { Scenario } from '../../language/ast.ts';
import { describeStep } from '../../language/describe-step.ts';
import { exchangeFaults } from '../../spec/faults.ts';
import { remedyOf } from '../../spec/remedies.ts';
import { showDuration } from '../../spec/time.ts';
import type { Entry, EntryOf } from '../../trace/entry.ts';

/** An exchange as the client got to see it. */
interface Seen {
  readonly request: EntryOf<'request'>;
  readonly answer?: EntryOf<'answer'>;
  readonly fault?: EntryOf<'fault'>;
  /** What the scenario did last before it was answered, by the places of its steps. */
  readonly by: string | undefined;
}

/**
 * What the client had been answered when it failed: the last answer, which it could not take, and the last before it with which
 * something was wrong; each with what the scenario did, and with what the document asks for.
 */
export const describeLastAnswers = (
  entries: readonly Entry[],
  scenario: Pick<Scenario, 'steps'>,
): readonly string[] => {
  const seen = readSeen(entries);
  const last = seen.at(-1);
  if (last === undefined) return ['nothing was answered before'];
  const wrong = seen.findLast(isWrong);
  const lines = [`the last answer that it got ${describe(last, scenario)}`];
  if (wrong === undefined) return [...lines, 'nothing was wrong with any answer before'];
  return wrong === last ? lines : [...lines, `the last that was not as usual ${describe(wrong, scenario)}`];
};

const readSeen = (entries: readonly Entry[]): readonly Seen[] => {
  const end = entries.findIndex(({ kind }) => kind === 'ended');
  const requests = new Map<number, EntryOf<'request'>>();
  const seen = new Map<number, Seen>();
  let by: string | undefined;
  for (const entry of end < 0 ? entries : entries.slice(0, end)) {
    if (entry.kind === 'action') by = entry.place;
    if (entry.kind === 'request') requests.set(entry.exchange, entry);
    if (entry.kind !== 'answer' && entry.kind !== 'fault') continue;
    const request = requests.get(entry.exchange);
    if (request === undefined) continue;
    const before = seen.get(entry.exchange);
    // In the order in which they were heard of last.
    seen.delete(entry.exchange);
    seen.set(entry.exchange, { request, by, ...before, [entry.kind]: entry });
  }
  return [...seen.values()];
};

const isWrong = ({ answer, fault }: Seen): boolean => fault !== undefined || (answer?.answer.status ?? 0) >= 300;

const describe = (seen: Seen, { steps }: Pick<Scenario, 'steps'>): string => {
  const { request, answer, fault, by } = seen;
  const { at, exchange, operation } = request;
  const step = isWrong(seen) ? steps.find(({ place }) => place === by) : undefined;
  const because = step === undefined ? '' : `, after the step "${describeStep(step)}"`;
  const asks = isWrong(seen) ? describeRemedy(seen) : '';
  return `is that to #${exchange} ${operation}, at ${showDuration(fault?.at ?? answer?.at ?? at)}: ${describeAnswer(seen)}${because}${asks}`;
};

const describeAnswer = ({ answer, fault }: Seen): string => {
  if (fault !== undefined) return `the fault ${fault.fault.name}. ${exchangeFaults[fault.fault.name].what}`;
  if (answer === undefined) return 'none';
  const { status, body } = answer.answer;
  return [String(status), ...(answer.row === undefined ? countRecords(body) : [answer.row])].join(' ');
};

/** A page without records is what some clients do not expect. */
const countRecords = (body: string): readonly string[] => {
  if (!body.startsWith('{"records":')) return [];
  const { records } = JSON.parse(body) as { readonly records: readonly unknown[] };
  return [`with ${records.length} ${records.length === 1 ? 'record' : 'records'}`];
};

/** What still comes to a client as the answer that was given. */
const isHeard: ReadonlySet<string> = new Set(['whole', 'late', 'pieces']);

const silent =
  ' The document says nothing of connections that break; whoever got no answer has to find out, or ask again';

const describeRemedy = ({ request: { operation }, answer, fault }: Seen): string => {
  if (fault !== undefined) return isHeard.has(exchangeFaults[fault.fault.name].sees) ? '' : silent;
  const remedy =
    operation === 'unknown' || answer === undefined ? undefined : remedyOf(operation, answer.answer.status, answer.row);
  return remedy === undefined ? '' : `; the document: ${remedy.asks} (${remedy.section})`;
};
