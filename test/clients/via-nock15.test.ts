import '../../src/register.ts';
import { viaNock } from '../../src/transport/nock.ts';
import { shimPromises } from '../../src/transport/promise-shim.ts';
import { fewCases } from './all-clients.ts';
import { closeBodiesOnce } from '../transport/close-bodies-once.ts';
import { tell } from './story.ts';

shimPromises();
closeBodiesOnce();
const { default: nock } = await import('nock');

tell('nock 15', fewCases, { options: { transport: viaNock(nock) }, isRegistered: true });
