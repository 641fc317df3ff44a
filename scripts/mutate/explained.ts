/** Faults that no test can or need notice, and why: in words that whoever doubts it can check. */
export interface Explanation {
  readonly file: string;
  readonly because: string;
  /** The changes as the report shows them. */
  readonly mutations: readonly string[];
}

const forTypes = (what: string): string => `Asked for the type checker alone. ${what}`;

export const explained: readonly Explanation[] = [
  {
    file: 'src/core/accounts.ts',
    because:
      'More of them stand in the index than need to, and are found there: it takes memory, and the answers are the same.',
    mutations: [
      'const ends = [0, ...crowds.map(({ from, count }) => from + count)]; → const ends = [0, ...crowds.map(({ from, count }) => from - count)];',
      'const ends = [0, ...crowds.map(({ from, count }) => from + count)]; → const ends = [0, ...crowds.map(({ from, count }) => undefined)];',
      'const starts = [...crowds.map(({ from }) => from), length]; → const starts = [ length];',
      'const starts = [...crowds.map(({ from }) => from), length]; → const starts = [...crowds.map(({ from }) => undefined), length];',
      'const starts = [...crowds.map(({ from }) => from), length]; → const starts = [...crowds.map(({ from }) => from), ];',
      'return ends.map((end, index) => [end, starts[index] as number]); → return ends.map((end, index) => [end, ]);',
    ],
  },
  {
    file: 'src/core/actions.ts',
    because: forTypes(
      'A token for a store has no customer, and one of a customer has no store: neither equals one that is named.',
    ),
    mutations: [
      "token.kind === 'customer' && token.customerId === customer → token.customerId === customer",
      "token.kind === 'store' && token.store === store; → token.store === store;",
    ],
  },
  {
    file: 'src/core/actions.ts',
    because: 'A token that a scenario ends has to end before now. How long before is nobody’s business.',
    mutations: [
      'expiresAt: Math.min(token.expiresAt, turn.now - 1), → expiresAt: Math.min(token.expiresAt, turn.now - 2),',
    ],
  },
  {
    file: 'src/core/consent.ts',
    because: forTypes(
      'A consent that was withdrawn has no end, and what has no end still lasts: it is left as it is all the same.',
    ),
    mutations: [
      "if (consent?.state !== 'granted' || stillLasts(consent.until, turn.now)) return; → if (stillLasts(consent.until, turn.now)) return;",
    ],
  },
  {
    file: 'src/core/consent.ts',
    because: forTypes('A token for a store has no customer, and so is none of the customer who withdraws.'),
    mutations: [
      "if (token.kind === 'customer' && isLost(token)) world.tokens.set(text, { ...token, revoked: true }); → if (isLost(token)) world.tokens.set(text, { ...token, revoked: true });",
    ],
  },
  {
    file: 'src/core/facts.ts',
    because: forTypes('A token for a store has neither customer nor scope: it covers no scope, and nobody consented.'),
    mutations: [
      "const mine = token?.kind === 'customer' ? token : undefined; → const mine = true ? token : undefined;",
    ],
  },
  {
    file: 'src/core/faults.ts',
    because: forTypes('A route without a region has none that could be down.'),
    mutations: [
      'const outage = route.region && findOutage(turn, route.region); → const outage = findOutage(turn, route.region);',
      'const outage = route.region && findOutage(turn, route.region); → const outage = findOutage(turn, route.region); (2)',
    ],
  },
  {
    file: 'src/core/faults.ts',
    because: forTypes('What waits for a notification names no operation, and so does not name this one.'),
    mutations: [
      "takeOldest(turn, exchange, (action) => 'operation' in action && action.operation === operation && is(action)); → takeOldest(turn, exchange, (action) => action.operation === operation && is(action));",
    ],
  },
  {
    file: 'src/core/limits.ts',
    because: 'A bucket that is new is topped up in the next line, and that cuts off what is above its brim.',
    mutations: [
      "const bucket = counterOf(turn, name, { kind: 'bucket', level: most * 1000, at: turn.now }); → const bucket = counterOf(turn, name, { kind: 'bucket', level: most * 1001, at: turn.now });",
    ],
  },
  {
    file: 'src/core/listing.ts',
    because: forTypes('A notice that is sent and not accepted has no instant at which it was accepted.'),
    mutations: [
      "return notice.state === 'accepted' ? notice.acceptedAt : undefined; → return true ? notice.acceptedAt : undefined;",
    ],
  },
  {
    file: 'src/core/listing.ts',
    because:
      'Of a customer of whom nothing is held there is nothing to list: a page of less than no records, or of a number that is none, is as empty as one of no records, and no page follows it.',
    mutations: [
      'const total = turn.world.holdings.get(key(query.customerId, query.scope))?.records ?? 0; → const total = turn.world.holdings.get(key(query.customerId, query.scope))?.records;',
      'const total = turn.world.holdings.get(key(query.customerId, query.scope))?.records ?? 0; → const total = turn.world.holdings.get(key(query.customerId, query.scope))?.records ?? -1;',
    ],
  },
  {
    file: 'src/core/memory.ts',
    because:
      'No operation answers with 399 or 499: the table of errors has neither, and a success is 200 or 201. What a scenario injects is not kept at all.',
    mutations: [
      'if (status < 400) return true; → if (status < 399) return true;',
      "return choice === 'operation-refusals' && status < 500; → return choice === 'operation-refusals' && status < 499;",
    ],
  },
  {
    file: 'src/core/notices.ts',
    because:
      'Which notifications another overtakes is drawn from the seed. `notification.order` says that it happens, not to which, nor how often.',
    mutations: [
      "below(2, turn.world.settings.seed, 'detour', identityOf(id)) === 0; → below(3, turn.world.settings.seed, 'detour', identityOf(id)) === 0;",
      "below(2, turn.world.settings.seed, 'detour', identityOf(id)) === 0; → below(2, turn.world.settings.seed, 'detour', identityOf(id)) !== 0;",
      "below(2, turn.world.settings.seed, 'detour', identityOf(id)) === 0; → below(2, turn.world.settings.seed, 'detour', identityOf(id)) === 1;",
    ],
  },
  {
    file: 'src/core/portability.ts',
    because: forTypes('A route that creates has no query id.'),
    mutations: [
      "const queryId = 'queryId' in route ? route.queryId : undefined; → const queryId = true ? route.queryId : undefined;",
    ],
  },
  {
    file: 'src/core/portability.ts',
    because: forTypes('Only an answer that is known can still stand.'),
    mutations: [
      "if (known !== undefined && how === 'stands') return resend(call, known); → if (how === 'stands') return resend(call, known);",
    ],
  },
  {
    file: 'src/core/records/generate.ts',
    because: 'A word that goes into a hash: without it the records are other ones, and as good.',
    mutations: [
      "const source = [seed, 'record', customerId, scope, position] as const; → const source = [seed, customerId, scope, position] as const;",
    ],
  },
  {
    file: 'src/core/snapshot.ts',
    because: forTypes('`typeof null` is `object`, and there is no null in a world.'),
    mutations: [
      "if (typeof value !== 'object' || value === null) return value; → if (typeof value !== 'object') return value;",
      "if (typeof value !== 'object' || value === null) return value; → if (typeof value !== 'object') return value; (2)",
    ],
  },
  {
    file: 'src/core/text.ts',
    because: 'A text without escapes is decoded to itself: it is only told sooner.',
    mutations: ["if (!text.includes('%')) return text; → if (false) return text;"],
  },
  {
    file: 'src/spec/time.ts',
    because: 'A regular expression takes a negative `lastIndex` for 0.',
    mutations: ['part.lastIndex = 0; → part.lastIndex = -1;'],
  },
  {
    file: 'src/spec/time.ts',
    because: forTypes('The expression finds units of the table alone.'),
    mutations: [
      'if (unit === undefined || unit >= lastUnit) return undefined; → if (unit >= lastUnit) return undefined;',
    ],
  },
  {
    file: 'src/spec/faults/service.ts',
    because: forTypes('The same for all faults of the service, so that their type lets no other word stand here.'),
    mutations: [
      "const refused = { place: 'service', sees: 'refusal', acts: 'never', retry: 'owed' } as const; → const refused = { place: 'another place', sees: 'refusal', acts: 'never', retry: 'owed' } as const;",
      "const refused = { place: 'service', sees: 'refusal', acts: 'never', retry: 'owed' } as const; → const refused = { place: 'service', sees: 'another sees', acts: 'never', retry: 'owed' } as const;",
      "const refused = { place: 'service', sees: 'refusal', acts: 'never', retry: 'owed' } as const; → const refused = { place: 'service', sees: 'refusal', acts: 'another acts', retry: 'owed' } as const;",
    ],
  },
];
