import type { ExchangeFaultRow } from './row.ts';

const onConnection = { place: 'connection', acts: 'never', retry: 'open' } as const;
const connect = { ...onConnection, phase: 'connect', sees: 'error' } as const;
const handshake = { ...onConnection, phase: 'handshake', sees: 'error' } as const;
const certificate = { ...handshake, verified: true } as const;
const redirect = { ...onConnection, phase: 'request', sees: 'redirect' } as const;
const answer = { place: 'answer', acts: 'once', retry: 'open', phase: 'answer' } as const;
const body = { ...answer, phase: 'body' } as const;
const anotherBody = { ...body, sees: 'another body' } as const;
/** For what comes in pieces. */
const slowly = { sees: 'pieces', by: '1s', pieces: 10 } as const;

/** What can happen to an exchange on the network. Of connections that break the document says nothing. */
export const exchangeFaults = {
  refused: { ...connect, what: 'Nobody listens: the connection is refused.' },
  unresolved: { ...connect, what: 'The name of the host is not found.' },
  timeout: { ...connect, what: 'Nobody takes the connection, and the attempt to connect times out.', by: '127s' },
  expiredCertificate: { ...certificate, what: 'The certificate of the host has expired.' },
  wrongHostCertificate: { ...certificate, what: 'The certificate is for another host.' },
  selfSignedCertificate: { ...certificate, what: 'The certificate of the host is signed by itself.' },
  unknownIssuer: { ...certificate, what: 'Nobody knows who issued the certificate of the host.' },
  cutHandshake: { ...handshake, what: 'The connection ends in the midst of the TLS handshake.' },
  stale: {
    ...onConnection,
    phase: 'request',
    what: 'The server has just closed the connection, which was kept open: the request meets a reset, and gets nowhere.',
    sees: 'error',
  },
  movedPermanently: {
    ...redirect,
    what: 'A proxy redirects to the very same address, by 301, after which clients repeat a POST as GET.',
    status: 301,
  },
  found: {
    ...redirect,
    what: 'A proxy redirects to the very same address, by 302, after which clients repeat a POST as GET.',
    status: 302,
  },
  temporaryRedirect: {
    ...redirect,
    what: 'A proxy redirects to the very same address, by 307, after which a POST stays one.',
    status: 307,
  },
  permanentRedirect: {
    ...redirect,
    what: 'A proxy redirects to the very same address, by 308, after which a POST stays one.',
    status: 308,
  },
  reset: { ...answer, what: 'The connection is reset before the answer.', sees: 'error' },
  closed: { ...answer, what: 'The connection ends in good order before the answer.', sees: 'end' },
  silence: { ...answer, what: 'The connection stays, and the answer never comes.', sees: 'nothing' },
  late: { ...answer, what: 'The answer comes late, as a whole.', sees: 'late', by: '10s' },
  doubledRequest: {
    ...answer,
    what: 'The request arrives twice: the service acts twice, and the second answer is the one that comes.',
    sees: 'whole',
    acts: 'twice',
  },
  connectionClose: {
    ...answer,
    what: 'The answer is the last of its connection, and says so: "connection: close".',
    sees: 'whole',
  },
  slowHeaders: { ...answer, what: 'The head of the answer comes piece by piece.', ...slowly },
  resetInBody: { ...body, what: 'The connection is reset after half of the body.', sees: 'part' },
  truncated: { ...body, what: 'The connection ends in good order after half of the body.', sees: 'part' },
  drip: { ...body, what: 'The body comes piece by piece.', ...slowly },
  malformedJson: { ...anotherBody, what: 'Half of the body comes as if it were the whole, which is no JSON.' },
  wrongContentType: {
    ...anotherBody,
    what: 'A page of HTML comes in place of the body, with the status of the answer.',
  },
  emptyBody: { ...anotherBody, what: 'The answer comes without its body.' },
} as const satisfies Record<string, ExchangeFaultRow>;
