// Checks the operator's public facts in content/service.yaml: names, address, byte sources. A source has three names
// (decision 0012).
import { own } from '../basics/records.ts';
import { isSha256, sha256OfRawBlock } from '../nouns/address.ts';
import { encodePath } from '../nouns/file-path.ts';
import { KEY_NAMES, kindOf, PLACE_NAMES, type Place, type PlaceName, sourceKind } from '../nouns/source-kinds.ts';
import { base, contact, countUpTo, fail, listThat, members, text, textThat } from './facts.ts';

/** A byte source as `content/service.yaml` declares it. */
export interface Source {
  /** The short name of the source, as in the paths `/via/{source}/`. */
  token: string;
  /** The name in the member `hub.sources` of answers. */
  display: string;
  /** The name in the health answer and in `X-Hub-Source`. */
  host: string;
  /** The start of the source's URLs, without a trailing slash. `HUB_SOURCE_*` overrides it. */
  base: string;
  /**
   * The path after `base`. It has the placeholder {path} or {sha256} for a file, and placeholders for the source's
   * names of a model, such as {id} (`source-kinds.ts`).
   */
  template: string;
  /**
   * The source's name for the revision of a model whose import row has no revision. If absent, the model's own revision
   * is used.
   */
  defaultRevision?: string;
  /** The file that probes request. Absent if the hub never checks the source. */
  probe?: Probe;
}

/**
 * A public file that probes request, with the source's names for the file's model. A file with a known hash should be
 * small, because a probe reads all of it.
 */
export interface Probe extends Place {
  /** The path of the file; empty if the root is the file itself. */
  path: string;
  /** The hash of the file; absent if a probe only tests that the source answers. */
  sha256?: string;
  /** The maximum number of seconds that a probe may take. */
  timeLimit: number;
}

/** `P2P` occurs only in `hub.sources`: no path selects it, and no probe checks it. */
export const P2P = { token: 'p2p', display: 'P2P' } as const;

/** True if `text` can be the token of a source (decision 0012). */
export function isSourceToken(text: string): boolean {
  return /^[a-z][a-z0-9-]{0,31}$/.test(text);
}

/**
 * Returns the text that becomes the address of a model's page at a source when the model's id is added. Undefined if
 * the template does not put all files of a model below its id. The address names the source itself, even if this hub
 * uses a mirror of the source, because people sign in at the source.
 */
export function modelHomes({ host, template }: Pick<Source, 'host' | 'template'>): string | undefined {
  return template.startsWith('/{id}/') && host.includes('.') ? `https://${host}/` : undefined;
}

const PLACEHOLDER = new RegExp(`\\{(${[...PLACE_NAMES, 'path', 'sha256'].join('|')})\\}`, 'g');

/**
 * Returns the absolute, percent-encoded URL of a file. `place` has the source's names for the model. A template with
 * {sha256} needs the file's hash.
 */
export function sourceUrl(source: Source, place: Place, { path, sha256 }: { path: string; sha256?: string }): string {
  const names = { ...place, path, sha256 };
  const filled = source.template.replace(PLACEHOLDER, (_, name: string) => encodePath(own(names, name) ?? ''));
  // An empty path means that the root is the file itself. A slash after the root would request a folder.
  return source.base + (path === '' ? filled.replace(/\/$/, '') : filled);
}

/**
 * Reads an address without a path. Browsers isolate pages only by origin, so a path would not isolate apps.
 */
const origin = (value: unknown, where: string) => {
  const address = base(value, where);
  return address === new URL(address).origin
    ? address
    : fail(where, 'must be an address without a path, such as https://apps.hub.example');
};

const connections = countUpTo(1_000_000);

/** A witness that speaks the protocol of C2SP (`tlog-witness`). */
const witness = members(
  {
    /**
     * The witness's verifier key: name, id and base64, joined by plus signs. The key's id is not checked here, so that a
     * server need not load the code that computes it.
     */
    key: textThat(
      (key) => /^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+={0,2}$/.test(key),
      'must be a verifier key such as witness.example+2d9f1c7a+BA…',
    ),
    /** The address of the witness, without a trailing slash. `/add-checkpoint` is added to it. */
    url: base,
  },
  {},
);
export type WitnessFacts = ReturnType<typeof witness>;

const MOST_WITNESSES = 16;

/** The placeholders in a source's template that name a file. */
const FILE_KEYS = ['{path}', '{sha256}'];
const MODEL_KEYS = KEY_NAMES.map((name) => `{${name}}`)
  .filter((name) => !FILE_KEYS.includes(name))
  .join(' or ');

const placeNames = Object.fromEntries(PLACE_NAMES.map((name) => [name, text])) as Record<PlaceName, typeof text>;

const probe = members(
  {},
  {
    ...placeNames,
    path: text,
    sha256: textThat(isSha256, 'must be 64 lowercase hex characters'),
    timeLimit: (value, where) =>
      typeof value === 'number' && value > 0 && value <= 300
        ? value
        : fail(where, 'must be a number of seconds, at most 300'),
  },
);

