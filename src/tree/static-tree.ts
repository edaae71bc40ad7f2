// Says where each answer lies in the tree, for the code that writes, serves and checks the tree.
//
//   models/<owner>/<name>            the answers about a model, and about its repository
//   registry/<owner>/<name>          the service's own repositories, hub/index and spaces/<id>
//   spaces/<id>                      the files of an app
//   documents                        discovery documents, the documentation as Markdown, the archive
//   pages                            pages of the website that have no live fact
//   hashes/<2 hex>                   every file by its hash
//   hash-changes/<2 digits>          the changes of these rows since they were packed (`tree/hash-shards.ts`)
//   search                           answers over all models
//   build                            parts that the next build reuses
// These paths are packs (`tree/tree-list.ts`). The following are files of their own:
//   search-index/00.bin              the search index (`src/search/columns.ts`)
//   objects/<kind>/<2 hex>/<62 hex>  the objects of all days, by kind and address; in no list
//
// The entries of a pack have the names under `file` in the route table, which an export uses too:
// `api/models/<owner>/<name>/index.json`. Entries that answer no address lie under `_/`.

import { own } from '../basics/records.ts';
import type { Reading } from '../dialects/hub/tree-entries.ts';
import { type Address, objectName, parseObjectName } from '../nouns/address.ts';
import { OBJECT_KINDS, type ObjectKind } from '../nouns/media-types.ts';

/** The file of the search index. Trees of earlier releases have a part of theirs here, whose version tells it apart. */
export const SEARCH_INDEX = 'search-index/00.bin';

/**
 * The paths of the website, which lies beside the tree. They name its folder of files, the module that makes its pages,
 * and the module that makes them on Node.
 */
export const SITE_CLIENT = 'site/client';
export const SITE_ENTRY = 'site/server/entry.mjs';
export const SITE_NODE_ENTRY = 'site/server/node.mjs';
/** The folder of the website's styles and scripts, whose names contain their hashes. */
export const SITE_ASSETS = '_astro';
/**
 * The folder with the assets of the previous build of the website. The pages of models use these assets until the tree
 * is built again.
 */
export const SITE_ASSETS_BEFORE = '_before';

/** The folder of entries that no address answers. */
const INTERNAL = '_/';
/** The entry in a model's pack with the directions. Every redirect reads it. */
export const DIRECTIONS = `${INTERNAL}directions.txt`;
/** The entry in a model's pack with the card for the model's page. Absent if the model has no card. */
export const CARD = `${INTERNAL}card.json`;
/**
 * The entry in a model's pack with further facts for the model's page: those that are neither in its search row nor in
 * its files. Absent if there are none.
 */
export const DETAILS = `${INTERNAL}details.json`;
/** The entry in a repository's pack with the tags, and the manifests of each tag. */
export const REGISTRY_INDEX = `${INTERNAL}registry.json`;
/**
 * An entry in the pack of one of the service's own repositories. It says where the tree has each layer, by the layer's
 * SHA-256.
 */
export const LAYERS = `${INTERNAL}layers.json`;

/** True for an entry of a pack that some address answers. */
export const isPublic = (name: string) => !name.startsWith(INTERNAL);

const MODELS = 'models/';
/** Returns the key of the pack of the model with this id. */
export const modelKey = (id: string) => `${MODELS}${id}`;
/** Returns the id of the model whose pack has this key; undefined for any other key. */
export const modelOfKey = (key: string) => (key.startsWith(MODELS) ? key.slice(MODELS.length) : undefined);
/** True for a key that comes before the keys of all models in the tree's list. */
export const isBeforeModels = (key: string) => key < MODELS;

/** Returns the path below `site/` of a website's file; undefined for any other path. */
export const parseSitePath = (path: string) => (path.startsWith('site/') ? path.slice('site/'.length) : undefined);
/** True for the path or key of an app. A stranger wrote the app, so its files may have any names. */
export const isAppPath = (path: string) => path.startsWith('spaces/');
/** True for a path whose answer contains the hub's own address. An answer that is named by its hash never contains it. */
export const printsAddress = (path: string) => path.startsWith('documents/') || path.startsWith(PAGES);

const PAGES = 'pages/';
/** Returns the path of a page that the build made, by the name of its file in an export. */
export const pagePath = (file: string) => PAGES + file;

