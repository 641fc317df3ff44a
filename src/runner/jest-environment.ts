import { TestEnvironment } from 'jest-environment-node';
import { lookForFakesIn } from '../clock/fake-timers.ts';
import { useInstallation } from '../clock/installation.ts';
import * as stuntDouble from '../index.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { type OuterRealm, outerName } from './outer-realm.ts';

/**
 * `testEnvironment: 'stunt-double/jest-environment'`: that of Node, from which the library can be reached. It lives outside
 * of Jest's module registry, where ES modules can be loaded without a flag, and in the realm whose timers `fetch` uses.
 */
class SimulationEnvironment extends TestEnvironment {
  readonly #releases: readonly (() => void)[];
  readonly #simulations = new Set<Simulation>();

  constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
    // First, for the realm of the tests is given copies of the timers and of `process.hrtime`.
    const { release } = useInstallation();
    super(...given);
    this.#releases = [release, lookForFakesIn(this.global)];
    followDate(this.global);
    followChance(this.global);
    Object.defineProperty(this.global, outerName, { value: this.#outer() });
  }

  override exportConditions(): string[] {
    return [...super.exportConditions(), 'stunt-double-jest'];
  }

  /** Ends what tests left behind: the next file may be run by the same process. Rejects as their `stop` does. */
  override async teardown(): Promise<void> {
    try {
      for (const sim of this.#simulations) await sim.stop();
    } finally {
      await super.teardown();
      for (const release of this.#releases) release();
    }
  }

  #outer(): OuterRealm {
    const simulate: OuterRealm['simulate'] = async (options) => {
      const sim = await stuntDouble.simulate(options);
      this.#simulations.add(sim);
      return sim;
    };
    return { ...stuntDouble, simulate };
  }
}

interface Realm {
  Date: DateConstructor;
  readonly Math: Math;
}

/** Lets the `Date` of another realm tell the time that ours tells, which is virtual inside a simulation. */
const followDate = (realm: Realm): void => {
  const { Date: RealDate } = realm;
  RealDate.now = () => Date.now();
  const FollowingDate = new Proxy(RealDate, {
    construct: (real, args: unknown[], target) =>
      Reflect.construct(real, args.length === 0 ? [Date.now()] : args, target) as Date,
    apply: (real) => new real(Date.now()).toString(),
  });
  RealDate.prototype.constructor = FollowingDate;
  realm.Date = FollowingDate;
};

/** Lets `Math.random` of another realm draw what ours draws, which is from the seed inside a simulation. */
const followChance = ({ Math: realm }: Realm): void => {
  realm.random = () => Math.random();
};

export { SimulationEnvironment as default };
