import type { Reply } from '../../src/core/reply.ts';
import { requestFor } from './requests.ts';
import { clientOf, give, type Given, open, type Run, type Setup } from './run.ts';
import { minute, type Command, type Commands } from './commands.ts';

/** Gives commands to a service. Time is a number that only waiting moves; what falls due is met at its own instant. */

export const play = (commands: Commands, setup: Setup = {}): Run => {
  const run = open(setup);
  for (const command of commands) perform(run, command);
  return run;
};

export const perform = (run: Run, command: Command): void => {
  switch (command.do) {
    case 'wait':
      passTime(run, run.now + command.for);
      return;
    case 'endpoint':
      run.endpointTakes = command.takes;
      return;
    case 'act':
      give(run, { kind: 'action', action: structuredClone(command.action) });
      break;
    default:
      ask(run, command);
  }
  passTime(run, run.now);
};

/** What a client is told; whether it arrives is another matter. */
export const ask = (run: Run, command: Command): Given | undefined => {
  const request = requestFor(run, command);
  const takes = ('takes' in command && typeof command.takes === 'number' && command.takes) || 0;
  const exchange = takes > 0 ? { exchange: ++run.exchanges } : {};
  const { reply } = give(run, { kind: 'request', request, ...exchange });
  if (takes > 0) run.queue.push({ at: run.now + takes, input: { kind: 'closed', exchange: run.exchanges } });
  if (reply === undefined) return undefined;
  const answer = read(run, command, reply);
  run.answers.push(answer);
  if (answer.status < 300) keep(run, command, answer);
  return answer;
};

const read = (run: Run, command: Command, { answer, reason }: Reply): Given => ({
  at: run.now,
  to: command.do,
  as: 'as' in command ? command.as : undefined,
  status: answer.status,
  headers: answer.headers,
  text: answer.body,
  row: reason.row,
  remembered: reason.rememberedSince !== undefined,
  command,
  injected: reason.injected === true,
  metLimits: reason.usage !== undefined,
});

const keep = (run: Run, command: Command, { text, headers }: Given): void => {
  if (!('as' in command) || command.do === 'download' || command.do === 'store') return;
  const body = JSON.parse(text) as Readonly<Record<string, never>>;
  const client = clientOf(run, command.as);
  if (command.do === 'create') {
    client.query = body['id'] ?? '';
  } else if (command.do === 'list') {
    client.links = body['records'] ?? [];
    client.next = body['nextPageToken'] ?? body['pagination']?.['nextPageToken'] ?? headers['nextpagetoken'] ?? '';
  } else {
    client.tokens.push(body['access_token'] ?? '');
    client.refresh = body['refresh_token'] ?? client.refresh;
  }
};

const passTime = (run: Run, end: number): void => {
  for (;;) {
    const next = run.queue.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
    if (next === undefined) break;
    run.queue.splice(run.queue.indexOf(next), 1);
    run.now = next.at;
    give(run, next.input);
  }
  run.now = end;
};

/** Lets everything come to its end. */
export const finish = (run: Run): Run => {
  passTime(run, Math.max(run.now, ...run.queue.map(({ at }) => at)) + 30 * minute);
  return run;
};

/** The same run, to go on with separately. */
export const fork = (run: Run, service = run.setup.service): Run => {
  const { setup, ...rest } = run;
  return { ...structuredClone(rest), setup: { ...setup, ...(service && { service }) } };
};
