import { isMisuse, Misuse, type MisuseCode } from '../misuse.ts';
import { type Json, object, text, whole, words } from './json-schema.ts';

/** What can be wrong with a request as such, whatever it asks for: the status, and the title. (RFC 9110, section 15.5) */
export const httpProblems = {
  NOT_READABLE: { status: 400, title: 'The body cannot be read.' },
  NOT_FOUND: { status: 404, title: 'There is nothing at this address.' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'This address takes other methods.' },
  TOO_LARGE: { status: 413, title: 'The body is larger than it may be.' },
  WRONG_MEDIA_TYPE: { status: 415, title: 'The body is of a type that is not taken here.' },
  FAILED: { status: 500, title: 'This is a mistake of stunt-double itself.' },
  CLOSING: { status: 503, title: 'The control API is being closed.' },
} as const;

type HttpCode = keyof typeof httpProblems;
export type ProblemCode = HttpCode | MisuseCode;

const asked = { status: 422, title: 'What was asked for cannot be.' } as const;
const busy = { status: 409, title: 'It cannot be done now.' } as const;
const unknown = { status: 404, title: 'There is nobody and nothing of that name.' } as const;

/** What a wrong use is in HTTP. */
const misuses: Readonly<Record<MisuseCode, { readonly status: number; readonly title: string }>> = {
  BAD_DURATION: asked,
  BAD_OPTION: asked,
  CLIENT_INVALID: asked,
  CLOCK_NOT_OURS: busy,
  CLOCK_RUNAWAY: busy,
  CLOCK_STUCK: busy,
  DISPOSED: busy,
  FAKE_TIMERS_ACTIVE: busy,
  FAKE_TIMERS_HANG: busy,
  FAKE_TIMERS_MISSING: busy,
  HOST_TAKEN: busy,
  HOST_UNKNOWN: asked,
  INTERCEPTORS_CONFLICT: busy,
  NEVER_STOPPED: busy,
  OUTSIDE_RUN: busy,
  SCENARIO_INVALID: asked,
  SNAPSHOT_BUSY: busy,
  STEP_NEVER_FIRED: busy,
  STORE_ROUTE_FAILED: asked,
  UNKNOWN_APPLICATION: unknown,
  UNKNOWN_CUSTOMER: unknown,
  UNKNOWN_SCOPE: unknown,
  UNSUPPORTED_RUNTIME: busy,
};

/** A problem document. (RFC 9457) */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  /** Where it was written: the field of the body, or the line of a scenario. */
  readonly place?: string;
  readonly hint?: string;
}

/** What a request is refused with. */
export class Refusal extends Error {
  readonly problem: Problem;
  /** The methods that there are instead. */
  readonly allow: string | undefined;

  constructor(problem: Problem, allow?: string) {
    super(problem.detail);
    this.problem = problem;
    this.allow = allow;
  }
}

/** The page that explains the codes of wrong uses. */
const explained = 'https://github.com/stunt-double/stunt-double/blob/main/docs/troubleshooting.md';

export const refuseRequest = (
  code: HttpCode,
  detail: string,
  more: Pick<Problem, 'place' | 'hint'> = {},
  allow?: string,
): Refusal => new Refusal({ type: 'about:blank', ...httpProblems[code], detail, code, ...more }, allow);

const problemOfMisuse = ({ code, place, what, hint }: Misuse): Problem => {
  const { status, title } = misuses[code];
  return { type: `${explained}#${code.toLowerCase()}`, title, status, detail: what, code, place, hint };
};

/** What is told of whatever was thrown. Of a mistake of our own nothing is told that nobody could do anything about. */
export const problemOf = (thrown: unknown): Problem => {
  if (thrown instanceof Refusal) return thrown.problem;
  if (isMisuse(thrown)) return problemOfMisuse(thrown);
  return refuseRequest('FAILED', 'see what serves the simulation: its output says more').problem;
};

export const statusOf = (code: MisuseCode): number => misuses[code].status;

export const problemSchema: Json = object(
  'What went wrong, as a problem document. (RFC 9457)',
  {
    type: text('A page that explains the code, or `about:blank` where the status says it all.', {
      format: 'uri-reference',
    }),
    title: text('What kind of problem it is.'),
    status: whole('The status of the answer.', 400),
    detail: text('What is wrong, in one sentence, or one a line.'),
    code: words('The kind of problem as one word, for programs.', [
      ...Object.keys(httpProblems),
      ...Object.keys(misuses),
    ]),
    place: text('Where it was written: a field of the body, or `body:line:column`.'),
    hint: text('What to do about it.'),
  },
  ['place', 'hint'],
);
