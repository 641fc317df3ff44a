import type { WireRequest } from '../core/wire.ts';
import type { Region } from '../spec/regions.ts';

/** An exchange as whoever listened on the wire saw it. */
export interface RecordedExchange {
  /** When it was sent, in milliseconds since 1970, and how long it took until its answer was there. */
  readonly at: number;
  readonly duration: number;
  readonly request: WireRequest;
  /** Absent where none arrived. */
  readonly answer?: RecordedAnswer;
  /** What became of it instead. */
  readonly error?: string;
  /** Only a simulation tells these: where a notification came from, which one it was, and whether it was a scenario's. */
  readonly region?: Region;
  readonly notification?: number;
  readonly injected?: true;
}

export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where the recording did not keep it. */
  readonly body: string | undefined;
}
