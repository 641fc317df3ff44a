/** What the API says of a request that it refuses. (RFC 9457) */
export interface Problem {
  readonly title: string;
  readonly detail: string;
  readonly place?: string;
  readonly hint?: string;
}

class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

interface Sent {
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** Data is sent as JSON, a text as YAML. */
  readonly body?: unknown;
}

/** Asks the API that the panel comes from, below its own address. Rejects with `Refused`. */
export const ask = async <Answer>(path: string, { method = 'GET', body }: Sent = {}): Promise<Answer> => {
  const response = await reach(path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': typeof body === 'string' ? 'application/yaml' : 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as Answer;
  throw new Refused(readProblem(text, response.status));
};

const reach = async (path: string, options: RequestInit): Promise<Response> => {
  try {
    return await fetch(path, options);
  } catch {
    throw new Refused({
      title: 'The simulation cannot be reached.',
      detail: 'the connection is gone',
      hint: 'see whether what serves it still runs',
    });
  }
};

const readProblem = (text: string, status: number): Problem => {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return { title: `Status ${status}.`, detail: 'the answer says nothing more' };
  }
};

export const problemOf = (thrown: unknown): Problem =>
  thrown instanceof Refused ? thrown.problem : { title: 'This is a mistake of the panel.', detail: String(thrown) };
