import { disposed } from '../clock/errors.ts';
import type { Mail, Query } from '../core/world.ts';
import type { Step } from '../language/ast.ts';
import { describeStep } from '../language/describe-step.ts';
import { createVerbs } from '../language/step-builder.ts';
import type { AssumptionId } from '../spec/assumptions.ts';
import { isoDate, showDuration } from '../spec/time.ts';
import { createFetch } from '../transport/fetch.ts';
import type { SimulatedApplication } from './application.ts';
import type { ClientEnv } from './client-env.ts';
import type { SimulationParts } from './create-simulation.ts';
import type { SimulatedCustomer } from './customers.ts';
import type { Simulation } from './simulation.ts';
import { short } from '../trace/short.ts';
import { viewWorld, type WorldView } from './world-view.ts';

/** What is asked of a simulation that is over would be lost without a word. */
export const requireLive = ({ isOver }: SimulationParts): void => {
  if (isOver()) throw disposed('simulation');
};

/**
 * What a test reads of a simulation: each part when it is asked for. It is a class since getters of an object's own would keep
 * the simulation in memory until the engine looks through all of it.
 */
export class State {
  readonly #parts: SimulationParts;
  #now: Simulation['now'] | undefined;
  #fetch: Simulation['fetch'] | undefined;

  constructor(parts: SimulationParts) {
    this.#parts = parts;
  }

  get now(): Simulation['now'] {
    const { driver } = this.#parts.running;
    const perform = (step: Step): Promise<void> =>
      this.#parts.isOver() ? Promise.reject(disposed('simulation')) : driver.perform(step);
    return (this.#now ??= createVerbs({ kind: 'at', time: '0s' }, perform, 'sim.now, '));
  }

  get env(): ClientEnv {
    return this.#parts.outside.noteEnv(this.#first.env);
  }

  get applications(): readonly SimulatedApplication[] {
    return this.#parts.applications.all();
  }

  get customers(): readonly SimulatedCustomer[] {
    return this.#first.customers;
  }

  get customer(): SimulatedCustomer {
    const [customer] = this.#first.customers;
    if (customer === undefined) throw new Error('a world without customers');
    return customer;
  }

  get elapsed(): number {
    const { timeline, epoch } = this.#parts.running;
    return timeline.now() - epoch;
  }

  get fetch(): Simulation['fetch'] {
    return (this.#fetch ??= createFetch(this.#parts.gateway, () => requireLive(this.#parts)));
  }

  get world(): WorldView {
    return viewWorld(this.#parts.running.world);
  }

  get outbox(): readonly Mail[] {
    return [...this.#parts.running.world.outbox];
  }

  get queries(): readonly Query[] {
    return [...this.#parts.running.world.queries.values()];
  }

  get assumed(): readonly AssumptionId[] {
    return [...this.#parts.running.service.leaned];
  }

  get unfired(): readonly Step[] {
    return this.#parts.running.driver.unfired();
  }

  /** What `console.log(sim)` shows. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    const { running, isOver } = this.#parts;
    const { world, timeline, trace } = running;
    return [
      `simulation${isOver() ? ' that is over' : ''}, at ${isoDate(timeline.now())}, ${showDuration(this.elapsed)} after its beginning`,
      `  customers  ${listSome(world.settings.holdings, ({ customerId, scope }) => `${customerId}/${scope}`)}`,
      `  exchanges  ${trace.lastExchange}`,
      `  queries    ${listSome(this.queries, ({ id, state }) => `${short(id)} ${state}`)}`,
      `  e-mails    ${world.outbox.length}`,
      `  to come    ${listSome(this.unfired, describeStep)}`,
    ].join('\n');
  }

  get #first(): SimulatedApplication {
    const [application] = this.#parts.applications.all();
    if (application === undefined) throw new Error('a world without applications');
    return application;
  }
}

const listSome = <Each>(all: readonly Each[], say: (one: Each) => string): string => {
  const told = all.slice(0, mostListed).map(say).join(', ') || 'none';
  return all.length > mostListed ? `${told} and ${all.length - mostListed} more` : told;
};

const mostListed = 3;
