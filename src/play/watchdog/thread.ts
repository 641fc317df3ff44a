import type { Debugger } from 'node:inspector';
import type { SourceMapPayload } from 'node:module';

/**
 * The watchdog: runs in a thread of its own, and looks whether the main thread still turns. Where it does not any more, it
 * breaks into it as a debugger does, reads where it is, and has it tell. That happens in the midst of the client's code, which
 * goes no further: nothing that is awaited can come there, and the process ends. (To end the client's code alone would be
 * no use: Node aborts when what it has called never returns.)
 *
 * The texts of these functions are all that the thread is given, so that nothing has to be loaded: they use nothing from
 * outside, and each is given the next. What counts is how long the process has computed, and not the time that has passed: a
 * machine with much to do, or that slept, accuses nobody.
 */
export const textOfThread = (): string =>
  // What stands around a function in a bundle may give it a name.
  `const __name = (value) => value; (${String(watch)})(() => (${String(breakIn)})(${String(readFrame)}));`;

/** What the thread is told when it starts. */
export interface WatchOrder {
  /** One number, which the main thread counts up as long as it turns. */
  readonly beats: SharedArrayBuffer;
  /** Real milliseconds between two looks at it. */
  readonly between: number;
  /** So many milliseconds of computing without a turn are enough; and so many looks in vain, where nothing is computed. */
  readonly computing: number;
  readonly looks: number;
  /** The symbol of what is called in the main thread, in the middle of what it is doing, with the frames. */
  readonly told: string;
  /** What is written where the main thread cannot be reached at all. */
  readonly lastWords: string;
}

/** A frame of the code that does not come to an end, the innermost first: `spin (/a/client.mjs:3:5)`. */
export interface SpinFrame {
  readonly name: string;
  /** A `file:` URL, or a path. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

type Script = Debugger.ScriptParsedEventDataType;

const watch = (onStill: () => void): void => {
  const { workerData } = process.getBuiltinModule('node:worker_threads');
  const { beats, between, computing, looks } = workerData as WatchOrder;
  const counter = new Int32Array(beats);
  const spent = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  let last = -1;
  let spentBefore = 0;
  let inVain = 0;
  let isOver = false;
  // Goes on when it has broken in: without it the thread would end before it is answered.
  setInterval(() => {
    const now = Atomics.load(counter, 0);
    if (now !== last) {
      last = now;
      spentBefore = spent();
      inVain = 0;
      return;
    }
    inVain += 1;
    if (isOver || (spent() - spentBefore < computing && inVain < looks)) return;
    isOver = true;
    onStill();
  }, between);
};

const breakIn = (read: (frame: Debugger.CallFrame, script: Script | undefined) => SpinFrame): void => {
  const { workerData } = process.getBuiltinModule('node:worker_threads');
  const { Session } = process.getBuiltinModule('node:inspector');
  const { writeSync } = process.getBuiltinModule('node:fs');
  const { told, lastWords } = workerData as WatchOrder;
  setTimeout(() => {
    writeSync(2, lastWords);
    process.kill(process.pid, 'SIGKILL');
  }, 5000);
  const scripts = new Map<string, Script>();
  const session = new Session();
  session.connectToMainThread();
  session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params));
  session.on('Debugger.paused', ({ params: { callFrames } }) => {
    const [first] = callFrames;
    if (first === undefined) return;
    const frames = callFrames.map((frame) => read(frame, scripts.get(frame.location.scriptId)));
    session.post('Debugger.evaluateOnCallFrame', {
      callFrameId: first.callFrameId,
      expression: `globalThis[Symbol.for(${JSON.stringify(told)})](${JSON.stringify(frames)})`,
    });
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
};

/** Where a frame is in what was written, as the source map of its script has it. */
const readFrame = ({ functionName, location }: Debugger.CallFrame, script: Script | undefined): SpinFrame => {
  const { SourceMap } = process.getBuiltinModule('node:module');
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const { url = '', sourceMapURL = '' } = script ?? {};
  const { lineNumber, columnNumber = 0 } = location;
  const generated = { name: functionName, file: url, line: lineNumber + 1, column: columnNumber + 1 };
  if (sourceMapURL === '') return generated;
  try {
    const [, inline] = /^data:[^,]*base64,(.*)$/s.exec(sourceMapURL) ?? [];
    const text =
      inline === undefined
        ? readFileSync(new URL(sourceMapURL, url), 'utf8')
        : Buffer.from(inline, 'base64').toString();
    const entry = new SourceMap(JSON.parse(text) as SourceMapPayload).findEntry(lineNumber, columnNumber);
    if (!('originalLine' in entry)) return generated;
    const { originalSource, originalLine, originalColumn } = entry;
    const file = URL.canParse(originalSource, url) ? new URL(originalSource, url).href : originalSource;
    return { name: functionName, file, line: originalLine + 1, column: originalColumn + 1 };
  } catch {
    return generated;
  }
};
