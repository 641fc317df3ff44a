import { shimPromises } from '../../src/transport/promise-shim.ts';

/** What nock 15 and msw 3 want of Node 22, for Node 20: to be imported before them. */
shimPromises();
