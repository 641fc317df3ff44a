import { storeScopes } from '../../src/spec/scopes.ts';
import type { WireRequest } from '../../src/core/wire.ts';
import { give, deskOf, type Run } from './run.ts';
import { type Move, partsOf } from './moves.ts';

/** Moves as requests on the wire, with the ids, tokens and links that the client was told so far. */

const nobodysId = '00000000-0000-4000-8000-000000000000';

export const requestFor = (run: Run, move: Move): WireRequest => {
  const request = write(run, move);
  return run.setup.spell?.(request, move) ?? request;
};

const write = (run: Run, move: Move): WireRequest => {
  const { addresses } = run.world.settings;
  switch (move.do) {
    case 'login': {
      const { code = '' } = give(run, { kind: 'authorize', ...partsOf(move.as) });
      return tokenRequest(run, partsOf(move.as).clientId, { grant_type: 'authorization_code', code });
    }
    case 'refresh': {
      const fields = { grant_type: 'refresh_token', refresh_token: deskOf(run, move.as).refresh };
      return tokenRequest(run, partsOf(move.as).clientId, fields);
    }
    case 'create':
      return {
        method: 'POST',
        url: `${addresses.regions[move.region]}/${partsOf(move.as).scope}/data-queries`,
        headers: authorization(run, move),
        body: move.body ?? '',
      };
    case 'list': {
      const id = deskOf(run, move.of).query || nobodysId;
      const { next } = deskOf(run, move.as);
      const query = [
        ...(move.size === undefined ? [] : [`maxResults=${move.size}`]),
        ...(move.next === true && next !== '' ? [`nextPageToken=${next}`] : []),
      ].join('&');
      const path = `/${partsOf(move.as).scope}/data-queries/${id}/records${query === '' ? '' : `?${query}`}`;
      const url = `${addresses.regions[move.region]}${path}`;
      return { method: 'GET', url, headers: authorization(run, move), body: '' };
    }
    case 'download': {
      const url = deskOf(run, move.as).links[move.nth]?.[move.kind] ?? `${addresses.links}/files/none`;
      return { method: 'GET', url, headers: {}, body: '' };
    }
    case 'mail': {
      const body = JSON.stringify({ toEmailAddress: 'a@b', fromEmailAddress: 'c@d', emailContent: move.content });
      return { method: 'POST', url: `${addresses.email}/sendEmail`, headers: {}, body };
    }
    case 'store': {
      const { clientId } = partsOf(move.as);
      const fields = { grant_type: 'client_credentials', scope: storeScopes.submission };
      if (move.token) return tokenRequest(run, clientId, fields);
      return { method: 'GET', url: `${addresses.submission}/apps`, headers: {}, body: '' };
    }
    case 'stray':
      return { method: 'POST', url: `${addresses.regions['eu-west-1']}${move.path}`, headers: {}, body: '' };
    default:
      throw new Error(`${move.do} is no request`);
  }
};

const authorization = (run: Run, move: Extract<Move, { do: 'create' | 'list' }>): Readonly<Record<string, string>> => {
  if (move.bearer === 'none') return {};
  if (move.bearer === 'malformed') return { authorization: 'Basic x' };
  const { tokens } = deskOf(run, move.as);
  const mine = run.setup.uses === 'oldest' ? tokens[0] : tokens.at(-1);
  return { authorization: `Bearer ${move.bearer === 'unknown' ? 'x' : (mine ?? 'none')}` };
};

const tokenRequest = (run: Run, clientId: string, fields: Readonly<Record<string, string>>): WireRequest => ({
  method: 'POST',
  url: `${run.world.settings.addresses.token}/auth/o2/token`,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ client_id: clientId, client_secret: `${clientId}-secret`, ...fields }).toString(),
});
