import type { Leftover } from '../core/leftovers.ts';
import { showChoice } from '../spec/assumptions/show-choice.ts';
import { type AssumptionId, assumptionRow } from '../spec/assumptions.ts';
import type { LimitName } from '../spec/limits.ts';
import { whenRefused } from '../spec/other-refusals.ts';
import { isoDate, showDuration } from '../spec/time.ts';
import type { Entry, EntryOf } from './entry.ts';
import { keepsState, stateRemedy } from './kept-state.ts';
import { sayRequest } from './say-request.ts';
import type { Settings } from './settings-in.ts';

/** Why an answer was given. Times are virtual milliseconds since the simulation began. */
export interface Explanation {
  /** The exchange, numbered from 1. */
  readonly exchange: number;
  /** The request in one line. */
  readonly request: string;
  readonly status: number;
  readonly at: number;
  /** The virtual time of day, ISO 8601. */
  readonly clock: string;
  /** The gate or row that refused, by our name; absent when nothing did. */
  readonly row?: string;
  /** The condition of that row, in words. */
  readonly because?: string;
  /** What in the request was decisive for the refusal, and what it came up against; secrets are described, not quoted. */
  readonly saw?: string;
  /** The section of the interface document that the answer stands on. */
  readonly section: string;
  /** A scenario had it answer so. */
  readonly injected: boolean;
  /** What in the request the client kept from another simulation: it is unknown in this one. */
  readonly leftover?: Leftover;
  /** A remembered answer: when it was first given, and how old it was. */
  readonly remembered?: { readonly since: number; readonly age: number };
  /** How full the limits of the operation were, once the request was counted. */
  readonly limits: readonly { readonly name: LimitName; readonly used: number; readonly of: number }[];
  /** The open points that decided it, and the choice made in each. */
  readonly assumptions: readonly { readonly id: AssumptionId; readonly value: unknown; readonly question: string }[];
  /** All of it as lines for a person. */
  readonly text: string;
}

interface Ground extends Settings {
  readonly epoch: number;
}

type Answered = EntryOf<'answer'>;
type Asked = EntryOf<'request'>;

/** Explains an exchange of a trace, the last one without a number; undefined when there is no such answer. */
export const explain = (entries: readonly Entry[], ground: Ground, exchange?: number): Explanation | undefined => {
  const answer = entries.findLast(
    (entry): entry is Answered => entry.kind === 'answer' && (exchange === undefined || entry.exchange === exchange),
  );
  const request = entries.find(
    (entry): entry is Asked => entry.kind === 'request' && entry.exchange === answer?.exchange,
  );
  return answer && request && describe(request, answer, ground);
};

const describe = (request: Asked, answer: Answered, { epoch, assumptions, limits }: Ground): Explanation => {
  const { at, exchange, row, section, saw, rememberedSince: since, leftover, usage = {} } = answer;
  const because = row === undefined ? undefined : whenRefused(row);
  const facts: Omit<Explanation, 'text'> = {
    exchange,
    request: sayRequest(request),
    status: answer.answer.status,
    at,
    clock: isoDate(epoch + at),
    ...(row !== undefined && { row }),
    ...(because !== undefined && { because }),
    ...(saw !== undefined && { saw }),
    section,
    injected: answer.injected === true,
    ...(leftover !== undefined && { leftover }),
    ...(since !== undefined && { remembered: { since, age: at - since } }),
    limits: Object.entries(usage).map(([name, used]) => {
      const limit = limits[name as LimitName];
      return { name: name as LimitName, used, of: Number(limit.value) };
    }),
    assumptions: answer.leaned.map((id) => ({ id, value: assumptions[id], question: assumptionRow(id).question })),
  };
  return { ...facts, text: say(facts) };
};

const say = (facts: Omit<Explanation, 'text'>): string => {
  const { exchange, request, status, row, because, saw, injected, leftover, remembered } = facts;
  const lines = [`#${exchange} ${request} → ${status}${row === undefined ? '' : ` ${row}`}`];
  if (because !== undefined) lines.push(`  because      ${because}`);
  if (saw !== undefined) lines.push(`  came         ${saw}`);
  if (injected) lines.push('  injected     by the scenario, before the service did anything');
  if (leftover !== undefined) {
    lines.push(`  kept         the ${leftover} is of another simulation: ${keepsState}`);
    lines.push(`  remedy       ${stateRemedy}`);
  }
  lines.push(`  section      ${facts.section}`);
  lines.push(`  clock        ${facts.clock}, ${showDuration(facts.at)} after the beginning`);
  if (remembered !== undefined) {
    lines.push(`  remembered   since ${showDuration(remembered.since)}, ${showDuration(remembered.age)} old`);
  }
  for (const { name, used, of } of facts.limits) lines.push(`  limit        ${name}: ${used} of ${of}`);
  for (const { id, value, question } of facts.assumptions) {
    lines.push(`  assumption   ${id} = ${showChoice(value)}: ${question}`);
  }
  return lines.join('\n');
};
