import '../../src/register.ts';
import nock from 'nock14';
import { viaNock } from '../../src/transport/nock.ts';
import { fewCases } from './all-clients.ts';
import { tell } from './story.ts';

tell('nock 14', fewCases, { options: { transport: viaNock(nock) }, isRegistered: true });
