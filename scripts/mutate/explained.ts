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
    file: 'src/core/create.ts',
    because: 'What was read of an answer is read once more: it takes time, and the id is the same.',
    mutations: ['if (known !== undefined) return known; → if (false) return known;', 'idsRead.set(answer, id); → ;'],
  },
  {
    file: 'src/core/email.ts',
    because: 'Asked whether something holds, what is undefined says no as well.',
    mutations: [
      "if (typeof value !== 'string') return false; → if (typeof value !== 'string') return undefined;",
      "if (choice === 'every-request-sends') return false; → if (choice === 'every-request-sends') return undefined;",
      'if (sent.at < oldest) return false; → if (sent.at < oldest) return undefined;',
      "if (/\\s/.test(text) || local === '' || domain === '' || more.length > 0) return false; → if (/\\s/.test(text) || local === '' || domain === '' || more.length > 0) return undefined;",
      'return false; → return undefined;',
    ],
  },
  {
    file: 'src/core/facts.ts',
    because: forTypes('A header that has the word has a token behind it.'),
    mutations: [
      "return token !== undefined && isBearer ? { form: 'bearer', token } : { form: 'malformed', token: '' }; → return isBearer ? { form: 'bearer', token } : { form: 'malformed', token: '' };",
    ],
  },
  {
    file: 'src/core/facts.ts',
    because: forTypes('No row asks for a service without a fault, whatever that is called.'),
    mutations: [
      "front: findServiceFault(turn, 'front') ?? 'open', → front: findServiceFault(turn, 'front'),",
      "authorizer: findServiceFault(turn, 'authorizer') ?? 'answers', → authorizer: findServiceFault(turn, 'authorizer'),",
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
    because: 'An order decides where more than one of them is wrong: then one of the first two is.',
    mutations: [
      "'query-first': ['query', 'size', 'page'], → 'query-first': ['query', 'size', ],",
      "'parameters-first': ['size', 'page', 'query'], → 'parameters-first': ['size', 'page', ],",
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
    file: 'src/core/parameters.ts',
    because: 'A query without a sign has no parameters, however long one looks for them.',
    mutations: ["if (query === '') return none; → if (false) return none;", "query === '' → false"],
  },
  {
    file: 'src/core/portability.ts',
    because: forTypes('Nothing is kept without a name.'),
    mutations: [
      'const early = refusal === undefined ? undefined : recall(turn, refusal); → const early = false ? undefined : recall(turn, refusal);',
      'const vouched = voucher !== undefined && recall(turn, voucher) !== undefined; → const vouched = recall(turn, voucher) !== undefined;',
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
    file: 'src/core/memory.ts',
    because: 'Nothing is answered with the status in between.',
    mutations: [
      'if (status < 400) return true; → if (status < 399) return true;',
      "return choice === 'operation-refusals' && status < 500; → return choice === 'operation-refusals' && status < 499;",
    ],
  },
  {
    file: 'src/core/memory.ts',
    because:
      'How far a memory has been cleared is known, or is found anew: the same answers are forgotten. It takes longer.',
    mutations: [
      'const few = 16; → const few = 17;',
      'const few = 16; → const few = 15;',
      'const isLong = memory.size > few; → const isLong = memory.size >= few;',
      'const isLong = memory.size > few; → const isLong = memory.size <= few;',
      'const place = (isLong ? cleared.get(memory) : undefined) ?? { rest: memory[Symbol.iterator](), oldest: undefined }; → const place = { rest: memory[Symbol.iterator](), oldest: undefined };',
      'const place = (isLong ? cleared.get(memory) : undefined) ?? { rest: memory[Symbol.iterator](), oldest: undefined }; → const place = (false ? cleared.get(memory) : undefined) ?? { rest: memory[Symbol.iterator](), oldest: undefined };',
      'if (isStill && turn.now - kept.answeredAt <= lifetime) return void (isLong && cleared.set(memory, place)); → if (isStill && turn.now - kept.answeredAt <= lifetime) return undefined;',
      'if (isStill && turn.now - kept.answeredAt <= lifetime) return void (isLong && cleared.set(memory, place)); → if (isStill && turn.now - kept.answeredAt <= lifetime) return void (isLong);',
      'if (isStill && turn.now - kept.answeredAt <= lifetime) return void (isLong && cleared.set(memory, place)); → if (isStill && turn.now - kept.answeredAt <= lifetime) return void (cleared.set(memory, place));',
      'if (isStill && turn.now - kept.answeredAt <= lifetime) return void (isLong && cleared.set(memory, place)); → if (isStill && turn.now - kept.answeredAt <= lifetime) return void ((isLong) || (cleared.set(memory, place)));',
      'const place = (isLong ? cleared.get(memory) : undefined) ?? { rest: memory[Symbol.iterator](), oldest: undefined }; → const place = (true ? cleared.get(memory) : undefined) ?? { rest: memory[Symbol.iterator](), oldest: undefined };',
    ],
  },
  {
    file: 'src/core/memory.ts',
    because:
      'One that was answered anew since stands further back, and those between were answered later than it first was.',
    mutations: [
      'if (isStill && turn.now - kept.answeredAt <= lifetime) return void (isLong && cleared.set(memory, place)); → if (turn.now - kept.answeredAt <= lifetime) return void (isLong && cleared.set(memory, place));',
    ],
  },
  {
    file: 'src/core/respond.ts',
    because: 'What is undefined says as little as what is left out.',
    mutations: [
      'reason: { row: name, section: errorSection, ...(saw !== undefined && { saw }) }, → reason: { row: name, section: errorSection, ...({ saw }) },',
      'reason: { ...reply.reason, row, ...(saw !== undefined && { saw }) }, → reason: { ...reply.reason, row, ...({ saw }) },',
    ],
  },
  {
    file: 'src/core/routes.ts',
    because: 'Only the first part is read.',
    mutations: [
      "const [text = ''] = url.slice(url.indexOf('//') + 2).split('#', 1); → const [text = ''] = url.slice(url.indexOf('//') + 2).split('#', 2);",
    ],
  },
  {
    file: 'src/core/routes.ts',
    because: 'No operation has a star but at the end of its path.',
    mutations: [
      "const source = path.replaceAll('.', '\\\\.').replace(/\\*$/, '.*'); → const source = path.replaceAll('.', '\\\\.').replace(/\\*/, '.*');",
    ],
  },
  {
    file: 'src/core/routes.ts',
    because: 'A host that takes all has one operation, which does.',
    mutations: [
      "const takesAll = (host: Host): boolean => shapesAt(host).some(({ method }) => method === 'ANY'); → const takesAll = (host: Host): boolean => shapesAt(host).every(({ method }) => method === 'ANY');",
    ],
  },
  {
    file: 'src/core/known-routes.ts',
    because: 'A route that is read anew each time is the same. It takes longer.',
    mutations: [
      "if (typeof paths !== 'string') return findRoute(routing, asked); → if (true) return findRoute(routing, asked);",
      'if (keep === undefined) known.set(bases, (keep = keepByUrl())); → if (true) known.set(bases, (keep = keepByUrl()));',
    ],
  },
  {
    file: 'src/core/seals.ts',
    because: 'Nothing that is so short was sealed: looked into, it bears no mark either.',
    mutations: [
      'if (text.length < sealLength) return undefined; → if (false) return undefined;',
      'if (text.length < sealLength) return undefined; → if (text.length <= sealLength) return undefined;',
    ],
  },
  {
    file: 'src/core/seals.ts',
    because: 'How long a seal is nobody has to know: one digit fewer of its checksum seals as well.',
    mutations: ['const sealLength = 15; → const sealLength = 14;'],
  },
  {
    file: 'src/core/seals.ts',
    because: 'What chance is drawn from: one digit fewer is the same in all simulations of a seed as well.',
    mutations: [
      'export const identityOf = (id: string): string => plainUuid(id).slice(0, -sealLength); → export const identityOf = (id: string): string => plainUuid(id).slice(1, -sealLength);',
    ],
  },
  {
    file: 'src/core/service.ts',
    because: 'A reason whose leftover is undefined says as little as one that has none.',
    mutations: [
      'return leftover === undefined ? reply : { ...reply, reason: { ...reply.reason, leftover } }; → return false ? reply : { ...reply, reason: { ...reply.reason, leftover } };',
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
    because: 'Of nothing no bytes are made. It takes longer.',
    mutations: [
      "export const byteLength = (text: string): number => (text === '' ? 0 : toBytes(text).length); → export const byteLength = (text: string): number => (false ? 0 : toBytes(text).length);",
    ],
  },
  {
    file: 'src/core/world.ts',
    because: 'Each customer of a crowd stands in the index then: it takes memory, and the answers are the same.',
    mutations: [
      'holdings: indexAccounts(settings.holdings, settings.crowds ?? []), → holdings: indexAccounts(settings.holdings, []),',
    ],
  },
  {
    file: 'src/spec/boundaries.ts',
    because: forTypes('What is not short of a boundary is past it.'),
    mutations: [
      "'token.expiryBoundary': { dead: 'past', alive: 'short' }, → 'token.expiryBoundary': { dead: 'another dead', alive: 'short' },",
      "'cache.boundary': { 'new-answer': 'past', 'old-answer': 'short' }, → 'cache.boundary': { 'new-answer': 'another new-answer', 'old-answer': 'short' },",
      "'links.boundary': { dead: 'past', usable: 'short' }, → 'links.boundary': { dead: 'another dead', usable: 'short' },",
      "'list.windowBoundary': { open: 'short', closed: 'past' }, → 'list.windowBoundary': { open: 'short', closed: 'another closed' },",
      "'limits.boundary': { forgotten: 'past', counted: 'short' }, → 'limits.boundary': { forgotten: 'another forgotten', counted: 'short' },",
    ],
  },
  {
    file: 'src/spec/time.ts',
    because: 'A length that was read is read once more: it takes time, and is the same.',
    mutations: ['if (known !== undefined) return known; → if (false) return known;', 'lengths.set(text, parsed); → ;'],
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
