import type { ClientCustomer, ClientEnv } from '../../simulation/client-env.ts';
import { regionNames } from '../../spec/regions.ts';
import { isSet, type Terminal } from '../../print/terminal.ts';
import { shellWord } from '../replay-line.ts';

/** What there is to be told to a client in another process. */
export interface Told {
  /** The applications, the first of them the one that the client is. */
  readonly applications: readonly Pick<ClientEnv, (typeof told)[number]>[];
  readonly notifyUrl?: string | undefined;
  readonly controlUrl?: string | undefined;
  readonly caFile?: string | undefined;
}

const told = ['tokenUrl', 'emailUrl', 'storeUrls', 'regions', 'clientId', 'clientSecret', 'customers'] as const;

/** A variable, or one of each kind: `<…>` stands for what the name has in its place. */
interface Row {
  readonly name: string;
  readonly what: string;
  /** What it holds, by what stands in place of `<…>`; by '' where there is nothing of it. */
  readonly of: (from: Told) => Readonly<Record<string, string | undefined>>;
}

const one = (name: string, what: string, of: (from: Told) => string | undefined): Row => ({
  name,
  what,
  of: (from) => ({ '': of(from) }),
});

const ofFirst = (name: string, what: string, of: (env: Told['applications'][number]) => string): Row =>
  one(name, what, ({ applications: [first] }) => first && of(first));

/** The first of them needs no number, the others are counted from 2. */
const numbered = <Item>(prefix: string, items: readonly Item[], of: (item: Item) => string): Record<string, string> =>
  Object.fromEntries(items.map((item, at) => [at === 0 ? prefix : `${prefix}_${at + 1}`, of(item)]));

const ofCustomer = (field: string, what: string, of: (customer: ClientCustomer) => string): Row => ({
  name: `STUNT_DOUBLE_<CUSTOMER>_${field}`,
  what,
  of: ({ applications }) =>
    Object.assign(
      {},
      ...applications.map(({ customers }, at) =>
        numbered(at === 0 ? 'CUSTOMER' : `APPLICATION_${at + 1}_CUSTOMER`, customers, of),
      ),
    ) as Record<string, string>,
});

const ofApplication = (field: string, what: string, of: (env: Told['applications'][number]) => string): Row => ({
  name: `STUNT_DOUBLE_<APPLICATION_2>_${field}`,
  what,
  of: ({ applications }) => {
    const { APPLICATION: _first, ...others } = numbered('APPLICATION', applications, of);
    return others;
  },
});

const trust = 'the same, as it is known to';

/** Every variable that a client is given: the one place of their names. */
export const environmentRows: readonly Row[] = [
  ofFirst('STUNT_DOUBLE_TOKEN_URL', 'interface B: where tokens are asked for', ({ tokenUrl }) => tokenUrl),
  ofFirst('STUNT_DOUBLE_EMAIL_URL', 'interface A: where mails are posted to', ({ emailUrl }) => emailUrl),
  ofFirst(
    'STUNT_DOUBLE_SUBMISSION_URL',
    'interface B: base address of the submission API',
    ({ storeUrls }) => storeUrls.submission,
  ),
  ofFirst(
    'STUNT_DOUBLE_REPORTING_URL',
    'interface B: base address of the reporting API',
    ({ storeUrls }) => storeUrls.reporting,
  ),
  {
    name: 'STUNT_DOUBLE_<EU_WEST_1>_URL',
    what: 'interface C: base address of a region, for each of them',
    of: ({ applications: [first] }) =>
      Object.fromEntries(
        regionNames.map((region) => [region.toUpperCase().replaceAll('-', '_'), first?.regions[region]]),
      ),
  },
  ofFirst('STUNT_DOUBLE_CLIENT_ID', "the application's client id", ({ clientId }) => clientId),
  ofFirst('STUNT_DOUBLE_CLIENT_SECRET', 'its secret', ({ clientSecret }) => clientSecret),
  ofCustomer('ID', 'a customer who authorized it; the others are `CUSTOMER_2` and so on', ({ id }) => id),
  ofCustomer('SCOPE', 'the scope of interface C that the tokens are for', ({ scope }) => scope),
  ofCustomer('ACCESS_TOKEN', 'a token, valid from the start of the simulation', ({ accessToken }) => accessToken),
  ofCustomer('REFRESH_TOKEN', 'exchanged at the token address for a new one', ({ refreshToken }) => refreshToken),
  ofApplication(
    'CLIENT_ID',
    'another application of the world; its customers are `APPLICATION_2_CUSTOMER` and so on',
    ({ clientId }) => clientId,
  ),
  ofApplication('CLIENT_SECRET', 'its secret', ({ clientSecret }) => clientSecret),
  one('STUNT_DOUBLE_NOTIFY_URL', 'with `--notify`: where the client has to listen', ({ notifyUrl }) => notifyUrl),
  one('STUNT_DOUBLE_CONTROL_URL', 'with `--control`: the address of the control API', ({ controlUrl }) => controlUrl),
  one('STUNT_DOUBLE_CA_FILE', 'with `--tls`: the certificate to trust, as PEM', ({ caFile }) => caFile),
  one('SSL_CERT_FILE', `${trust} OpenSSL, Python and Go`, ({ caFile }) => caFile),
  one('REQUESTS_CA_BUNDLE', `${trust} requests of Python`, ({ caFile }) => caFile),
  one('CURL_CA_BUNDLE', `${trust} curl`, ({ caFile }) => caFile),
  one('NODE_EXTRA_CA_CERTS', `${trust} Node`, ({ caFile }) => caFile),
];

export type Environment = Readonly<Record<string, string>>;

/** The variables that a client is given, in the order of the table. */
export const makeEnvironment = (from: Told): Environment => {
  const made: Record<string, string> = {};
  for (const { name, of } of environmentRows) {
    for (const [part, value] of Object.entries(of(from))) {
      if (value !== undefined) made[name.replace(/<.*>/, part)] = value;
    }
  }
  return made;
};

/** As lines for a shell. */
export const asExports = (environment: Environment): string =>
  Object.entries(environment)
    .map(([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'\n`)
    .join('');

/** As a dotenv file. Docker takes quotes for a part of the value, so that there are none where there need be none. */
export const asDotenv = (environment: Environment): string =>
  Object.entries(environment)
    .map(([name, value]) => `${name}=${shellWord(value)}\n`)
    .join('');

/** What besides keeps a command from asking a proxy for the simulation, where its environment names one. */
export const aroundProxies = (env: Terminal['env'], origins: readonly string[]): Environment => {
  if (!Object.entries(env).some(([name, value]) => /^(?:https?|all)_proxy$/i.test(name) && isSet(value))) return {};
  const names = ['127.0.0.1', 'localhost', ...origins.map((origin) => new URL(origin).hostname)];
  // Some know an address of IPv6 with its brackets, others without.
  const hosts = new Set(names.flatMap((name) => [name, name.replace(/^\[|\]$/g, '')]));
  // All hosts, where it stands alone.
  const add = (own = ''): string => (own === '*' ? own : [...(isSet(own) ? [own] : []), ...hosts].join(','));
  const { NO_PROXY, no_proxy } = env;
  return { NO_PROXY: add(NO_PROXY ?? no_proxy), no_proxy: add(no_proxy ?? NO_PROXY) };
};
