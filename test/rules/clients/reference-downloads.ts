import { fail, pause, persist, send, type Session } from './reference-calls.ts';
import type { Link, Reply, Behavior } from './behavior.ts';

/** Listed again within five minutes, a page comes from memory, with the very links that are dead. */
const memory = 5 * 60_000;
const mostRenewals = 3;

/**
 * Fetches every record of a page. For links that have died the page is listed again; gives the page as it was listed
 * last, or nothing when the hour has passed meanwhile.
 */
export const downloadPage = async (
  behavior: Behavior,
  session: Session,
  page: Reply,
  list: () => Promise<Reply>,
): Promise<Reply | undefined> => {
  let current = page;
  if (behavior.downloadsAfter > 0) await pause(behavior.downloadsAfter);
  let left = await downloadSome(behavior, session, current, [...(current.body.records ?? []).keys()]);
  for (let renewals = 0; left.length > 0; renewals++) {
    if (behavior.onDeadLink === 'leave out') return current;
    if (behavior.onDeadLink === 'give up' || renewals === mostRenewals)
      throw new Error('download: 403 the link is dead');
    if (behavior.onDeadLink === 'list again') {
      const before = current;
      current = await list();
      if (current.body.records?.[0]?.file === before.body.records?.[0]?.file) {
        await pause(memory);
        current = await list();
      }
    }
    if (current.body.type === 'ACCESS_TIME_ELAPSED') return undefined;
    if (current.body.records === undefined) throw fail('list', current);
    left = await downloadSome(behavior, session, current, left);
  }
  return current;
};

/** A few at a time; gives those whose link was found dead, and all behind them. */
const downloadSome = async (
  behavior: Behavior,
  session: Session,
  { body }: Reply,
  positions: readonly number[],
): Promise<readonly number[]> => {
  for (let at = 0; at < positions.length; at += behavior.atOnce) {
    const some = positions.slice(at, at + behavior.atOnce);
    const fetched = await Promise.all(some.map((position) => fetchRecord(behavior, session, body.records?.[position])));
    const failure = fetched.find((one) => one instanceof Error);
    if (failure !== undefined) throw failure;
    const dead = some.filter((_, index) => fetched[index] === 'dead');
    if (dead.length > 0) return [...dead, ...positions.slice(at + behavior.atOnce)];
  }
  return [];
};

const fetchRecord = async (
  behavior: Behavior,
  session: Session,
  link: Link | undefined,
): Promise<'here' | 'dead' | Error> => {
  if (link === undefined) return new Error('download: the record is not on the page any more');
  const links = behavior.fetchesSchemas ? [link.file, link.schema] : [link.file];
  for (const url of links) {
    if (!behavior.believesLink(url)) return 'dead';
    const headers = behavior.linkHeaders(session.token());
    const reply = await persist(
      { ...behavior, mostRetries: ({ status }) => (status === 0 || status >= 500 ? 2 : 0) },
      () => send(behavior, url, { headers }),
    );
    if (reply.status === 403 || reply.status === 410) return 'dead';
    if (!behavior.isWhole(reply)) return fail('download', reply);
  }
  return 'here';
};
