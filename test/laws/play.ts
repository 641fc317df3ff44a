import type { Reply } from '../../src/core/reply.ts';
import { requestFor } from './requests.ts';
import { deskOf, give, type Given, open, type Run, type Setup } from './run.ts';
import { minute, type Move, type Tale } from './moves.ts';

/** Plays stories to a service. Time is a number that only waiting moves; what falls due is met at its own instant. */

export const play = (tale: Tale, setup: Setup = {}): Run => {
  const run = open(setup);
  for (const move of tale) perform(run, move);
  return run;
};

export const perform = (run: Run, move: Move): void => {
  switch (move.do) {
    case 'wait':
      passTime(run, run.now + move.for);
      return;
    case 'endpoint':
      run.endpointTakes = move.takes;
      return;
    case 'lever':
      give(run, { kind: 'action', action: structuredClone(move.action) });
      break;
    default:
      ask(run, move);
  }
  passTime(run, run.now);
};

/** What a client is told; whether it arrives is another matter. */
export const ask = (run: Run, move: Move): Given | undefined => {
  const request = requestFor(run, move);
  const takes = ('takes' in move && typeof move.takes === 'number' && move.takes) || 0;
  const exchange = takes > 0 ? { exchange: ++run.exchanges } : {};
  const { reply } = give(run, { kind: 'request', request, ...exchange });
  if (takes > 0) run.agenda.push({ at: run.now + takes, input: { kind: 'closed', exchange: run.exchanges } });
  if (reply === undefined) return undefined;
  const answer = read(run, move, reply);
  run.answers.push(answer);
  if (answer.status < 300) keep(run, move, answer);
  return answer;
};

const read = (run: Run, move: Move, { answer, reason }: Reply): Given => ({
  at: run.now,
  to: move.do,
  as: 'as' in move ? move.as : undefined,
  status: answer.status,
  headers: answer.headers,
  text: answer.body,
  row: reason.row,
  remembered: reason.rememberedSince !== undefined,
  move,
  injected: reason.injected === true,
  metLimits: reason.usage !== undefined,
});

const keep = (run: Run, move: Move, { text, headers }: Given): void => {
  if (!('as' in move) || move.do === 'download' || move.do === 'store') return;
  const body = JSON.parse(text) as Readonly<Record<string, never>>;
  const desk = deskOf(run, move.as);
  if (move.do === 'create') {
    desk.query = body['id'] ?? '';
  } else if (move.do === 'list') {
    desk.links = body['records'] ?? [];
    desk.next = body['nextPageToken'] ?? body['pagination']?.['nextPageToken'] ?? headers['nextpagetoken'] ?? '';
  } else {
    desk.tokens.push(body['access_token'] ?? '');
    desk.refresh = body['refresh_token'] ?? desk.refresh;
  }
};

const passTime = (run: Run, end: number): void => {
  for (;;) {
    const next = run.agenda.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
    if (next === undefined) break;
    run.agenda.splice(run.agenda.indexOf(next), 1);
    run.now = next.at;
    give(run, next.input);
  }
  run.now = end;
};

/** Lets everything come to its end. */
export const finish = (run: Run): Run => {
  passTime(run, Math.max(run.now, ...run.agenda.map(({ at }) => at)) + 30 * minute);
  return run;
};

/** The same run, to go on with separately. */
export const fork = (run: Run, service = run.setup.service): Run => {
  const { setup, ...rest } = run;
  return { ...structuredClone(rest), setup: { ...setup, ...(service && { service }) } };
};
