// Reads all environment variables, with their defaults and the sentences about wrong values.

import { own } from '../basics/records.ts';
import { Secret } from '../basics/secret.ts';
import { holdsControl } from '../basics/shown-text.ts';
import { type BucketAddress, parseBucketAddress, parseUrlBase } from '../nouns/url-base.ts';
import { ServiceError } from './facts.ts';
import { type EcPublicKey, parseAttestationKey, parseIdentityKey } from './keys.ts';
import { checkService, type Service } from './service.ts';

export type Environment = Record<string, string | undefined>;

/** A prefix in a bucket, and how to reach the bucket. */
export interface BucketPlace extends BucketAddress {
  /** The URL of the store, without a trailing slash. */
  endpoint: string;
  /** True if the path of a URL names the bucket; otherwise the host does. */
  isPathStyle: boolean;
  region: string;
  keyId: string;
  key: Secret;
  /** The session token of temporary keys; undefined for lasting keys. */
  session: Secret | undefined;
}

/** Thrown for a wrong value. The message is one sentence that names the variable and never repeats a secret. */
export class ConfigError extends Error {
  readonly variable: string;

  constructor(variable: string, fault: string) {
    super(`${variable} ${fault}.`);
    this.variable = variable;
  }
}

/**
 * Reads the variables of `settings.ts` (decision 0015). An empty value counts as unset. Throws a ConfigError for a
 * wrong value.
 */
export function readConfig(env: Environment) {
  const data = text(env, 'HUB_DATA') ?? '.hub';
  const dist = text(env, 'HUB_DIST') ?? 'dist';
  // Only the value is checked here, because every thread reads the variable itself.
  onOrOff(env, 'HUB_NATIVE');
  return {
    host:
      read(env, 'HOST', 'must be a host name or an IP address without port or brackets', (host) =>
        /^[A-Za-z0-9_.:%-]+$/.test(host) ? host : undefined,
      ) ?? '127.0.0.1',
    /** The port; 0 means any free port. */
    port: wholeNumber(env, 'PORT', 0, 65_535) ?? 4321,
    /** The public address from HUB_BASE_URL, without a trailing slash; see `publicBaseUrl`. */
    baseUrl: origin(env, 'HUB_BASE_URL'),
    /** Other host names of the hub, as in URLs: without a port, IPv6 in brackets. */
    hosts: hostNames(env, 'HUB_HOSTS'),
    /** The folders from HUB_DATA and HUB_DIST, relative to the working folder. */
    data,
    dist,
    tree: storagePlace(env, 'HUB_TREE', dist),
    /** The folder and the limit in bytes of the cache for a tree that is not in a folder. */
    cache: {
      folder: text(env, 'HUB_CACHE') ?? `${data}/cache`,
      bytes: (wholeNumber(env, 'HUB_CACHE_MIB', 1, 999_999) ?? 1024) * 2 ** 20,
    },
    /** Seconds for which a tree is kept after another tree has replaced it. */
    treeSeconds: wholeNumber(env, 'HUB_TREE_SECONDS', 0, 31_536_000) ?? 86_400,
    database: database(env, `${data}/hub.db`),
    ...objectPlaces(env, `${data}/objects`),
    service: text(env, 'HUB_SERVICE'),
    signingKeys: secret(env, 'HUB_SIGNING_KEY', 'holds a control character', (value) => {
      const keys = value.trim();
      return keys.split(/\r?\n/).some(holdsControl) ? undefined : keys;
    }),
    /** The token that `index` sends to the API of the hub that it crawls. */
    indexToken: token(env, 'HUB_INDEX_TOKEN'),
    publisherToken: token(env, 'HUB_PUBLISHER_TOKEN'),
    registryToken: token(env, 'HUB_REGISTRY_TOKEN'),
    /** The secret of the attestation key, 32 bytes in hex; undefined if the hub attests nothing. */
    attestationKey: secret(env, 'HUB_ATTESTATION_KEY', '', (value) => {
      const key = parseAttestationKey(value);
      if ('fault' in key) throw new ConfigError('HUB_ATTESTATION_KEY', key.fault);
      return key.secret;
    }),
    identity: {
      key: identityKey(env),
      audience: text(env, 'HUB_IDENTITY_AUDIENCE'),
      /** The issuer of identity tokens, and the id that the identity provider gave this hub. */
      ...identityClient(env),
    },
    /** The bases that replace the bases of sources, by the source's token. */
    sourceBases: sourceBases(env),
    /** Seconds between two probes; undefined if the hub does not probe. */
    probeSeconds: env.HUB_PROBE === 'off' ? undefined : (wholeNumber(env, 'HUB_PROBE', 1, 86_400, 'off or ') ?? 30),
    /** True if clients reach the hub directly; false if it is behind another service's proxy. */
    edge: onOrOff(env, 'HUB_EDGE') ?? true,
    /** True if the addresses of upstream hubs and sources may be private ones. */
    upstreamPrivate: onOrOff(env, 'HUB_UPSTREAM_PRIVATE') ?? false,
    /** The maximum size in bytes of a catalog that `mirror` downloads. */
    mirrorBytes: (wholeNumber(env, 'HUB_MIRROR_GIB', 1, 9999) ?? 16) * 2 ** 30,
    /** The host and the port of the metrics, which the public port does not serve; undefined if there are no metrics. */
    metrics: metricsPlace(env),
    /**
     * The seconds for which the hub still accepts requests before it stops. Its health says meanwhile that it will stop.
     */
    drainSeconds: wholeNumber(env, 'HUB_DRAIN_SECONDS', 0, 600) ?? 0,
  };
}

