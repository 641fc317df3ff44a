import process from 'node:process';
import { countEach, type StartSignal, tell } from './signal.ts';

/** Names of `process.getActiveResourcesInfo()` that end by themselves, unlike servers, sockets and ports. */
const oneShots = new Set([
  'CloseReq',
  'ConnectWrap',
  'FSReqCallback',
  'FSReqPromise',
  'FileHandleCloseReq',
  'FileHandleReadWrap',
  'GetAddrInfoReqWrap',
  'GetNameInfoReqWrap',
  'PipeConnectWrap',
  'QueryReqWrap',
  'SendWrap',
  'TCPConnectWrap',
  'UDPSendWrap',
]);

const list = (): string[] => process.getActiveResourcesInfo().filter((name) => oneShots.has(name));

/** Sees file system requests, name look-ups and connects. */
export const watchActiveResources: StartSignal = () => ({
  busy: () => list().length,
  ended: () => 0,
  seesNoEnds: true,
  describe: () => tell(countEach(list())),
  stop: () => undefined,
});
