import type { Debugger } from 'node:inspector';
import type { SourceMapPayload, SourceMapping } from 'node:module';

/** What the thread is told when it starts. */
export interface WatchOrder {
  /** One number, which the main thread counts up as long as it turns. */
  readonly beats: SharedArrayBuffer;
  /** Real milliseconds between two looks at it, and how many of them in vain are enough. */
  readonly between: number;
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

/**
 * The watchdog: runs in a thread of its own, and looks whether the main thread still turns. Where it does not any more, it
 * breaks into it as a debugger does, reads where it is, and has it tell. That happens in the midst of the client's code, which
 * goes no further: nothing that is awaited can come there, and the process ends. (To end the client's code alone would be
 * no use: Node aborts when what it has called never returns.)
 *
 * The text of this function is all that the thread is given, so that nothing has to be loaded: it may use nothing from outside.
 * Looks are counted, and not the time that has passed: a machine that sleeps, or a process that is stopped, watches nothing.
 */
export const watchMainThread = (): void => {
  const { workerData } = process.getBuiltinModule('node:worker_threads');
  const { Session } = process.getBuiltinModule('node:inspector');
  const { SourceMap } = process.getBuiltinModule('node:module');
  const { readFileSync, writeSync } = process.getBuiltinModule('node:fs');
  const { beats, between, looks, told, lastWords } = workerData as WatchOrder;
  const counter = new Int32Array(beats);
  const deadline = 5000;

  const readMap = ({ url, sourceMapURL = '' }: Debugger.ScriptParsedEventDataType) => {
    if (sourceMapURL === '') return undefined;
    try {
      const [, inline] = /^data:[^,]*base64,(.*)$/s.exec(sourceMapURL) ?? [];
      const text =
        inline === undefined
          ? readFileSync(new URL(sourceMapURL, url), 'utf8')
          : Buffer.from(inline, 'base64').toString();
      return new SourceMap(JSON.parse(text) as SourceMapPayload);
    } catch {
      return undefined;
    }
  };

  const breakIn = (): void => {
    setTimeout(() => {
      writeSync(2, lastWords);
      process.kill(process.pid, 'SIGKILL');
    }, deadline);
    const session = new Session();
    const scripts = new Map<string, Debugger.ScriptParsedEventDataType>();
    const frameOf = ({ functionName, location }: Debugger.CallFrame): SpinFrame => {
      const script = scripts.get(location.scriptId);
      const { lineNumber, columnNumber = 0 } = location;
      const generated = { name: functionName, file: script?.url ?? '', line: lineNumber + 1, column: columnNumber + 1 };
      const entry =
        script && (readMap(script)?.findEntry(lineNumber, columnNumber) as Partial<SourceMapping> | undefined);
      if (script === undefined || entry?.originalSource === undefined) return generated;
      const { originalSource, originalLine = 0, originalColumn = 0 } = entry;
      const file = URL.canParse(originalSource, script.url) ? new URL(originalSource, script.url).href : originalSource;
      return { name: functionName, file, line: originalLine + 1, column: originalColumn + 1 };
    };
    session.connectToMainThread();
    session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params));
    session.on('Debugger.paused', ({ params }) => {
      const [first] = params.callFrames;
      if (first === undefined) return;
      const frames = JSON.stringify(params.callFrames.map(frameOf));
      session.post('Debugger.evaluateOnCallFrame', {
        callFrameId: first.callFrameId,
        expression: `globalThis[Symbol.for(${JSON.stringify(told)})](${frames})`,
      });
    });
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  };

  let last = -1;
  let inVain = 0;
  // Goes on when it has broken in: without it the thread would end before it is answered.
  setInterval(() => {
    const now = Atomics.load(counter, 0);
    inVain = now === last ? inVain + 1 : 0;
    last = now;
    if (inVain === looks) breakIn();
  }, between);
};