export type Config = ReturnType<typeof readConfig>;

/** The name of the database in HUB_DATA that holds the memory of `index`. */
export const CRAWL_DATABASE = 'crawl.db';

/** The default folder of an export. A web server in front of the hub reads its files. */
export const publicFolder = ({ dist }: Pick<Config, 'dist'>) => `${dist}/public`;

/** Returns the hub's address for documents: HUB_BASE_URL, else the address in service.yaml, else the host and port. */
export function publicBaseUrl(config: Pick<Config, 'baseUrl' | 'host' | 'port'>, service: Pick<Service, 'baseUrl'>) {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return config.baseUrl ?? service.baseUrl ?? `http://${host}:${config.port}`;
}

/** Checks `facts`, a parsed service.yaml, together with `config`. Throws a ServiceError for a wrong value. */
export function serviceUnder(
  config: Pick<Config, 'baseUrl' | 'host' | 'port' | 'sourceBases'>,
  facts: unknown,
): Service {
  const service = checkService(facts, config.sourceBases);
  checkSpacesUrl(config, service);
  return service;
}

/**
 * Throws a ServiceError if apps would have the hub's own address. Apps would then share the hub's origin, and the hub
 * could serve nothing else.
 */
export function checkSpacesUrl(
  config: Pick<Config, 'baseUrl' | 'host' | 'port'>,
  service: Pick<Service, 'baseUrl' | 'spacesUrl'>,
): void {
  if (service.spacesUrl !== undefined && service.spacesUrl === publicBaseUrl(config, service))
    throw new ServiceError('spacesUrl must be another address than the hub’s own, of the same service.');
}

function text(env: Environment, name: string): string | undefined {
  return parsed(own(env, name), name, 'holds a control character', (value) =>
    holdsControl(value) ? undefined : value,
  );
}

/** Reads a variable by `parse`; undefined if it is unset. Throws a ConfigError with `fault` if `parse` fails. */
const read = <T>(env: Environment, name: string, fault: string, parse: (value: string) => T | undefined) =>
  parsed(text(env, name), name, fault, parse);

/** Reads a secret, which may have several lines. An empty text from `parse` counts as unset. */
function secret(env: Environment, name: string, fault: string, parse: (value: string) => string | undefined) {
  const value = parsed(own(env, name), name, fault, parse);
  return value ? new Secret(value) : undefined;
}

function parsed<T>(text: string | undefined, name: string, fault: string, parse: (value: string) => T | undefined) {
  const value = text ? parse(text) : undefined;
  if (text && value === undefined) throw new ConfigError(name, fault);
  return value;
}

