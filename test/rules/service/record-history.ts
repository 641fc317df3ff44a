import { type Effects, type Input, step as usualStep } from '../../../src/core/step.ts';
import type { World } from '../../../src/core/world.ts';
import type { Context } from '../../../src/rules/history.ts';
import { describeInitialWorld } from '../../../src/simulation/initial-world.ts';
import type { Entry } from '../../../src/trace/entry.ts';

/** A service that writes down what it does, entry by entry, as a simulation would. */
export interface Recorder {
  readonly step: typeof usualStep;
  readonly entries: Entry[];
  readonly context: () => Context;
  /** What is still on its way arrives, for only an arrival tells how long an exchange was under way. */
  readonly end: () => void;
}

type Request = Extract<Input, { kind: 'request' }>;
type Written = Entry extends infer One ? (One extends Entry ? Omit<One, 'at'> : never) : never;

/** `step` is what the service is; another than the usual one shows that the rules find faults. */
export const createRecorder = (step: typeof usualStep = usualStep): Recorder => {
  const entries: Entry[] = [];
  const sent = new Map<string, number>();
  let start: { readonly world: World; readonly epoch: number } | undefined;
  let exchanges = 0;
  let notifications = 0;
  const numbers = new Map<number, number>();

  const begin = (world: World, epoch: number): void => {
    start = { world, epoch };
    const initially = describeInitialWorld(world, epoch, { latency: '0s' });
    entries.push({ at: 0, kind: 'began', epoch: new Date(epoch).toISOString(), seed: 7, world: initially });
  };

  const record: typeof usualStep = (world, input, now) => {
    if (start === undefined) begin(world, now);
    const at = now - (start?.epoch ?? now);
    const write = (entry: Written): void => void entries.push({ at, ...entry });
    const exchange = exchanges + 1;
    if (input.kind === 'request') {
      exchanges = exchange;
      if (input.exchange !== undefined) numbers.set(input.exchange, exchange);
      const { operation, region } = whereTo(world, input);
      write({ kind: 'request', exchange, operation, ...(region && { region }), request: input.request });
    } else if (input.kind === 'action') write({ kind: 'action', action: input.action, place: 'drawn' });
    const effects = step(world, input, now);
    if (input.kind === 'authorize' && effects.code !== undefined) {
      const { clientId: application, customerId: customer, scope } = input;
      write({ kind: 'authorized', application, customer, scope, code: effects.code });
    }
    for (const transition of effects.transitions) {
      write({ kind: 'transition', ...transition, ...(input.kind === 'request' && { by: exchange }) });
    }
    for (const { query, application, attempt, status, region, body } of effects.notifications) {
      notifications += 1;
      sent.set(`${query} ${attempt}`, notifications);
      write({ kind: 'notification', notification: notifications, query, application, status, region, body });
    }
    if (input.kind === 'request') answer(input, effects, exchange, write);
    if (input.kind === 'closed') {
      write({ kind: 'arrived', exchange: numbers.get(input.exchange) ?? 0 });
      numbers.delete(input.exchange);
    }
    const heard = input.kind === 'heard' ? sent.get(`${input.query} ${input.attempt}`) : undefined;
    if (input.kind === 'heard' && heard !== undefined) {
      if (input.accepted) write({ kind: 'delivered', notification: heard, status: 204 });
      else write({ kind: 'undelivered', notification: heard, why: 'not taken' });
    }
    return effects;
  };

  const answer = (
    input: Request,
    { reply, leaned }: Effects,
    exchange: number,
    write: (entry: Written) => void,
  ): void => {
    if (reply === undefined) return;
    const { rememberedSince, ...why } = reply.reason;
    const since = rememberedSince === undefined ? {} : { rememberedSince: rememberedSince - (start?.epoch ?? 0) };
    write({ kind: 'answer', exchange, answer: reply.answer, ...why, ...since, leaned });
    if (input.exchange === undefined) write({ kind: 'arrived', exchange });
  };

  return {
    step: record,
    entries,
    end: () => {
      const at = entries.at(-1)?.at ?? 0;
      for (const exchange of numbers.values()) entries.push({ at, kind: 'arrived', exchange });
      numbers.clear();
    },
    context: () => {
      if (start === undefined) throw new Error('nothing has happened');
      const { assumptions, limits } = start.world.settings;
      return { assumptions, limits };
    },
  };
};

/** Which operation that is, told from the address alone. */
const whereTo = (
  { settings }: World,
  { request: { method, url } }: Request,
): Pick<Extract<Entry, { kind: 'request' }>, 'operation' | 'region'> => {
  const { email, token, submission, reporting, links, regions } = settings.addresses;
  const address = url.replace(/[?#].*$/s, '');
  for (const region of ['eu-west-1', 'us-east-1', 'us-west-2'] as const) {
    if (!address.startsWith(`${regions[region]}/`)) continue;
    const path = address.slice(regions[region].length);
    if (!isDecodable(path)) return { operation: 'unknown' };
    if (method === 'POST' && /^\/[^/]*\/data-queries$/.test(path)) return { operation: 'createDataQuery', region };
    const isList = method === 'GET' && /^\/[^/]*\/data-queries\/[^/]*\/records$/.test(path);
    return isList ? { operation: 'listDataQueryRecords', region } : { operation: 'unknown' };
  }
  if (address === `${email}/sendEmail`) return { operation: 'sendEmail' };
  if (address === `${token}/auth/o2/token`) return { operation: 'requestToken' };
  if (address.startsWith(submission)) return { operation: 'callSubmission' };
  if (address.startsWith(reporting)) return { operation: 'callReporting' };
  if (address.startsWith(`${links}/files/`)) return { operation: 'downloadFile' };
  return { operation: address.startsWith(`${links}/schemas/`) ? 'downloadSchema' : 'unknown' };
};

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};
