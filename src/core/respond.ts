import { errors, errorSection, type ErrorName, type ErrorRow } from '../spec/errors.ts';
import type { Section } from '../spec/sections.ts';
import type { Reply } from './reply.ts';

/** Builds answers: the only place that knows how they are put together. */

const jsonHeaders = { 'content-type': 'application/json' } as const;

export const json = (status: number, value: unknown, section: Section): Reply => ({
  answer: { status, headers: jsonHeaders, body: JSON.stringify(value) },
  reason: { section },
});

export const xml = (status: number, body: string, section: Section): Reply => ({
  answer: { status, headers: { 'content-type': 'application/xml' }, body },
  reason: { section },
});

/** A refusal of interface C: status and body are the row's. */
export const refuse = (name: ErrorName): Reply => {
  const row: ErrorRow = errors[name];
  const { category, type, message } = row;
  return {
    answer: { status: row.status, headers: jsonHeaders, body: JSON.stringify({ category, type, message }) },
    reason: { row: name, section: row.section ?? errorSection },
  };
};

/** An answer that refuses under a name of its own (interfaces A and B, store areas). */
export const named = (row: string, reply: Reply): Reply => ({ ...reply, reason: { ...reply.reason, row } });
