import { isMisuse, refuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
import type { Context } from '../rules/history.ts';
import { isFields, tryJson } from '../language/data.ts';
import { requireOptions } from '../language/problem.ts';
import { readSetting } from '../language/settings.ts';
import { show } from '../language/show.ts';
import type { LimitChoices } from '../language/ast.ts';
import { chooseAddresses, endpointUrl, type Hosts } from '../simulation/addresses.ts';
import { adjustLimits } from '../spec/adjust-limits.ts';
import { type Assumptions, checkAssumption, type AssumptionId } from '../spec/assumptions.ts';
import { newestProfile, type ProfileName, profileNames, profiles } from '../spec/profiles.ts';
import type { Entry } from '../trace/entry.ts';
import { createMasker } from '../trace/mask.ts';
import { settingsIn } from '../trace/settings-in.ts';
import type { Trace } from '../trace/trace.ts';
import { checkSize, checkTree, type Field, isAbsent } from './data.ts';
import type { Har } from './har.ts';
import { readHar } from './read-har.ts';
import { readTrace } from './read-trace.ts';
import { type Site, importExchanges } from './import-exchanges.ts';

/** A trace of a simulation, a recording as HAR 1.2, or the text of either. */
export type RecordingSource = Trace | Har | { readonly log: object } | string;

/** What a recording was made of, as far as it does not tell itself: a trace tells its assumptions and limits, unless they are given. */
export interface RecordingOptions {
  /** Base addresses of the real service, without a trailing slash: `{ token: 'https://auth.example.com' }`. */
  readonly hosts?: Hosts;
  /** Where the application was notified; only requests to it are taken for notifications. */
  readonly endpoint?: string;
  /** The dated state of the interfaces to judge by. */
  readonly profile?: ProfileName;
  readonly assumptions?: Partial<Assumptions>;
  readonly limits?: LimitChoices;
  /** What errors call it, such as the path of its file. */
  readonly name?: string;
}

/** A recording as the rules read it. */
export interface Recording {
  readonly entries: readonly Entry[];
  readonly context: Context;
}

/** Throws Misuse BAD_OPTION for what is no recording, and for one in which nobody calls the service. */
export const readRecording = (source: RecordingSource, options: RecordingOptions = {}): Recording => {
  const place = options.name ?? 'recording';
  const context = chooseContext(options, place);
  const parsed = typeof source === 'string' ? parseText(source, place) : source;
  const trace = typeof parsed === 'string' ? parsed : isTrace(parsed) ? parsed.toJSONL() : undefined;
  if (trace !== undefined) {
    const entries = readTrace(trace, place);
    return { entries, context: chooseContext(options, place, settingsIn(entries)) };
  }
  const { all, hosts, endpoint, dropped } = readHar(parsed, place);
  const site: Site = {
    addresses: readAddresses(options.hosts ?? readHosts(hosts), place),
    endpoint: options.endpoint ?? endpoint ?? endpointUrl,
    assumptions: context.assumptions,
  };
  const entries = importExchanges(all, site);
  if (entries.length === 0)
    throw refuse(place, `none of its ${all.length} requests goes to the service`, 'say where it stands, as hosts');
  checkCredentials(entries, place);
  // Their names tell the secrets apart, and nothing that is said of a recording has one in it.
  const shown = createMasker().mask(entries);
  const mark = { at: 0, kind: 'dropped', entries: dropped } as const;
  return { entries: dropped > 0 ? [mark, ...shown] : shown, context };
};

const isTrace = (source: unknown): source is Trace =>
  isFields(source) && Array.isArray(source['entries']) && typeof source['toJSONL'] === 'function';

/** The object that a HAR is, or the text of a trace. */
const parseText = (written: string, place: string): unknown => {
  checkSize(written, place);
  const text = written.startsWith('\uFEFF') ? written.slice(1) : written;
  if (text.trim() === '') throw refuse(place, 'it is empty', 'give a HAR or a trace');
  const whole = tryJson(text);
  if (isFields(whole) && Object.hasOwn(whole, 'log')) return whole;
  const first = tryJson(text.slice(0, text.search(/\n|$/)));
  if (isFields(first) && Object.hasOwn(first, 'kind')) return text;
  throw refuse(place, 'this is neither a HAR nor a trace', 'give JSON with "log", or JSON lines from --trace');
};

const readHosts = (field: Field): Hosts => {
  if (isAbsent(field)) return {};
  checkTree(field.value, field.place);
  return field.value as Hosts;
};

/** Interfaces that are not named stand where nothing real does. Throws Misuse BAD_OPTION. */
const readAddresses = (hosts: Hosts, place: string): Site['addresses'] => {
  const isNamed = isFields(hosts) && Object.values(hosts).every((one) => typeof one === 'string');
  if (!isNamed)
    throw refuse(`${place}, hosts`, 'these are no addresses', 'write { token: "https://auth.example.com" }');
  try {
    return chooseAddresses(hosts, 1, false);
  } catch (error) {
    if (!isMisuse(error)) throw error;
    throw refuse(`${place}, hosts`, error.what, error.hint);
  }
};

const chooseContext = (
  { profile, assumptions = {}, limits = {} }: RecordingOptions,
  place: string,
  settings: Context = profiles[newestProfile],
): Context => {
  if (profile !== undefined && !Object.hasOwn(profiles, profile))
    throw refuse(place, `${show(profile)} is not a profile`, suggest(profile, profileNames));
  requireOptions(assumptions, `${place}, assumptions`);
  for (const [id, value] of Object.entries(assumptions)) {
    const problem = checkAssumption(id as AssumptionId, value);
    if (problem !== undefined) throw refuse(place, problem, 'stunt-double list assumptions names them');
  }
  const base = profile === undefined ? settings : profiles[profile];
  return {
    assumptions: { ...base.assumptions, ...assumptions },
    limits: adjustLimits(base.limits, readSetting('limits', limits, `${place}, limits`)),
  };
};

/** Browsers leave out who target, unless they are entries not to: nothing could be said of callers and memory. */
const checkCredentials = (entries: readonly Entry[], place: string): void => {
  const calls = entries.filter((entry) => entry.kind === 'request' && entry.region !== undefined);
  const isStripped =
    calls.length > 0 && calls.every((one) => one.kind === 'request' && !('authorization' in one.request.headers));
  const succeeded = new Set(
    entries.flatMap((entry) => (entry.kind === 'answer' && entry.answer.status < 300 ? [entry.exchange] : [])),
  );
  if (!isStripped || !calls.some((one) => one.kind === 'request' && succeeded.has(one.exchange))) return;
  throw refuse(
    place,
    'its requests have lost their authorization headers',
    'export with sensitive data, then redact: redactHar keeps who is who',
  );
};
