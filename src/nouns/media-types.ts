// The media types of the index's objects, of the registry and of files for browsers, and the registry's error codes. The
// kind of an object follows from the objects that refer to it: pointers and days refer to catalogs; catalogs refer to
// models, sources and cards.
import { own } from '../basics/records.ts';

/** The media type of each kind of object, the most requested kind first. */
export const OBJECT_MEDIA_TYPES = {
  model: 'application/vnd.hub.model-hub.model.v1+json',
  source: 'application/vnd.hub.model-hub.source.v1+json',
  catalog: 'application/vnd.hub.model-hub.catalog.v1+json',
  card: 'application/vnd.hub.model-hub.card.v1+json',
} as const;
export type ObjectKind = keyof typeof OBJECT_MEDIA_TYPES;

export const OBJECT_KINDS = Object.keys(OBJECT_MEDIA_TYPES) as ObjectKind[];

export const OCI_MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
export const DOCKER_MANIFEST = 'application/vnd.docker.distribution.manifest.v2+json';

/** The type of a list of manifests, such as the answer of the referrers route. */
export const OCI_INDEX = 'application/vnd.oci.image.index.v1+json';

/** The artifact type and the config type of a CNCF ModelPack manifest. */
export const MODEL_PACK = 'application/vnd.cncf.model.manifest.v1+json';
export const MODEL_PACK_CONFIG = 'application/vnd.cncf.model.config.v1+json';

/** The type of a Sigstore bundle, which attests a model or a manifest. */
export const SIGSTORE_BUNDLE = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/** The config type of a manifest that needs no config. The config is two bytes, `{}`. */
export const EMPTY_CONFIG = 'application/vnd.oci.empty.v1+json';

/** The config type of a GGUF manifest, as Ollama writes it. */
export const DOCKER_CONFIG = 'application/vnd.docker.container.image.v1+json';

/** Returns the media type of a layer in a GGUF manifest. */
export const ollamaLayer = (kind: 'model' | 'projector' | 'template' | 'system' | 'params' | 'license') =>
  `application/vnd.ollama.image.${kind}`;

const TYPES: Record<string, string> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  wasm: 'application/wasm',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** Returns the media type of the file at `path`, without parameters; that of plain bytes for an unknown ending. */
export function webType(path: string): string {
  return own(TYPES, /\.(\w+)$/.exec(path)?.[1] ?? '') ?? 'application/octet-stream';
}

/** Returns the `Content-Type` of the file at `path`. Texts are UTF-8. */
export function webContentType(path: string): string {
  const type = webType(path);
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

/** The codes, each with its usual status. */
export const OCI_CODES = {
  BLOB_UNKNOWN: 404,
  DENIED: 403,
  DIGEST_INVALID: 400,
  MANIFEST_INVALID: 400,
  MANIFEST_UNKNOWN: 404,
  NAME_INVALID: 400,
  NAME_UNKNOWN: 404,
  TOOMANYREQUESTS: 429,
  UNAUTHORIZED: 401,
  UNSUPPORTED: 405,
} as const;

export type OciCode = keyof typeof OCI_CODES;
