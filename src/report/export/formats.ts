import { drawPicture } from '../../picture/drawing.ts';
import type { Break } from '../../picture/picture.ts';
import type { Entry } from '../../trace/entry.ts';
import { writeLifeCycles } from './life-cycles.ts';
import { writeSequence } from './sequence.ts';
import { writeStill } from './still.ts';
import { writeTraceEvents } from './trace-events.ts';

/** A run that is to be seen elsewhere. Its secrets are masked. */
export interface Exported {
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly broken: readonly Break[];
}

interface FormatRow {
  /** What it is for, in a few words. */
  readonly what: string;
  readonly write: (run: Exported) => string;
}

const pictureOf = ({ entries, broken }: Exported) => drawPicture(entries, { broken });

/** Forms of a run that other programs show. */
export const exportFormats = {
  perfetto: {
    what: 'Trace Event JSON, for ui.perfetto.dev, speedscope and chrome://tracing',
    write: (run) => writeTraceEvents(pictureOf(run)),
  },
  sequence: { what: 'a sequence diagram of Mermaid, for Markdown', write: ({ entries }) => writeSequence(entries) },
  lives: {
    what: 'the lives of tokens, links and queries as a Gantt chart of Mermaid',
    write: (run) => writeLifeCycles(pictureOf(run), run.name),
  },
  svg: {
    what: 'a still of the timeline, for documents and pull requests',
    write: (run) => writeStill({ title: run.name, entries: run.entries, picture: pictureOf(run) }),
  },
} as const satisfies Record<string, FormatRow>;
