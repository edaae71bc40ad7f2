// Lists every environment variable, with its meaning and its default. The table in the documentation comes from this
// list.
import { markdownTable } from '../basics/shown-text.ts';

/**
 * A row of the table: the names, separated by spaces; the meaning; the default. The meaning and the default are
 * Markdown; their links are relative to a page of the documentation.
 */
type Setting = readonly [names: string, meaning: string, usual: string];

const SETTINGS: readonly Setting[] = [
  ['HOST PORT', 'where the hub listens', '`127.0.0.1`, `4321`'],
  [
    'HUB_BASE_URL',
    'the public address, an origin without a path; give the same to `build` and `serve`',
    '`baseUrl` of `service.yaml`, else `http://HOST:PORT`',
  ],
  [
    'HUB_HOSTS',
    'further names of the hub, separated by commas: [`/mcp`](mcp.md) answers under them, and links lead back',
    'the name in `HUB_BASE_URL`, and loopback',
  ],
  ['HUB_DATA', 'the folder of the catalog, the log and the SQLite database', '`.hub`'],
  ['HUB_DIST', 'the folder of the built tree and the website', '`dist`'],
  ['HUB_TREE', 'the tree to serve: `file:PATH` or [`s3://BUCKET/PREFIX`](buckets.md#serve)', 'in `HUB_DIST`'],
  [
    'HUB_CACHE HUB_CACHE_MIB',
    'the cache of a tree elsewhere: its folder and its size',
    '`cache` in `HUB_DATA`, `1024`',
  ],
  ['HUB_TREE_SECONDS', 'how long a replaced tree stays for its last readers', '`86400`, a day'],
  [
    'HUB_DATABASE',
    '`sqlite:PATH` or `postgres://…`: accounts, demand, and what [several hubs](edge.md#several-hubs) share',
    'in `HUB_DATA`',
  ],
  ['HUB_OBJECTS', '`file:PATH`, or `s3://BUCKET/PREFIX` for published objects', 'in `HUB_DATA`'],
  [
    'AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_ENDPOINT_URL',
    'the store of [buckets](buckets.md), as in every S3 tool; `AWS_DEFAULT_REGION` and `AWS_ENDPOINT_URL_S3` too',
    'needed for a bucket',
  ],
  [
    'HUB_SOURCE_SRCA HUB_SOURCE_SRCB HUB_SOURCE_IPFS',
    'another address for a [source](sources.md); it must also hold the source’s probe file',
    'from `service.yaml`',
  ],
  ['HUB_PROBE', 'the seconds between probes of the sources, or `off`', '`30`'],
  [
    'HUB_SIGNING_KEY',
    'the keys that sign the [log](log.md), one a line, or `file:PATH`; `model-hub key` makes one',
    'none: nothing is signed',
  ],
  [
    'HUB_ATTESTATION_KEY',
    'an ECDSA P-256 key (PEM or `file:PATH`) for [signatures for stock tools](proof.md#sign-as-an-operator)',
    'none',
  ],
  ['HUB_PUBLISHER_TOKEN', 'the token that lists and publishes [objects](objects.md)', 'none: nobody publishes'],
  ['HUB_URL', 'the hub that [`pull`](pull.md) and [`lock`](pull.md#locks) ask', '`HUB_BASE_URL`'],
  ['HUB_SOURCE_TOKENS', 'tokens of sources by host, for [`pull`](pull.md): `host=token, …`', 'none'],
  ['HUB_INDEX_TOKEN', 'a token for the API of the hub that [`index`](indexing.md) asks', 'none'],
  [
    'HUB_REGISTRY_TOKEN',
    'the token whose holder learns that the [registry](oci.md) is read-only; others get 401',
    'none',
  ],
  [
    'HUB_IDENTITY_CLIENT',
    'the client id for [sign-in](self-hosting.md#sign-in) at `HUB_IDENTITY_ISSUER`',
    'none: the pages have no sign-in',
  ],
  ['HUB_IDENTITY_KEY', 'the ES256 public key of identity tokens, PEM or JWK', 'the keys of the provider'],
  ['HUB_IDENTITY_ISSUER HUB_IDENTITY_AUDIENCE', 'the required `iss` and `aud` of identity tokens', 'any'],
  ['HUB_MIRROR_GIB', 'the largest catalog that [`mirror`](mirroring.md) takes, in GiB', '`16`'],
  ['HUB_UPSTREAM_PRIVATE', '`on`: upstreams and sources may lead to [private addresses](indexing.md#manners)', '`off`'],
  ['HUB_EDGE', '`off` behind another [edge](edge.md): bodies up to 32 MiB, no count of connections by address', '`on`'],
  ['HUB_METRICS', 'the address of the [metrics](settings.md#metrics), such as `127.0.0.1:9464`', 'none'],
  ['HUB_DRAIN_SECONDS', 'how long a hub goes on after SIGTERM, while `/healthz` and `/readyz` answer 503', '`0`'],
  ['HUB_NATIVE', '`off`: BLAKE3 without machine code, which is checked at its first use', '`on`'],
  ['HUB_SERVICE', 'the file with the public facts of the hub', '`content/service.yaml`'],
];

/** The names of all variables. */
export const settingNames: readonly string[] = SETTINGS.flatMap(([names]) => names.split(' '));

/** Returns the table of the variables as Markdown. */
export const settingsTable = (): string =>
  markdownTable(
    ['Variable', 'Meaning', 'Default'],
    SETTINGS.map(([names, meaning, usual]) => [names.replace(/\S+/g, '`$&`').replaceAll(' ', ', '), meaning, usual]),
  );
