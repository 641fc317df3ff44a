import { signatureIn } from './pages.ts';
import { bearsMark, plainUuid, readMark } from './seals.ts';
import type { KnownRoute } from './routes.ts';
import { jsonObject, pairs, textFields } from './text.ts';
import type { WorldSettings } from './world.ts';
import type { WireRequest } from './wire.ts';

/**
 * What a client kept from another simulation and brings along. The service does not know it, and answers accordingly; that the
 * client kept it is noted beside the answer, for whoever looks for the cause.
 */
export type Leftover = 'access token' | 'refresh token' | 'authorization code' | 'query id' | 'page token' | 'link';

/** The first thing in a request that comes from another simulation; undefined where all is this one's, or nobody's. */
export const findLeftover = (
  { mark: own, earlierMarks }: Pick<WorldSettings, 'mark' | 'earlierMarks'>,
  request: WireRequest,
  route: KnownRoute,
): Leftover | undefined => {
  for (const [leftover, text] of textsIn(request, route)) {
    // Most are its own, and need no looking into.
    const mark = bearsMark(text, own) ? undefined : readMark(text);
    if (mark !== undefined && !earlierMarks.includes(mark)) return leftover;
  }
  return undefined;
};

type Sealed = readonly [Leftover, string];

const textsIn = (request: WireRequest, route: KnownRoute): readonly Sealed[] => {
  switch (route.operation) {
    case 'requestToken':
      return textsInForm(request.body);
    case 'downloadFile':
    case 'downloadSchema':
      return [['link', plainUuid(route.linkId.replace(/\..*/s, ''))]];
    case 'listDataQueryRecords':
      return [
        tokenOf(request),
        ['query id', plainUuid(route.queryId)],
        ['page token', signatureIn(pairs(route.query).get('nextPageToken') ?? '')],
      ];
    default:
      return [tokenOf(request)];
  }
};

const tokenOf = ({ headers: { authorization = '' } }: WireRequest): Sealed => [
  'access token',
  authorization.slice(authorization.lastIndexOf(' ') + 1),
];

/** Refreshing may be asked for in JSON. */
const textsInForm = (body: string): readonly Sealed[] => {
  const form = jsonObject(body) === undefined ? pairs(body) : textFields(body);
  return [
    ['refresh token', form.get('refresh_token') ?? ''],
    ['authorization code', form.get('code') ?? ''],
  ];
};
