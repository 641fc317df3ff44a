import { refuseRequest } from './problems.ts';
import type { BodyOf, MediaType } from './route.ts';

/** What was sent along, read. Throws a `Refusal` for what is too much, of another type, or no text; Misuse for what it says. */
export const readBody = async <T>(body: BodyOf<T>, request: Request): Promise<T | undefined> => {
  const { most, mediaTypes, isOptional, readNone, read } = body;
  const text = await readText(request, most);
  if (text === '' && isOptional === true) return readNone?.();
  if (text === '') throw refuseRequest('NOT_READABLE', 'there is no body', { hint: `send ${mediaTypes.join(' or ')}` });
  return read(text, mediaTypeOf(request, mediaTypes));
};

const mediaTypeOf = (request: Request, known: readonly MediaType[]): MediaType => {
  const given = request.headers.get('content-type') ?? '';
  const [type = '', ...parameters] = given.split(';').map((part) => part.trim().toLowerCase());
  const found = known.find((one) => one === type);
  const isUtf8 = parameters.every((one) => one === '' || /^charset="?utf-8"?$/.test(one));
  if (found !== undefined && isUtf8) return found;
  const what = given === '' ? 'the body has no content type' : `the body is of another type: ${given}`;
  throw refuseRequest('WRONG_MEDIA_TYPE', what, { hint: `send ${known.join(' or ')}, in UTF-8` });
};

/** So much is let pass of what is too much, for whoever sends it listens only when all is sent. */
const mostLetPass = 67_108_864;

const readText = async (request: Request, most: number): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength;
      if (length > mostLetPass) break;
      if (length <= most) chunks.push(chunk);
    }
  } catch {
    throw refuseRequest('NOT_READABLE', 'the body broke off');
  }
  if (length > most) {
    throw refuseRequest('TOO_LARGE', `the body has more than ${most} bytes`, { hint: 'send less at once' });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw refuseRequest('NOT_READABLE', 'the body is no text in UTF-8', { hint: 'encode it so' });
  }
};
