import type { RandomSource } from '../clock/random.ts';
import type { ChosenTime } from '../clock/create-timeline.ts';
import type { Timeline } from '../clock/timeline.ts';
import type { TokensGiven } from '../core/login.ts';
import { step } from '../core/step.ts';
import type { World } from '../core/world.ts';
import { createDriver, type Driver } from '../driver/driver.ts';
import { createService, type Engine, type OurService } from '../driver/service.ts';
import { createEngine } from '../engine/engine.ts';
import type { Addresses } from '../spec/hosts.ts';
import type { Instant } from '../spec/time.ts';
import { createTrace, type TraceRecorder } from '../trace/trace.ts';
import { describeInitialWorld } from './initial-world.ts';
import { keepNewest, readKeep } from './keep.ts';
import type { Mailbox } from './mailbox.ts';
import type { SimulateOptions } from './options.ts';
import type { ClientReturns } from './returns.ts';
import type { Authorization, Setup } from './setup.ts';
import { readSecrets, secretsKnown } from './secrets.ts';
import type { SnapshotApplication } from './snapshot.ts';
import { answerStoreCall } from './store-routes.ts';

/** A simulation while it runs: one world, one clock, one trace, and those who act on them. */
export interface Running {
  readonly world: World;
  readonly timeline: Timeline;
  /** The instant from which the trace counts. */
  readonly epoch: Instant;
  /** Milliseconds by which the service's clock is ahead. */
  readonly ahead: number;
  readonly trace: TraceRecorder;
  readonly service: OurService;
  readonly engine: Engine;
  readonly driver: Driver;
  readonly authorized: readonly SnapshotApplication[];
  readonly returns: ClientReturns;
}

/** What has been read and chosen before there is a world. */
export interface Chosen {
  readonly options: SimulateOptions;
  readonly setup: Setup;
  readonly addresses: Addresses;
  readonly time: ChosenTime;
  readonly random: RandomSource;
  readonly latency: (exchange: number) => number;
  readonly returns: ClientReturns;
  readonly clockSkew: number | undefined;
  readonly mailbox: Mailbox;
}

/** Begins it. What has to be put away again is added to `undo` as soon as it is there. */
export const startRunning = (chosen: Chosen, undo: (() => unknown)[]): Running => {
  const { options, setup, addresses, time, clockSkew } = chosen;
  const { stuckAfter } = options;
  const { epoch } = time;
  const ahead = clockSkew ?? 0;
  const world = setup.build(addresses);
  const keeping = keepNewest(world, readKeep(options));
  const known = secretsKnown(world, readSecrets(options.secrets), Number.isFinite(keeping.most), epoch + ahead);
  const trace = createTrace(known, keeping);
  const timeline = time.begin({
    label: 'simulation',
    random: chosen.random,
    ...(stuckAfter !== undefined && { stuckAfter }),
    describeWaiting: () => engine.waiting(),
    isBusy: () => engine.isBusy(),
  });
  undo.push(() => timeline.dispose());
  const service = createService(world, (route, request, usual) =>
    timeline.enter(() => answerStoreCall(options.store?.[route], addresses, request, usual)),
  );
  const engine: Engine = createEngine({
    service,
    timeline,
    epoch,
    trace,
    deliver: (post, isLost) =>
      chosen.mailbox.deliver(
        timeline,
        ({ region }, endpoints) => engine.apply({ kind: 'arrives', region, endpoints }).endpoint,
        post,
        isLost,
      ),
    latency: chosen.latency,
    clockSkew,
  });
  const authorized = setup.authorize(
    (authorization) => introduce({ world, timeline, ahead, engine }, authorization),
    world,
  );
  const initially = describeInitialWorld(world, epoch + ahead, options, clockSkew);
  engine.record({ kind: 'began', epoch: new Date(epoch).toISOString(), seed: setup.seed, world: initially }, epoch);
  const driver = createDriver(engine, timeline, world);
  for (const pending of setup.pending) engine.schedule(pending);
  return { world, timeline, epoch, ahead, trace, service, engine, driver, authorized, returns: chosen.returns };
};

export const introduce = (
  { world, timeline, ahead, engine }: Pick<Running, 'world' | 'timeline' | 'ahead' | 'engine'>,
  authorization: Authorization,
): TokensGiven => {
  const { tokens, dues } = step(world, { kind: 'authorizeWithTokens', ...authorization }, timeline.now() + ahead);
  for (const due of dues) engine.schedule(due);
  if (tokens === undefined) throw new Error('the core gave no tokens for an authorization');
  return tokens;
};
