// Reads the log's settings in service.yaml: the time for which a day is valid, and the witnesses that cosign it.
import { defined, own } from '../basics/records.ts';
import { isSha256, sha256OfRawBlock } from '../nouns/address.ts';
import { KEY_NAMES, kindOf, PLACE_NAMES, sourceKind } from '../nouns/source-kinds.ts';
import { at, baseAt, type Facts, factsAt, fail } from './facts.ts';
import { isSourceToken, P2P, type Probe, type Source } from './sources.ts';

interface LogFacts {
  /** The number of days for which a logged day is valid; 7 by default. */
  expiryDays?: number;
  /** The witnesses, in the order in which the build asks them. */
  witnesses?: WitnessFacts[];
}

/** A witness that speaks the protocol of C2SP (`tlog-witness`). */
export interface WitnessFacts {
  /** The witness's verifier key: name, id and base64, joined by plus signs. */
  key: string;
  /** The address of the witness, without a trailing slash. `/add-checkpoint` is added to it. */
  url: string;
}

const MOST_DAYS = 365;
const MOST_WITNESSES = 16;
/**
 * Matches the form of a key. It does not check the key's id, so that a server need not load the code that computes it.
 */
const VERIFIER_KEY = /^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+={0,2}$/;

/** Checks the value of `log`. Throws a ServiceError for a wrong value. */
function checkLogFacts(value: unknown): LogFacts {
  const { expiryDays, witnesses } = factsAt(value, 'log', ['expiryDays', 'witnesses']);
  if (expiryDays !== undefined && !(Number.isInteger(expiryDays) && isWithin(expiryDays as number, 1, MOST_DAYS)))
    fail('log.expiryDays', `must be a whole number of days from 1 to ${MOST_DAYS}`);
  if (witnesses !== undefined && !(Array.isArray(witnesses) && witnesses.length <= MOST_WITNESSES))
    fail('log.witnesses', `must be a list of at most ${MOST_WITNESSES} witnesses`);
  const checked = (witnesses as unknown[] | undefined)?.map(checkWitness);
  if (checked && new Set(checked.map(({ key }) => key)).size < checked.length)
    fail('log.witnesses', 'names a key twice');
  return defined({ expiryDays: expiryDays as number | undefined, witnesses: checked });
}

function checkWitness(value: unknown, at: number): WitnessFacts {
  const where = `log.witnesses[${at}]`;
  const { key, url } = factsAt(value, where, ['key', 'url']);
  if (typeof key !== 'string' || !VERIFIER_KEY.test(key))
    fail(`${where}.key`, 'must be a verifier key such as witness.example+2d9f1c7a+BA…');
  return { key, url: baseAt(url, `${where}.url`) };
}

const isWithin = (number: number, least: number, most: number) => number >= least && number <= most;

export interface Service {
  name: string;
  /** Describes the service in one sentence. */
  about: string;
  /** An http(s) or mailto URL at which the operator can be reached. */
  contact?: string;
  /** The public address without a trailing slash. */
  baseUrl?: string;
  /** The address of the IPFS gateway that `archive.json` and the list of pins name. */
  gateway?: string;
  /** The address of a copy of the service, which `archive.json` names. */
  mirror?: string;
  /** Another address of this service, without a trailing slash, which serves only apps. */
  spacesUrl?: string;
  /** The token of the source at which models originate. */
  origin: string;
  /** The sources, the most preferred one first. */
  sources: Source[];
  notice?: HomeNotice;
  limits?: Limits;
  log?: LogFacts;
}

/** A sentence for visitors of the home page. */
export interface HomeNotice {
  text: string;
  /** The http(s) or mailto URL that the sentence leads to. */
  url?: string;
}

/** The operator's limits. If a limit is absent, the hub chooses one by the resources of its process. */
interface Limits {
  /** The maximum number of connections in all, and of connections from one address. */
  connections?: number;
  connectionsPerAddress?: number;
}

