export { simulate } from './simulate.ts';
export type { SimulateOptions } from './simulation/options.ts';
export type { Simulation } from './simulation/simulation.ts';
export type { Client, ClientCustomer, ClientEnv } from './simulation/client-env.ts';
