import { describe, expect, test } from 'vitest';
import { compileAddresses, findRoute, locate } from '../../../src/core/routes.ts';
import { completed, hosts, rows, tell } from '../world.ts';

const anywhere = {
  ...hosts,
  submission: 'http://a.example',
  reporting: 'http://b.example:80/api',
  links: 'https://[::1]',
};

const show = (url: string): string => {
  const { places, path, query } = locate(compileAddresses(anywhere), url);
  const [place] = places;
  return `${place?.base.host ?? 'nowhere'} ${place?.path ?? path} ${query === '' ? '-' : query}`;
};

describe('where an address leads, read as URLs are', () => {
  test.each(
    rows(`
  url                                             leads
  https://email.example/sendEmail                 email /sendEmail -
  https://EMAIL.example/sendEmail                 email /sendEmail -
  https://email.example:443/sendEmail             email /sendEmail -
  https://email.example:444/sendEmail             nowhere /sendEmail -
  http://email.example/sendEmail                  nowhere /sendEmail -
  https://email.example/sendEmail#top             email /sendEmail -
  https://email.example/sendEmail?a=1#b#c         email /sendEmail a=1
  https://email.example/sendEmail?a=?&b=2         email /sendEmail a=?&b=2
  https://email.example?a=1                       email / a=1
  https://email.example                           email / -
  https://user:pass@email.example/sendEmail       email /sendEmail -
  https://user@host@email.example/sendEmail       email /sendEmail -
  http://a.example/x                              submission /x -
  http://a.example:80/x                           submission /x -
  http://a.example:81/x                           nowhere /x -
  http://a.example/x?next=https://c.example       submission /x next=https://c.example
  http://b.example/api                            reporting / -
  http://b.example/api/x                          reporting /x -
  http://b.example/apis                           nowhere /apis -
  https://[::1]/files/1                           links /files/1 -
  https://[::1]:443/files/1                       links /files/1 -
  https://nowhere.example?a=1                     nowhere / a=1
  https:///sendEmail                              nowhere /sendEmail -
`),
  )('$url: $leads', ({ url, leads }) => {
    expect(show(String(url))).toBe(leads);
  });
});

describe('what is asked for where nothing answers', () => {
  const nothing = { operation: undefined, lacksParameter: false, malformed: false };

  test('a host that nobody has', () => {
    const find = (method: string, path: string) =>
      findRoute(tell().world, { method, url: `https://nobody.test${path}` });

    expect(find('GET', '/x')).toEqual({ ...nothing, host: undefined });
    expect(find('POST', '/data-queries')).toEqual({ ...nothing, host: undefined });
    expect(find('GET', '/%')).toEqual({ ...nothing, host: undefined, malformed: true });
  });

  test('a path of an operation, by another method, where several share one address: nobody else takes it', () => {
    const one = 'https://one.test';
    const regions = { 'eu-west-1': one, 'us-east-1': one, 'us-west-2': one };
    const addresses = { email: one, token: one, submission: one, reporting: one, links: one, regions };
    const find = (method: string) => findRoute(tell({}, { addresses }).world, { method, url: `${one}/sendEmail` });

    expect(find('POST')).toMatchObject({ operation: 'sendEmail', host: 'email' });
    expect(find('GET')).toEqual({ ...nothing, host: 'email' });
  });

  const one = 'https://one.test';
  const shared = {
    email: one,
    token: one,
    submission: one,
    reporting: one,
    links: one,
    regions: { 'eu-west-1': one, 'us-east-1': one, 'us-west-2': one },
  };

  test.each([
    ['GET', '/files/1', 'downloadFile'],
    ['GET', '/schemas/1', 'downloadSchema'],
    ['POST', '/orders/data-queries', 'createDataQuery'],
    ['GET', '/orders/data-queries/1/records', 'listDataQueryRecords'],
    ['GET', '/anything/else', 'callSubmission'],
  ] as const)(
    'where all share one address, the store APIs take what nobody else does: %s %s',
    (method, path, operation) => {
      const { world } = tell({}, { addresses: shared });

      expect(findRoute(world, { method, url: `${one}${path}` }).operation).toBe(operation);
    },
  );

  test('where the store APIs share one address, the table of their routes tells them apart', () => {
    const { world } = tell(
      {
        'store.paths': [
          { family: 'submission', method: 'GET', path: '/apps' },
          { family: 'reporting', method: 'GET', path: '/reports' },
        ],
      },
      { addresses: shared },
    );
    const find = (path: string) => findRoute(world, { method: 'GET', url: `${one}${path}` });

    expect(find('/apps')).toMatchObject({ operation: 'callSubmission', storeRoute: 0 });
    expect(find('/reports')).toMatchObject({ operation: 'callReporting', storeRoute: 1 });
    expect(find('/others').operation).toBeUndefined();
  });

  test('links.head as-get: by the head of anything but a link, and by no other method than HEAD', () => {
    const { story, token, id } = completed({ 'links.head': 'as-get' });
    const headers = { authorization: `Bearer ${token}` };
    const link = String(story.list(token, id).body.records[0].file);
    const listing = `${hosts.regions['eu-west-1']}/orders/data-queries/${id}/records`;

    expect(story.ask(link, { method: 'PUT' }).row).toBe('unknownRoute');
    expect(story.ask(listing, { method: 'HEAD', headers }).row).toBe('resourceNotFound');
  });
});