const KNOWN = [
  'name',
  'about',
  'contact',
  'baseUrl',
  'gateway',
  'mirror',
  'spacesUrl',
  'origin',
  'sources',
  'notice',
  'limits',
  'log',
];

/** True for an address at which a person can be reached: an http(s) or mailto URL. */
const isContact = (text: string): boolean => /^(https?:\/\/|mailto:)\S+$/.test(text);

/**
 * Checks a parsed service.yaml. `bases` replaces the bases of sources (see `Config.sourceBases`). Throws a ServiceError
 * for a wrong value. No schema library does the check: it runs at every start, and the library takes longer to load
 * than the whole service.
 */
export function checkService(value: unknown, bases: Record<string, string> = {}): Service {
  const facts = factsAt(value, '', KNOWN);
  if (!Array.isArray(facts.sources) || facts.sources.length === 0)
    fail('sources', 'must be a list of at least one source');
  const sources = facts.sources.map((source, index) => checkSource(source, `sources[${index}]`, bases));
  for (const key of ['token', 'display', 'host'] as const) unique(sources, key);
  for (const token of Object.keys(bases))
    if (!sources.some((source) => source.token === token))
      fail('sources', `has no source "${token}" whose base the environment could override`);
  const origin = text(facts, 'origin', '');
  if (!sources.some((source) => source.token === origin)) fail('origin', 'must be the token of one of the sources');
  const contact = optionalText(facts, 'contact', '');
  if (contact !== undefined && !isContact(contact)) fail('contact', 'must be an http(s) or mailto URL');
  return {
    name: text(facts, 'name', ''),
    about: text(facts, 'about', ''),
    ...defined({ contact, baseUrl: optionalBase(facts, 'baseUrl', ''), gateway: gatewayOf(facts, sources, bases) }),
    ...defined({ mirror: optionalBase(facts, 'mirror', ''), spacesUrl: optionalOrigin(facts, 'spacesUrl', '') }),
    origin,
    sources,
    ...(facts.notice == null ? {} : { notice: checkNotice(facts.notice) }),
    ...(facts.limits == null ? {} : { limits: checkLimits(facts.limits) }),
    ...(facts.log == null ? {} : { log: checkLogFacts(facts.log) }),
  };
}

/** Gives the gateway of service.yaml. An override of the IPFS source, which asks that gateway, holds for both. */
function gatewayOf(facts: Facts, sources: readonly Source[], bases: Record<string, string>): string | undefined {
  const ipfs = sources.find((source) => sourceKind(source) === 'ipfs');
  return (ipfs && own(bases, ipfs.token)) ?? optionalBase(facts, 'gateway', '');
}

function checkNotice(value: unknown): HomeNotice {
  const facts = factsAt(value, 'notice', ['text', 'url']);
  const url = optionalText(facts, 'url', 'notice');
  if (url !== undefined && !isContact(url)) fail('notice.url', 'must be an http(s) or mailto URL');
  return { text: text(facts, 'text', 'notice'), ...defined({ url }) };
}

const MOST_CONNECTIONS = 1_000_000;

function checkLimits(value: unknown): Limits {
  const facts = factsAt(value, 'limits', ['connections', 'connectionsPerAddress']);
  for (const [name, limit] of Object.entries(facts))
    if (!(Number.isInteger(limit) && (limit as number) >= 1 && (limit as number) <= MOST_CONNECTIONS))
      fail(`limits.${name}`, `must be a whole number from 1 to ${MOST_CONNECTIONS}`);
  return facts;
}

/** The placeholders in a source's template that name a file. */
const FILE_KEYS = ['{path}', '{sha256}'];
const MODEL_KEYS = KEY_NAMES.map((name) => `{${name}}`)
  .filter((name) => !FILE_KEYS.includes(name))
  .join(' or ');

