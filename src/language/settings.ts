import type { Assumptions } from '../spec/assumptions.ts';
import type { ProfileName } from '../spec/profiles.ts';
import type { ApplicationRow, CustomerRow, LimitChoices } from './ast.ts';
import { type Checked, unwrap } from './problem.ts';
import {
  applicationRows,
  assumptions,
  clockSkew,
  customerRows,
  latency,
  limitChoices,
  profile,
} from './schema/world.ts';
import * as v from './shapes.ts';

/**
 * What a scenario says about the simulation it is played in. A setting is one field here and one row of `settingFields`,
 * from which reader, printer, builder, options and player have it; what it does stands where the simulation is set up.
 */
export interface Settings {
  /** What everything random is drawn from; 0. Same seed, same bytes. */
  readonly seed?: number;
  /** The dated state of the interfaces to go by: limits and the readings of open points. The newest. */
  readonly profile?: ProfileName;
  /** How long each answer is on its way: always the same (`50ms`), or drawn for each (`50ms..400ms`). Without it no time. */
  readonly latency?: string;
  /**
   * How far the service's clock is ahead of the client's (`5m`) or behind (`-5m`), a day at most. With it every answer has
   * a `Date`, and all instants that the service names are by its own clock. Without it there is one clock, and no `Date`.
   */
  readonly clockSkew?: string;
  /** Limits that are to be other than the profile's: a number of requests or records, or a duration. */
  readonly limits?: LimitChoices;
  /** The developer's applications, at least one. Without them there is one, which may do everything. */
  readonly applications?: readonly ApplicationRow[];
  /** The customers' data: a row for each customer and scope. Without them one customer with ten orders. */
  readonly customers?: readonly CustomerRow[];
  /** Decides points that the interface document leaves open. */
  readonly assumptions?: Partial<Assumptions>;
}

/** The settings as fields of a scenario file, in the order in which people write them. */
export const settingFields = {
  seed: v.exactOptional(v.whole('a seed', 0, Number.MAX_SAFE_INTEGER)),
  profile: v.exactOptional(profile),
  latency: v.exactOptional(latency),
  clockSkew: v.exactOptional(clockSkew),
  limits: v.exactOptional(limitChoices),
  applications: v.exactOptional(applicationRows),
  customers: v.exactOptional(customerRows),
  assumptions: v.optional(assumptions, {}),
} as const satisfies Readonly<Record<keyof Settings, object>>;

type SettingName = keyof Settings;
type Value<Name extends SettingName> = NonNullable<Settings[Name]>;

const settingNames = Object.keys(settingFields) as readonly SettingName[];

/** What a builder adds to, where it is called again. */
const added = ['limits', 'applications', 'customers', 'assumptions'] as const satisfies readonly SettingName[];

export type ReplacedSetting = Exclude<SettingName, (typeof added)[number]>;

export const replacedSettings = settingNames.filter(
  (name): name is ReplacedSetting => !added.some((one) => one === name),
);

const checks = Object.fromEntries(
  settingNames.map((name) => [name, v.checkWith(settingFields[name].wrapped as v.Schema<unknown>)]),
) as { readonly [Name in SettingName]: (value: unknown) => Checked<Value<Name>> };

export const checkSetting = <Name extends SettingName>(name: Name, value: unknown): Checked<Value<Name>> =>
  checks[name](value);

/** A setting as a call gives it. Throws Misuse BAD_OPTION, BAD_DURATION with the call as its place. */
export const readSetting = <Name extends SettingName>(name: Name, value: Value<Name>, call: string): Value<Name> =>
  unwrap<Value<Name>>(checkSetting(name, value), call);

/** The settings of a scenario, or of anything else that has some, without those that say nothing. */
export const settingsOf = (from: Settings): Settings =>
  Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = from[name];
      const saysNothing = value === undefined || (Array.isArray(value) && value.length === 0);
      return saysNothing ? [] : [[name, value]];
    }),
  );

/** The same with other settings: of assumptions the last word counts point by point, of all else as a whole. */
export const overrideSettings = <From extends Settings>(from: From, over: Settings): From => ({
  ...from,
  ...settingsOf(over),
  assumptions: { ...from.assumptions, ...over.assumptions },
});
