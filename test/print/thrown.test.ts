import { expect, test } from 'vitest';
import { readStyle } from '../../src/print/style.ts';
import { describeThrown, originOf, packageFolder, readThrown, sayThrown } from '../../src/print/thrown.ts';

const thrownBy = (code: () => unknown): unknown => {
  try {
    return code();
  } catch (error) {
    return error;
  }
};

const readRecords = (page: { readonly records?: readonly string[] }) => (page.records as readonly string[]).map(String);

const thisFile = 'test/print/thrown.test.ts';

/** As a library throws it: with a code, and nothing of the user's in its stack. */
const ofLibrary = Object.assign(new Error('socket hang up'), {
  code: 'ECONNRESET',
  stack: 'Error: socket hang up\n    at a (node:net:1:2)\n    at b (/app/node_modules/got/index.js:3:4)',
});

test('an error is told by its type, its message and its places in the code, and so is what caused it', () => {
  const lines = sayThrown(readThrown(new Error('the import failed', { cause: thrownBy(() => readRecords({})) })));

  expect(lines[0]).toBe('Error: the import failed');
  expect(lines[1]).toMatch(new RegExp(`^ {4}at (?:.* \\()?${thisFile}:\\d+:\\d+\\)?$`));
  const caused = lines.findIndex((line) => line.startsWith('  caused by '));
  expect(lines[caused]).toBe("  caused by TypeError: Cannot read properties of undefined (reading 'map')");
  expect(lines[caused + 1]).toMatch(new RegExp(`^ {6}at readRecords \\(${thisFile}:13:\\d+\\)$`));
});

test('of Node and of libraries no place is told, but the code that they give', () => {
  expect(sayThrown(readThrown(ofLibrary))).toEqual(['Error [ECONNRESET]: socket hang up']);
});

test('where an error itself has no place in the code, that of its cause is the one to look at', () => {
  const outer = Object.assign(new Error('outer', { cause: thrownBy(() => readRecords({})) }), {
    stack: 'Error: outer',
  });

  expect(originOf(readThrown(outer))).toMatchObject({ name: 'readRecords', line: 13 });
  expect(originOf(readThrown(ofLibrary))).toBeUndefined();
});

test.each([
  ['at async importAll (file:///home/ann/my%20client.mjs:12:5)', '/home/ann/my client.mjs', 12, 5],
  ['at /home/ann/client.ts:1:2', '/home/ann/client.ts', 1, 2],
  ['at Client.get (C:\\work\\client.ts:7:9)', 'C:\\work\\client.ts', 7, 9],
  ['at async Promise.all (index 0)\n    at run (/home/ann/client.ts:3:4)', '/home/ann/client.ts', 3, 4],
])('%s', (frame, file, line, column) => {
  const error = Object.assign(new Error('lost'), { stack: `Error: lost\n    ${frame}` });

  expect(readThrown(error).frames).toEqual([expect.objectContaining({ file, line, column })]);
});

test.each([
  [
    '/home/ann/src/shop/node_modules/stunt-double/dist/cjs/chunks/print.js',
    '/home/ann/src/shop/node_modules/stunt-double/dist/',
  ],
  ['/home/src/stunt-double/src/print/thrown.ts', '/home/src/stunt-double/src/'],
  ['C:\\src\\stunt-double\\dist\\cjs\\print.js', 'C:\\src\\stunt-double\\dist\\'],
  ['/bundled/by/somebody.js', undefined],
])('a project that lies in a folder src is not taken for the package: %s', (file, folder) => {
  expect(packageFolder(file)).toBe(folder);
});

/** What a signal gives for a reason: an error to everybody, and before Node 24 not to Node. */
const tooLate = thrownBy(() => {
  throw new DOMException('no answer in time', 'TimeoutError');
});

test('a DOMException is told by its name, and by the place where it was made', () => {
  const [first, place] = sayThrown(readThrown(tooLate));

  expect(first).toBe('TimeoutError: no answer in time');
  expect(place).toContain(`${thisFile}:`);
});

test('what an aborted signal gives for a reason is told as an error', () => {
  expect(sayThrown(readThrown(AbortSignal.abort().reason))[0]).toBe('AbortError: This operation was aborted');
});

test('a DOMException is told where it is the cause', () => {
  const lines = sayThrown(readThrown(new Error('outer', { cause: tooLate })));

  expect(lines).toContain('  caused by TimeoutError: no answer in time');
});

/** As libraries of a DOM have it: of no class of Node's. */
test('one of another DOM is told so too', () => {
  const other = { name: 'AbortError', message: 'gone', [Symbol.toStringTag]: 'DOMException' };

  expect(sayThrown(readThrown(other))).toEqual(['AbortError: gone']);
});

test('whatever is thrown can be told', () => {
  expect(sayThrown(readThrown('gone'))).toEqual(['string: gone']);
  expect(sayThrown(readThrown(null))).toEqual(['object: null']);
  const endless = new Error('endless');
  endless.cause = endless;
  expect(sayThrown(readThrown(endless)).filter((line) => line.includes('endless')).length).toBeLessThan(10);
});

test('a long message goes on in the next line, is not cut, and moves no cursor', () => {
  const style = readStyle({ columns: 40 } as never, {});
  const message = `${'word '.repeat(30)}\u001b[2J`;

  const lines = describeThrown(sayThrown(readThrown(new Error(message))), 2, style);

  expect(lines.join(' ').match(/word/g)).toHaveLength(30);
  expect(lines.join('')).toContain('\\x1b[2J');
  expect(lines.filter((line) => line.includes('word') && line.length > 40)).toEqual([]);
});

const without = (field: string): Error =>
  Object.defineProperty(new Error('told'), field, {
    get: () => {
      throw new Error(`${field} is not to be read`);
    },
  });

test.each([
  ['a message that is none', Object.assign(new Error(), { message: { code: 1 } }), 'Error: [object Object]'],
  ['a message that is a symbol', Object.assign(new Error(), { message: Symbol('why') }), 'Error: Symbol(why)'],
  ['no message', Object.assign(new Error(), { message: undefined }), 'Error: undefined'],
  ['no name', Object.assign(new Error('told'), { name: undefined }), 'Error: told'],
  ['a name that cannot be read', without('name'), 'Error: told'],
  ['a message that cannot be read', without('message'), 'Error: undefined'],
  ['a cause that cannot be read', without('cause'), 'Error: told'],
  ['a code that cannot be read', without('code'), 'Error: told'],
  ['a stack that cannot be read', without('stack'), 'Error: told'],
  ['a stack that is none', Object.assign(new Error('told'), { stack: Object.create(null) as unknown }), 'Error: told'],
])('an error with %s is told all the same', (_what, error, line) => {
  const [first] = sayThrown(readThrown(error));

  expect(first).toBe(line);
});