function checkSource(value: unknown, where: string, bases: Record<string, string>): Source {
  const facts = factsAt(value, where, ['token', 'display', 'host', 'base', 'template', 'defaultRevision', 'probe']);
  const token = text(facts, 'token', where);
  if (!isSourceToken(token) || token === P2P.token)
    fail(`${where}.token`, `must be a lowercase word of at most 32 letters, digits and dashes, and not ${P2P.token}`);
  const host = text(facts, 'host', where);
  if (!/^[A-Za-z0-9.-]+$/.test(host)) fail(`${where}.host`, 'must be a host name');
  const template = text(facts, 'template', where);
  const { key } = kindOf(sourceKind({ template }));
  const isWhole = template.includes(`{${key}}`) && FILE_KEYS.some((name) => template.includes(name));
  if (!template.startsWith('/') || !isWhole)
    fail(`${where}.template`, `must start with a slash and hold {sha256}, or {path} and either ${MODEL_KEYS}`);
  const base = optionalBase(facts, 'base', where);
  if (base === undefined) fail(`${where}.base`, 'is missing');
  return {
    token,
    display: text(facts, 'display', where),
    host,
    base: own(bases, token) ?? base,
    template,
    ...defined({ defaultRevision: optionalText(facts, 'defaultRevision', where) }),
    ...(facts.probe !== undefined && { probe: checkProbe(facts.probe, template, `${where}.probe`) }),
  };
}

const DEFAULT_TIME_LIMIT = 10;

function checkProbe(value: unknown, template: string, where: string): Probe {
  const facts = factsAt(value, where, [...PLACE_NAMES, 'path', 'sha256', 'timeLimit']);
  for (const place of PLACE_NAMES) if (template.includes(`{${place}}`)) text(facts, place, where);
  const own = optionalText(facts, 'sha256', where);
  if (own !== undefined && !isSha256(own)) fail(`${where}.sha256`, 'must be 64 lowercase hex characters');
  const timeLimit = facts.timeLimit ?? DEFAULT_TIME_LIMIT;
  if (typeof timeLimit !== 'number' || !(timeLimit > 0 && timeLimit <= 300))
    fail(`${where}.timeLimit`, 'must be a number of seconds, at most 300');
  const names = Object.fromEntries(PLACE_NAMES.map((key) => [key, optionalText(facts, key, where)]));
  // A raw block's CID contains the hash of the block, so a probe of a raw block needs no `sha256`.
  const proved = sha256OfRawBlock(names.root ?? '');
  const isByHash = template.includes('{sha256}');
  if (isByHash) text(facts, 'sha256', where);
  const isNamed = proved !== undefined || (isByHash && !template.includes('{path}'));
  const path = optionalText(facts, 'path', where) ?? (isNamed ? '' : text(facts, 'path', where));
  if (proved !== undefined && own !== undefined && own !== proved)
    fail(`${where}.sha256`, `is not the one that the root holds, ${proved}: leave it out`);
  return { ...defined({ ...names, sha256: own ?? (path === '' ? proved : undefined) }), path, timeLimit };
}

function optionalText(facts: Facts, key: string, where: string): string | undefined {
  const value = own(facts, key);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value === '')
    fail(at(where, key), 'must be a text; quote what YAML reads as something else');
  return value;
}

function text(facts: Facts, key: string, where: string): string {
  return optionalText(facts, key, where) ?? fail(at(where, key), 'is missing');
}

function optionalBase(facts: Facts, key: string, where: string): string | undefined {
  const value = optionalText(facts, key, where);
  return value === undefined ? undefined : baseAt(value, at(where, key));
}

/** Reads an address without a path. Browsers isolate pages only by origin, so a path would not isolate apps. */
function optionalOrigin(facts: Facts, key: string, where: string): string | undefined {
  const base = optionalBase(facts, key, where);
  if (base !== undefined && base !== new URL(base).origin)
    fail(at(where, key), 'must be an address without a path, such as https://apps.hub.example');
  return base;
}

function unique(sources: Source[], key: 'token' | 'display' | 'host'): void {
  const twice = sources.find((source, at) => sources.findIndex((other) => other[key] === source[key]) < at);
  if (twice) fail('sources', `has two sources with the ${key} "${twice[key]}"`);
}
