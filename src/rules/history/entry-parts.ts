import type { EntryOf } from '../../trace/entry.ts';

export type WireRequest = EntryOf<'request'>['request'];
export type WireAnswer = EntryOf<'answer'>['answer'];
export type ExchangeFault = EntryOf<'fault'>['fault'];
export type Transition = EntryOf<'transition'>;
export type Action = EntryOf<'action'>['action'];