const token = (env: Environment, name: string) =>
  secret(env, name, 'must be visible ASCII without spaces, or no header could carry it', (value) =>
    /^[\x21-\x7e]+$/.test(value) ? value : undefined,
  );

function metricsPlace(env: Environment) {
  const fault = 'must be a host and a port, such as 127.0.0.1:9464 or [::1]:9464';
  return read(env, 'HUB_METRICS', fault, (value) => {
    const [, bracketed, name, digits] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(value) ?? [];
    const host = bracketed ?? name;
    const port = Number(digits);
    return host !== undefined && port <= 65_535 ? { host, port } : undefined;
  });
}

/** Reads host names, separated by commas. */
function hostNames(env: Environment, name: string): ReadonlySet<string> {
  const names = text(env, name)?.split(',') ?? [];
  return new Set(
    names.map((each) => {
      const host = /^\w[\w.-]*$|^\[[\da-f:.]+\]$/i.test(each.trim()) ? URL.parse(`http://${each.trim()}`) : null;
      if (host === null)
        throw new ConfigError(name, 'must be names without scheme and port, separated by commas: hub.example,10.0.0.7');
      return host.hostname;
    }),
  );
}

function wholeNumber(env: Environment, name: string, least: number, most: number, or = ''): number | undefined {
  return read(env, name, `must be ${or}a whole number from ${least} to ${most}`, (value) => {
    const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
    return number >= least && number <= most ? number : undefined;
  });
}

function onOrOff(env: Environment, name: string): boolean | undefined {
  return read(env, name, 'must be on or off', (value) =>
    value === 'on' || value === 'off' ? value === 'on' : undefined,
  );
}

function origin(env: Environment, name: string): string | undefined {
  const fault = 'must be an http(s) address such as https://hub.example, without login, path or query';
  return read(env, name, fault, (value) => {
    const base = parseUrlBase(value);
    return base === undefined || base !== new URL(base).origin ? undefined : base;
  });
}

type Database = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: Secret };

function database(env: Environment, usual: string): Database {
  const value = text(env, 'HUB_DATABASE');
  if (value !== undefined && /^postgres(ql)?:/.test(value)) {
    if (!/^postgres(ql)?:\/\/[^\s/]*\/./.test(value))
      throw new ConfigError(
        'HUB_DATABASE',
        'must name a server and a database: postgres://USER:PASSWORD@HOST/DATABASE',
      );
    return { kind: 'postgres', url: new Secret(value) };
  }
  if (value !== undefined && !value.startsWith('sqlite:'))
    throw new ConfigError('HUB_DATABASE', 'must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE');
  return { kind: 'sqlite', path: value === undefined ? usual : afterScheme('HUB_DATABASE', value, 'sqlite') };
}

/** A folder, or a place in a bucket. */
type StoragePlace = { folder: string } | { bucket: BucketPlace };

function storagePlace(env: Environment, name: string, usual: string): StoragePlace {
  const value = text(env, name);
  if (value === undefined) return { folder: usual };
  if (value.startsWith('s3:')) return { bucket: bucketPlace(env, name, value) };
  if (value.startsWith('file:')) return { folder: afterScheme(name, value, 'file') };
  throw new ConfigError(name, 'must be file:PATH or s3://BUCKET/PREFIX');
}

/**
 * Reads the folder of the index's objects, which `import` writes and `build` reads, and the place of published objects.
 * Only published objects may be in a bucket.
 */
function objectPlaces(env: Environment, usual: string): { objects: string; published: StoragePlace } {
  const place = storagePlace(env, 'HUB_OBJECTS', usual);
  if ('bucket' in place) return { objects: usual, published: place };
  return { objects: place.folder, published: { folder: `${place.folder}/published` } };
}

/**
 * Reads `address` as a place in a bucket; `name` is the variable or argument with the address. The store, the region
 * and the keys come from the variables of all S3 tools. Throws a ConfigError that names a missing or wrong value.
 */
