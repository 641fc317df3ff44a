/* What a request can be made of. */

export const post = (body: unknown, more: object = {}) => ({ method: 'POST', body, ...more });

export const stream = (...chunks: readonly unknown[]): ReadableStream =>
  new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

export const half = { duplex: 'half' };

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export async function* pieces(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('first ');
  yield Buffer.from('second');
}
