import { currentClock } from '../current-clock.ts';
import { type Patch, replace, replaceGetter, type Undo, undoing } from './patch.ts';

type Format = (date?: unknown) => unknown;

/** `format` and `formatToParts` of `Intl.DateTimeFormat`, which take no date for now. */
const patchFormats = (): readonly Undo[] => {
  const { prototype } = Intl.DateTimeFormat;
  const told = (date: unknown): unknown => (date === undefined ? currentClock()?.now : date);
  const realFormat = Object.getOwnPropertyDescriptor(prototype, 'format');
  const realToParts = Reflect.get(prototype, 'formatToParts') as Format;
  // Each formatter has one function, which belongs to it.
  const formats = new WeakMap<Format, Format>();
  const formatOf = function format(this: Intl.DateTimeFormat): Format {
    const real = realFormat?.get?.call(this) as Format;
    const ours = formats.get(real) ?? ((date) => real(told(date)));
    formats.set(real, ours);
    return ours;
  };
  const toParts = function formatToParts(this: Intl.DateTimeFormat, date?: unknown): unknown {
    return realToParts.call(this, told(date));
  };
  return [replaceGetter(prototype, 'format', formatOf), replace(prototype, 'formatToParts', toParts)];
};

interface Zoned {
  toPlainDateTime(): unknown;
  toPlainDate(): unknown;
  toPlainTime(): unknown;
}

/** What is used of it; Node has it from 26 on. */
interface Temporal {
  readonly Now: { timeZoneId(): string };
  readonly Instant: { fromEpochMilliseconds(milliseconds: number): { toZonedDateTimeISO(zone: unknown): Zoned } };
}

/** What `Temporal.Now` tells, but for the instant, by what the present is in a time zone. */
const readings: Readonly<Record<string, (present: Zoned) => unknown>> = {
  zonedDateTimeISO: (present) => present,
  plainDateTimeISO: (present) => present.toPlainDateTime(),
  plainDateISO: (present) => present.toPlainDate(),
  plainTimeISO: (present) => present.toPlainTime(),
};

const patchTemporal = (): readonly Undo[] => {
  const temporal = Reflect.get(globalThis, 'Temporal') as Temporal | undefined;
  if (temporal === undefined) return [];
  const { Now, Instant } = temporal;
  const follow = (name: string, read: (now: number, zone: unknown) => unknown): Undo => {
    const real = Reflect.get(Now, name) as (zone?: unknown) => unknown;
    return replace(Now, name, (zone?: unknown) => {
      const clock = currentClock();
      return clock === undefined ? real.call(Now, zone) : read(clock.now, zone);
    });
  };
  return [
    follow('instant', (now) => Instant.fromEpochMilliseconds(now)),
    ...Object.entries(readings).map(([name, read]) =>
      follow(name, (now, zone = Now.timeZoneId()) => read(Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone))),
    ),
  ];
};

/** All that tells the date and does not ask `Date`. */
export const patchCalendars: Patch = () => undoing(...patchFormats(), ...patchTemporal());
