import type { Entry } from '../../trace/entry.ts';

/** The entries of one kind. */
export type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { readonly kind: Kind }>;

export type WireRequest = EntryOf<'request'>['request'];
export type WireAnswer = EntryOf<'answer'>['answer'];
export type ExchangeFault = EntryOf<'fault'>['fault'];
export type Transition = EntryOf<'transition'>;
export type Action = EntryOf<'action'>['action'];
