/** The end of the last chunk, with trailers or without. (RFC 9112 section 7.1) */
const lastChunk = /(?:^|\r\n)0+(?:;[^\r\n]*)?\r\n(?:[^\r\n]+\r\n)*\r\n$/;

const bodiless = new Set([204, 304]);

/**
 * The status of an answer to a POST on a connection that was closed after it; undefined when the answer is not complete.
 * Interim answers are passed over.
 *
 * @example
 * readAnswer(Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')) // 200
 */
export const readAnswer = (bytes: Buffer): number | undefined => {
  const text = bytes.toString('latin1');
  for (let start = 0; ; ) {
    const end = text.indexOf('\r\n\r\n', start);
    if (end === -1) return undefined;
    const head = text.slice(start, end);
    const status = Number(/^HTTP\/1\.[01] (\d{3})\b/.exec(head)?.[1]);
    start = end + 4;
    if (status >= 100 && status < 200) continue;
    return isComplete(status, head, text.slice(start)) ? status : undefined;
  }
};

/** Without a length the body ends where the connection does. (RFC 9112 section 6.3) */
const isComplete = (status: number, head: string, body: string): boolean => {
  if (Number.isNaN(status)) return false;
  if (bodiless.has(status)) return true;
  if (/\r\ntransfer-encoding:[^\r]*chunked/i.test(head)) return lastChunk.test(body);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  return length === undefined || body.length >= Number(length);
};