describe('a path without a mandatory parameter, and one that is none of ours', () => {
  const eu = hosts.regions['eu-west-1'];

  test.each(
    rows(`
  method  path                                      row
  POST    /data-queries                             missingParameter
  GET     /orders/data-queries/records              missingParameter
  GET     /data-queries/records                     missingParameter
  GET     /data-queries/some/records                missingParameter
  PUT     /data-queries                             resourceNotFound
  POST    /a/b/data-queries                         resourceNotFound
  POST    /data-queries/more                        resourceNotFound
  GET     /a/b/data-queries/records                 resourceNotFound
  GET     /a/data-queries/records/more              resourceNotFound
  GET     /data-queries/some/records/more           resourceNotFound
  DELETE  /orders/data-queries                      resourceNotFound
`),
  )('$method $path: $row', ({ method, path, row }) => {
    const story = tell();

    expect(story.ask(`${eu}${path}`, { method: String(method) }).row).toBe(row);
  });

  test('a path that no operation has is answered with JSON, and says so', () => {
    const { status, headers, body } = tell().ask(`${hosts.email}/other`);

    expect([status, headers, body]).toEqual([404, { 'content-type': 'application/json' }, { message: 'Not Found' }]);
  });
});

describe('store routes of the user', () => {
  const bearer = (scope: string) => {
    const story = tell({
      'store.paths': [
        { family: 'submission', method: 'GET', path: '/apps' },
        { family: 'submission', method: 'GET', path: '/apps/*' },
        { family: 'reporting', method: 'GET', path: '/reports/*' },
      ],
    });
    return { story, headers: { authorization: `Bearer ${story.storeToken(scope)}` } };
  };

  test.each([
    ['/apps', 200, 0],
    ['/apps/7', 200, 1],
    ['/apps/', 200, 1],
    ['/app', 404, undefined],
    ['/apps7', 404, undefined],
    ['/reports/1', 404, undefined],
  ])('%s in the submission area: %d', (path, status, place) => {
    const { story, headers } = bearer('store::apps:readwrite');
    const request = { method: 'GET', url: `${hosts.submission}${path}`, headers, body: '' };

    const { reply } = story.step({ kind: 'request', request });

    expect([reply?.answer.status, reply?.storeRoute]).toEqual([status, place]);
  });

  test('an area without a table of routes names no place in it', () => {
    const story = tell();
    const headers = { authorization: `Bearer ${story.storeToken('store::apps:readwrite')}` };

    const { reply } = story.step({
      kind: 'request',
      request: { method: 'GET', url: `${hosts.submission}/apps`, headers, body: '' },
    });

    expect(Object.keys(reply ?? {})).toEqual(['answer', 'reason']);
  });
});

describe('download links', () => {
  const link = () => {
    const { story, token, id } = completed();
    return { story, url: String(story.list(token, id).body.records[0].file) };
  };

  test('a link works with its path percent-encoded', () => {
    const { story, url } = link();

    expect(story.ask(url.replace('.0?', '%2E0?')).status).toBe(200);
  });

  test.each([
    ['a folder ahead', '/files/', '/x/files/', 'unknownRoute'],
    ['letters ahead of the query', '/files/', '/files/zz', 'linkUnknown'],
    ['letters after the position', '.0?', '.0z?', 'linkUnknown'],
    ['another position', '.0?', '.1?', 'linkUnknown'],
    ['another instant', 'issued=', 'issued=1', 'linkUnknown'],
    ['no instant', /issued=\d+&/, '', 'linkUnknown'],
  ])('one with %s leads nowhere', (_name, part, instead, row) => {
    const { story, url } = link();

    expect(story.ask(url.replace(part, instead)).row).toBe(row);
  });
});
