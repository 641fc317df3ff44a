import { type Effects, type Input, step } from '../../src/core/step.ts';
import type { World } from '../../src/core/world.ts';
import type { LawName } from './all-laws.ts';
import type { Service } from './run.ts';

/** Services with a bug each, made by wrapping the good one, and the laws that have to notice. */

export interface Bug {
  readonly bug: string;
  /** Called for every try, so that what a bug keeps to itself begins anew. */
  readonly make: () => Service;
  readonly breaks: readonly LawName[];
}

export type Request = Extract<Input, { kind: 'request' }>['request'];
type Answered = Effects & { readonly reply: NonNullable<Effects['reply']> };

export const isCreate = ({ method, url }: Request): boolean => method === 'POST' && url.includes('/data-queries');
export const isList = ({ url }: Request): boolean => url.includes('/records');
export const isDownload = ({ url }: Request): boolean => /\/(files|schemas)\//.test(url);
export const isToken = ({ url }: Request): boolean => url.includes('/auth/o2/token');

/** A service whose answers to some requests are tampered with, or followed by what should not be. */
export const after =
  (
    concerns: (request: Request) => boolean,
    change: (effects: Answered, world: World, now: number, request: Request) => Effects | void,
  ): Service =>
  (world, input, now) => {
    const effects = step(world, input, now);
    if (input.kind !== 'request' || effects.reply === undefined || !concerns(input.request)) return effects;
    return change({ ...effects, reply: effects.reply }, world, now, input.request) ?? effects;
  };

export const before =
  (change: (world: World, input: Input, now: number) => void): Service =>
  (world, input, now) => {
    change(world, input, now);
    return step(world, input, now);
  };

export const onAction =
  (does: string, change: (world: World, input: Extract<Input, { kind: 'action' }>, now: number) => void): Service =>
  (world, input, now) => {
    const effects = step(world, input, now);
    if (input.kind === 'action' && input.action.do === does) change(world, input, now);
    return effects;
  };

export const stamped = (effects: Answered, stamp: string): Effects => {
  const { answer } = effects.reply;
  return {
    ...effects,
    reply: { ...effects.reply, answer: { ...answer, headers: { ...answer.headers, 'x-stamp': stamp } } },
  };
};

export const bodied = (effects: Answered, change: (body: string) => string): Effects => {
  const { answer } = effects.reply;
  return { ...effects, reply: { ...effects.reply, answer: { ...answer, body: change(answer.body) } } };
};

export const always = (): boolean => true;