const source = members(
  {
    token: textThat(
      (token) => isSourceToken(token) && token !== P2P.token,
      `must be a lowercase word of at most 32 letters, digits and dashes, and not ${P2P.token}`,
    ),
    display: text,
    host: textThat((host) => /^[A-Za-z0-9.-]+$/.test(host), 'must be a host name'),
    base,
    template: textThat((template) => {
      const { key } = kindOf(sourceKind({ template }));
      return (
        template.startsWith('/') && template.includes(`{${key}}`) && FILE_KEYS.some((name) => template.includes(name))
      );
    }, `must start with a slash and hold {sha256}, or {path} and either ${MODEL_KEYS}`),
  },
  { defaultRevision: text, probe },
);

const service = members(
  {
    name: text,
    /** Describes the service in one sentence. */
    about: text,
    /** The token of the source at which models originate. */
    origin: text,
    /** The sources, the most preferred one first. */
    sources: listThat(source, (length) => length > 0, 'must be a list of at least one source'),
  },
  {
    /** An http(s) or mailto URL at which the operator can be reached. */
    contact,
    /** The address at which `git` gets the code of the service. */
    code: base,
    /** The public address without a trailing slash. */
    baseUrl: base,
    /** The address of the IPFS gateway that `archive.json` and the list of pins name. */
    gateway: base,
    /** The address of a copy of the service, which `archive.json` names. */
    mirror: base,
    /** Another address of this service, without a trailing slash, which serves only apps. */
    spacesUrl: origin,
    /** A sentence for visitors of the home page, and the URL that it leads to. */
    notice: members({ text }, { url: contact }),
    /**
     * The maximum number of connections in all, and of connections from one address. If a limit is absent, the hub
     * chooses one by the resources of its process.
     */
    limits: members({}, { connections, connectionsPerAddress: connections }),
    log: members(
      {},
      {
        /** The number of days for which a logged day is valid; 7 by default. */
        expiryDays: countUpTo(365, 'of days '),
        /** The witnesses, in the order in which the build asks them. */
        witnesses: listThat(
          witness,
          (length) => length <= MOST_WITNESSES,
          `must be a list of at most ${MOST_WITNESSES} witnesses`,
        ),
      },
    ),
  },
);

type Facts = ReturnType<typeof service>;
export type Service = Omit<Facts, 'sources'> & { sources: Source[] };
export type HomeNotice = NonNullable<Service['notice']>;

/**
 * Checks a parsed service.yaml. `bases` replaces the bases of sources (see `Config.sourceBases`). Throws a ServiceError
 * for a wrong value. No schema library does the check: it runs at every start, and the library takes longer to load
 * than the whole service.
 */
export function checkService(value: unknown, bases: Record<string, string> = {}): Service {
  const facts = service(value, '');
  const { gateway, ...rest } = facts;
  const sources = facts.sources.map((one, index) => checkSource(one, `sources[${index}]`, bases));
  for (const key of ['token', 'display', 'host'] as const) {
    const twice = sources.find((one, at) => sources.findIndex((other) => other[key] === one[key]) < at);
    if (twice) fail('sources', `has two sources with the ${key} "${twice[key]}"`);
  }
  for (const token of [...Object.keys(bases), facts.origin])
    if (!sources.some((one) => one.token === token))
      token === facts.origin
        ? fail('origin', 'must be the token of one of the sources')
        : fail('sources', `has no source "${token}" whose base the environment could override`);
  const keys = facts.log?.witnesses?.map(({ key }) => key) ?? [];
  if (new Set(keys).size < keys.length) fail('log.witnesses', 'names a key twice');
  // An override of the IPFS source, which asks the gateway, holds for both.
  const ipfs = sources.find((one) => sourceKind(one) === 'ipfs');
  const asked = (ipfs && own(bases, ipfs.token)) ?? gateway;
  return { ...rest, sources, ...(asked !== undefined && { gateway: asked }) };
}

function checkSource(
  { probe, ...facts }: Facts['sources'][number],
  where: string,
  bases: Record<string, string>,
): Source {
  const { token, template } = facts;
  return {
    ...{ ...facts, base: own(bases, token) ?? facts.base },
    ...(probe && { probe: checkProbe(probe, template, `${where}.probe`) }),
  };
}

function checkProbe(facts: ReturnType<typeof probe>, template: string, where: string): Probe {
  const isByHash = template.includes('{sha256}');
  const needs = (name: PlaceName | 'sha256' | 'path') => facts[name] ?? fail(`${where}.${name}`, 'is missing');
  for (const name of PLACE_NAMES) if (template.includes(`{${name}}`)) needs(name);
  if (isByHash) needs('sha256');
  // A raw block's CID contains the hash of the block, so a probe of a raw block needs no `sha256`.
  const proved = sha256OfRawBlock(facts.root ?? '');
  const isNamed = proved !== undefined || (isByHash && !template.includes('{path}'));
  const path = facts.path ?? (isNamed ? '' : needs('path'));
  if (proved !== undefined && (facts.sha256 ?? proved) !== proved)
    fail(`${where}.sha256`, `is not the one that the root holds, ${proved}: leave it out`);
  const sha256 = facts.sha256 ?? (path === '' ? proved : undefined);
  return { timeLimit: 10, ...facts, path, ...(sha256 !== undefined && { sha256 }) };
}