export function bucketPlace(env: Environment, name: string, address: string): BucketPlace {
  const parsed = parseBucketAddress(address);
  if (!parsed)
    throw new ConfigError(name, 'must be s3://BUCKET/PREFIX, in letters, digits, dots, hyphens and underscores');
  const needed = <T>(variable: string, value: T | undefined, fix: string): T => {
    if (value === undefined) throw new ConfigError(variable, `must be set to ${fix}, since ${name} names a bucket`);
    return value;
  };
  const region = needed(
    'AWS_REGION',
    text(env, 'AWS_REGION') ?? text(env, 'AWS_DEFAULT_REGION'),
    'the region of the store (us-east-1 or auto where it has none)',
  );
  if (!/^[a-z0-9-]{2,64}$/.test(region))
    throw new ConfigError(env.AWS_REGION ? 'AWS_REGION' : 'AWS_DEFAULT_REGION', 'must be a region such as us-east-1');
  const tokenOf = (variable: string, fix: string) => needed(variable, token(env, variable), fix);
  const keyId = tokenOf('AWS_ACCESS_KEY_ID', 'the name of an access key');
  const key = tokenOf('AWS_SECRET_ACCESS_KEY', 'the secret of that key');
  const session = keyId.reveal().startsWith('ASIA')
    ? tokenOf('AWS_SESSION_TOKEN', 'the token of the temporary key in AWS_ACCESS_KEY_ID')
    : token(env, 'AWS_SESSION_TOKEN');
  const own = storeUrl(env, 'AWS_ENDPOINT_URL_S3') ?? storeUrl(env, 'AWS_ENDPOINT_URL');
  const endpoint = own ?? `https://s3.${region}.amazonaws.com`;
  // The store's certificate does not cover the host name of a bucket if the bucket's name has a dot.
  const isPathStyle = own !== undefined || parsed.bucket.includes('.');
  return { ...parsed, endpoint, isPathStyle, region, keyId: keyId.reveal(), key, session };
}

const storeUrl = (env: Environment, name: string) =>
  read(env, name, 'must be an http(s) address such as https://s3.example, without login or query', parseUrlBase);

function afterScheme(name: string, value: string, scheme: string): string {
  const path = value.startsWith(`${scheme}:`) ? value.slice(scheme.length + 1).replace(/^\/\/(?=\/)/, '') : '';
  if (path === '') throw new ConfigError(name, `must be ${scheme}:PATH`);
  return path;
}

function identityKey(env: Environment): EcPublicKey | undefined {
  const value = env.HUB_IDENTITY_KEY || undefined;
  const key = value === undefined ? undefined : parseIdentityKey(value);
  if (typeof key === 'string') throw new ConfigError('HUB_IDENTITY_KEY', key);
  return key;
}

function identityClient(env: Environment): { client: string | undefined; issuer: string | undefined } {
  const [client, issuer] = [text(env, 'HUB_IDENTITY_CLIENT'), text(env, 'HUB_IDENTITY_ISSUER')];
  if (client === undefined) return { client, issuer };
  const base = issuer === undefined ? undefined : parseUrlBase(issuer);
  const isSafe = base !== undefined && (base.startsWith('https:') || isLoopback(new URL(base).hostname));
  if (!isSafe)
    throw new ConfigError(
      'HUB_IDENTITY_ISSUER',
      'must be the https address of the identity provider that knows HUB_IDENTITY_CLIENT, as the provider spells it',
    );
  return { client, issuer };
}

const isLoopback = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host);

const SOURCE_VARIABLE = 'HUB_SOURCE_';

/** Returns the name of the variable that replaces the base of the source with this token. */
export function sourceVariable(sourceToken: string): string {
  return SOURCE_VARIABLE + sourceToken.toUpperCase().replaceAll('-', '_');
}

function sourceBases(env: Environment): Record<string, string> {
  const bases: [token: string, base: string][] = [];
  for (const name of Object.keys(env).sort()) {
    const value = name.startsWith(SOURCE_VARIABLE) ? own(env, name) : undefined;
    if (!value) continue;
    const base = parseUrlBase(value);
    if (base === undefined) throw new ConfigError(name, 'must be an http(s) URL without login or query');
    bases.push([name.slice(SOURCE_VARIABLE.length).toLowerCase().replaceAll('_', '-'), base]);
  }
  return Object.fromEntries(bases);
}
