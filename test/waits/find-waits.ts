import { type CallExpression, parseSync, Visitor } from 'oxc-parser';

/*
 * Where a test waits for a time, as far as its text shows it. What stands inside of the work of a simulation (`sim.run(…)`)
 * waits in virtual time, and is left out; so is waiting for an event.
 */

interface Wait {
  readonly line: number;
  /** A look again and again by the clock on the wall; a timer may also be one that a simulation runs. */
  readonly kind: 'poll' | 'timer';
}

const polls = /^(?:expect\s*\.poll|vi\.waitFor|vi\.waitUntil|Atomics\.wait|\w+\.waitForTimeout)$/;
const timers = /^(?:(?:globalThis|timers|timersPromises)\.)?(?:setTimeout|setInterval)$|^scheduler\.wait$/;

/** What runs a function that it is given in virtual time. */
const runs = /(?:^|\.)(?:run|enter)$/;

/** In the text of a program that a test starts; a client by itself is run by a simulation. */
const inPrograms =
  /(?<![.\w])(?:setTimeout|setInterval|Atomics\.wait|scheduler\.wait)\(|\btime\.sleep\(|\bsleep [\d.]+(?:$|[\s;&])/m;
const isClient = /export default|\.run\(/;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** In a file that is no program in JavaScript, all of it is text. */
export const findWaits = (name: string, text: string): readonly Wait[] => {
  const found: (readonly [number, Wait['kind']])[] = [];
  if (/\.[cm]?[jt]sx?$/.test(name)) findInCode(name, text, (at, kind) => found.push([at, kind]));
  else if (inPrograms.test(text)) found.push([text.search(inPrograms), 'timer']);
  return found.map(([at, kind]) => ({ line: text.slice(0, at).split('\n').length, kind }));
};

const findInCode = (name: string, text: string, tell: (at: number, kind: Wait['kind']) => void): void => {
  const written = ({ start, end }: Span): string => text.slice(start, end);
  const calleeOf = ({ callee }: CallExpression): string => written(callee);
  const imported = new Set<string>();
  let running = 0;
  const readText = (literal: Span): void => {
    const program = written(literal);
    if (inPrograms.test(program) && !isClient.test(program)) tell(literal.start, 'timer');
  };
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      if (source.value !== 'node:timers' && source.value !== 'node:timers/promises') return;
      for (const one of specifiers)
        if ('imported' in one && /^set(?:Timeout|Interval)$/.test(written(one.imported))) imported.add(one.local.name);
    },
    CallExpression: (call) => {
      const callee = calleeOf(call);
      if (polls.test(callee)) tell(call.start, 'poll');
      else if (running === 0 && (timers.test(callee) || imported.has(callee))) tell(call.start, 'timer');
      if (runs.test(callee)) running += 1;
    },
    'CallExpression:exit': (call) => {
      if (runs.test(calleeOf(call))) running -= 1;
    },
    TemplateLiteral: readText,
    Literal: (literal) => {
      if (typeof literal.value === 'string') readText(literal);
    },
  }).visit(parseSync(name, text).program);
};