/**
 * Returns the key of the pack of one of the service's own repositories. The repository of a model is in the model's
 * pack.
 */
export const ownRepositoryKey = (name: string) => `registry/${name}`;

/** Returns the path of the file for a listing with `?recursive`. It lies beside the file of the plain listing. */
export function listingVariant(file: string, reading: Reading): string {
  return reading === 'flat' ? file : file.replace(/index\.json$/, `recursive-${reading}.json`);
}

/**
 * Returns the path of an object. The path contains the object's kind, so that nobody has to read the object to know it.
 */
export function objectPath(kind: ObjectKind, address: Address): string {
  return `${objectsFolder(kind)}/${objectName(address)}`;
}

/** Returns the folder of the objects of one kind. */
export function objectsFolder(kind: ObjectKind): string {
  return `objects/${kind}`;
}

/** The folder of the hash shards. */
const HASH_SHARDS = 'hashes';

/** Returns the path of a hash shard; `shard` is three hex digits. */
export function hashShardPath(shard: string): string {
  return `${HASH_SHARDS}/${shard.slice(0, 2)}/${shard}.json`;
}

/**
 * `hashChangesKey` returns the key of a pack of hash changes; the packs are numbered from 0. `hashChangesPath` returns the
 * path of a bucket in the pack; `bucket` is two hex digits.
 */
export const hashChangesKey = (number: number) => `hash-changes/${String(number).padStart(2, '0')}`;
export const hashChangesPath = (number: number, bucket: string) => `${hashChangesKey(number)}/${bucket}.txt`;

/** Returns the three digits of the hash shard at a path; undefined for any other path. */
export function parseHashShardPath(path: string): string | undefined {
  return /^hashes\/[0-9a-f]{2}\/([0-9a-f]{3})\.json$/.exec(path)?.[1];
}

interface PackKind {
  /** The number of segments in the key of a pack. Every path in the pack begins with them. */
  segments: number;
  /** True if the build first writes the entries as files, and packs them when all are written. */
  isDrafted?: true;
  /** True if each public entry of the pack is a whole answer, and the pack belongs to no single model. */
  holdsAnswers?: true;
}

/** The kinds of packs, by the first segment of their keys. */
const PACKS: Readonly<Record<string, PackKind>> = {
  build: { segments: 1, isDrafted: true },
  models: { segments: 3 },
  registry: { segments: 3, isDrafted: true, holdsAnswers: true },
  spaces: { segments: 2, isDrafted: true, holdsAnswers: true },
  documents: { segments: 1, isDrafted: true, holdsAnswers: true },
  pages: { segments: 1, isDrafted: true },
  hashes: { segments: 2 },
  'hash-changes': { segments: 2 },
  search: { segments: 1, isDrafted: true, holdsAnswers: true },
};

const kindOf = (path: string) => own(PACKS, path.split('/', 1)[0]!);

/** The folders of a tree under construction whose files will be packed. */
export const DRAFTED = Object.entries(PACKS).flatMap(([kind, { isDrafted }]) => (isDrafted ? [kind] : []));
/** True for the key of a pack of answers that belong to no single model (see `PackKind`). */
export const holdsAnswers = (key: string) => kindOf(key)?.holdsAnswers === true;

/**
 * Returns the key under which the tree's list has the file at `path`, or the pack that contains `path`. Returns
 * undefined if no path of a tree begins like `path`.
 */
export function listKeyOf(path: string): string | undefined {
  if (path === SEARCH_INDEX) return path;
  const count = kindOf(path)?.segments ?? 0;
  let end = -1;
  for (let segment = 0; segment < count; segment++) {
    end = path.indexOf('/', end + 1);
    if (end < 0) return undefined;
  }
  return end < 0 ? undefined : path.slice(0, end);
}

/** True for the path of an object, which lies in no pack. */
export const isObjectPath = (path: string) => path.startsWith('objects/');

const OBJECT_PATH = new RegExp(`^objects/(?:${OBJECT_KINDS.join('|')})/(.+)$`);

/** Returns the address in the path of an object; undefined for any other path. */
export function parseObjectPath(path: string): Address | undefined {
  return parseObjectName(OBJECT_PATH.exec(path)?.[1] ?? '');
}
