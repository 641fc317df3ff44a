import '../../src/register.ts';
import '../transport/with-resolvers.ts';
import { viaNock } from '../../src/transport/nock.ts';
import { fewCases } from './all-clients.ts';
import { closeBodiesOnce } from '../transport/close-bodies-once.ts';
import { tell } from './story.ts';

closeBodiesOnce();
const { default: nock } = await import('nock');

tell('nock 15', fewCases, { options: { transport: viaNock(nock) }, isRegistered: true });
