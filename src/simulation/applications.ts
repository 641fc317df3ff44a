import { createdIn } from '../core/console.ts';
import type { Holding } from '../core/world.ts';
import { unknownApplication } from '../language/strangers.ts';
import { describeApplication, type SimulatedApplication } from './application.ts';
import type { CustomerTokens } from './customers.ts';
import { describeToken } from './initial-world.ts';
import type { End } from './end.ts';
import type { Mailbox } from './mailbox.ts';
import { introduce, type Running } from './running.ts';
import type { SnapshotApplication } from './snapshot.ts';

/** The developer's applications: those there were at first, then those whose profiles are made in the console. */
export interface Applications {
  /** As they are now, also those whose profiles are deleted. Each is described when somebody asks for the first time. */
  all(): readonly SimulatedApplication[];
  find(id: string, place: string): SimulatedApplication;
  saved(): readonly SnapshotApplication[];
}

export const createApplications = (running: Running, mailbox: Mailbox, end: End): Applications => {
  const { world, authorized } = running;
  const known = new Map<string, SimulatedApplication>();
  const add = ({ id, tokens }: SnapshotApplication): void => {
    const application = describeApplication({
      world,
      clientId: id,
      tokens,
      authorize: (holding) => authorize(running, id, holding),
      onNotification: (...endpoint) => mailbox.registerClient(id, ...endpoint),
      as: (other) => find(other, 'env.as').env,
      end,
    });
    known.set(id, application);
  };
  const all = (): readonly SimulatedApplication[] => {
    const created = createdIn(world).map((id) => ({ id, tokens: [] }));
    for (const one of [...authorized, ...created]) if (!known.has(one.id)) add(one);
    return [...known.values()];
  };
  const find = (id: string, place: string): SimulatedApplication => {
    const ids = all().map((application) => application.id);
    const found = known.get(id);
    if (found !== undefined) return found;
    throw unknownApplication(place, id, ids);
  };
  const saved = (): readonly SnapshotApplication[] =>
    all().map(({ id, customers }) => ({
      id,
      tokens: customers.map(({ accessToken, refreshToken }) => ({ accessToken, refreshToken })),
    }));
  return { all, find, saved };
};

const authorize = (running: Running, clientId: string, { customerId, scope }: Holding): CustomerTokens => {
  const { world, engine, epoch, ahead } = running;
  const { code, ...tokens } = introduce(running, { clientId, customerId, scope });
  const token = describeToken(world, tokens.accessToken, epoch + ahead);
  engine.record({ kind: 'authorized', application: clientId, customer: customerId, scope, code, token });
  return tokens;
};
