import { storeScopes } from '../../src/spec/scopes.ts';
import type { WireRequest } from '../../src/core/wire.ts';
import { give, clientOf, type Run } from './run.ts';
import { type Command, partsOf } from './commands.ts';

/** Moves as requests on the wire, with the ids, tokens and links that the client was told so far. */

const nobodysId = '00000000-0000-4000-8000-000000000000';

export const requestFor = (run: Run, command: Command): WireRequest => {
  const request = write(run, command);
  return run.setup.spell?.(request, command) ?? request;
};

const write = (run: Run, command: Command): WireRequest => {
  const { addresses } = run.world.settings;
  switch (command.do) {
    case 'login': {
      const { code = '' } = give(run, { kind: 'authorize', ...partsOf(command.as) });
      return tokenRequest(run, partsOf(command.as).clientId, { grant_type: 'authorization_code', code });
    }
    case 'refresh': {
      const fields = { grant_type: 'refresh_token', refresh_token: clientOf(run, command.as).refresh };
      return tokenRequest(run, partsOf(command.as).clientId, fields);
    }
    case 'create':
      return {
        method: 'POST',
        url: `${addresses.regions[command.region]}/${partsOf(command.as).scope}/data-queries`,
        headers: authorization(run, command),
        body: command.body ?? '',
      };
    case 'list': {
      const id = clientOf(run, command.of).query || nobodysId;
      const { next } = clientOf(run, command.as);
      const query = [
        ...(command.size === undefined ? [] : [`maxResults=${command.size}`]),
        ...(command.next === true && next !== '' ? [`nextPageToken=${next}`] : []),
      ].join('&');
      const path = `/${partsOf(command.as).scope}/data-queries/${id}/records${query === '' ? '' : `?${query}`}`;
      const url = `${addresses.regions[command.region]}${path}`;
      return { method: 'GET', url, headers: authorization(run, command), body: '' };
    }
    case 'download': {
      const url = clientOf(run, command.as).links[command.nth]?.[command.kind] ?? `${addresses.links}/files/none`;
      return { method: 'GET', url, headers: {}, body: '' };
    }
    case 'mail': {
      const body = JSON.stringify({ toEmailAddress: 'a@b', fromEmailAddress: 'c@d', emailContent: command.content });
      return { method: 'POST', url: `${addresses.email}/sendEmail`, headers: {}, body };
    }
    case 'store': {
      const { clientId } = partsOf(command.as);
      const fields = { grant_type: 'client_credentials', scope: storeScopes.submission };
      if (command.token) return tokenRequest(run, clientId, fields);
      return { method: 'GET', url: `${addresses.submission}/apps`, headers: {}, body: '' };
    }
    case 'stray':
      return { method: 'POST', url: `${addresses.regions['eu-west-1']}${command.path}`, headers: {}, body: '' };
    default:
      throw new Error(`${command.do} is no request`);
  }
};

const authorization = (
  run: Run,
  command: Extract<Command, { do: 'create' | 'list' }>,
): Readonly<Record<string, string>> => {
  if (command.bearer === 'none') return {};
  if (command.bearer === 'malformed') return { authorization: 'Basic x' };
  const { tokens } = clientOf(run, command.as);
  const mine = run.setup.uses === 'oldest' ? tokens[0] : tokens.at(-1);
  return { authorization: `Bearer ${command.bearer === 'unknown' ? 'x' : (mine ?? 'none')}` };
};

const tokenRequest = (run: Run, clientId: string, fields: Readonly<Record<string, string>>): WireRequest => ({
  method: 'POST',
  url: `${run.world.settings.addresses.token}/auth/o2/token`,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ client_id: clientId, client_secret: `${clientId}-secret`, ...fields }).toString(),
});
