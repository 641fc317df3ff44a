import '../../src/register.ts';
import { cases, gaps } from './all-clients.ts';
import { tell } from './story.ts';

/** What a client lacks at the socket for having been loaded too early, it has with `stunt-double/register` first. */
tell('sockets', cases, {
  only: ({ name }) => gaps.some((gap) => gap.client === name && gap.unlessRegistered),
  isRegistered: true,
});
