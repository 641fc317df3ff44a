import { readMark, readUuidMark } from './seals.ts';
import type { KnownRoute } from './routes.ts';
import { jsonObject, pairs, textFields } from './text.ts';
import type { WorldSettings } from './world.ts';
import type { WireRequest } from './wire.ts';

/**
 * What a client kept from another simulation and brings along: to the service it is as unknown as any other text, and that it
 * is answered so changes nothing. But whoever looks for the cause is told.
 */
export type Leftover = 'access token' | 'refresh token' | 'authorization code' | 'query id' | 'page token' | 'link';

/** The first thing in a request that comes from another simulation; undefined where all is this one's, or nobody's. */
export const findLeftover = (
  { mark: own, earlierMarks }: Pick<WorldSettings, 'mark' | 'earlierMarks'>,
  request: WireRequest,
  route: KnownRoute,
): Leftover | undefined =>
  marksIn(request, route).find(([, mark]) => mark !== undefined && mark !== own && !earlierMarks.includes(mark))?.[0];

type Marked = readonly [Leftover, mark: string | undefined];

const marksIn = (request: WireRequest, route: KnownRoute): readonly Marked[] => {
  switch (route.operation) {
    case 'requestToken':
      return marksInForm(request.body);
    case 'downloadFile':
    case 'downloadSchema':
      return [['link', readUuidMark(route.linkId.replace(/\..*/s, ''))]];
    case 'listDataQueryRecords':
      return [
        markOfToken(request),
        ['query id', readUuidMark(route.queryId)],
        ['page token', markOfPageToken(route.query)],
      ];
    case 'createDataQuery':
    case 'callSubmission':
    case 'callReporting':
    case 'sendEmail':
      return [markOfToken(request)];
  }
};

/** The signature at its end is what is sealed. */
const markOfPageToken = (query: string): string | undefined =>
  readMark((pairs(query).get('nextPageToken') ?? '').replace(/\W+$/, '').replace(/^.*\W/s, ''));

const markOfToken = ({ headers: { authorization = '' } }: WireRequest): Marked => [
  'access token',
  readMark(authorization.replace(/^.* /s, '')),
];

/** Refreshing may be asked for in JSON. */
const marksInForm = (body: string): readonly Marked[] => {
  const form = jsonObject(body) === undefined ? pairs(body) : textFields(body);
  return [
    ['refresh token', readMark(form.get('refresh_token') ?? '')],
    ['authorization code', readMark(form.get('code') ?? '')],
  ];
};
