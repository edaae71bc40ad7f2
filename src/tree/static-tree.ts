// Where each answer lies in the tree: one place that writer, server and checker ask.
//
//   models/<owner>/<name>   the answers about a model, and of its repository
//   registry/<owner>/<name> the service's own repositories, hub/index and spaces/<id>
//   spaces/<id>             the files of an app
//   documents               discovery documents, docs twins, the archive
//   hashes/<2 hex>          every file by its hash
//   hash-changes/<2 digits> what changed in these since (`tree/hash-shards.ts`)
//   search                  answers over all models
//   build                   what the next build takes over
//   search-index/ figures.bin 00.bin 00.lists.bin …  the search index, each a file of its own (`src/search/format`, `src/search/remote`)
//   objects/<kind>/<2 hex>/<62 hex>  objects by kind and address, those of every day, in no pack
//
// These are packs (`tree/tree-list.ts`). The entries of a pack have the names that the route table gives as `file`, which
// are those of an export: `api/models/<owner>/<name>/index.json`. Entries that answer no address lie under `_/`.

import { own } from '../basics/own.ts';
import type { Reading } from '../dialects/hub/tree-entries.ts';
import { type Address, objectName, parseObjectName } from '../nouns/address.ts';
import { OBJECT_KINDS, type ObjectKind } from '../nouns/media-types.ts';

const SEARCH_INDEX = 'search-index/';
/** The figures in the search index that move every day. */
export const SEARCH_FIGURES = `${SEARCH_INDEX}figures.bin`;
/** The segment of the search index with this number, from 0. */
export const searchSegment = (number: number) => `${SEARCH_INDEX}${String(number).padStart(2, '0')}.bin`;
/** The lists of that segment, for those who fetch but parts of it. */
export const searchLists = (number: number) => `${SEARCH_INDEX}${String(number).padStart(2, '0')}.lists.bin`;
/** True for the key of a file of the search index. */
export const isSearchFile = (key: string) => key.startsWith(SEARCH_INDEX);

/** The website beside the tree: what it is made of and sends as it is, the module that makes its pages, and the one that makes them on Node. */
export const SITE_CLIENT = 'site/client';
export const SITE_ENTRY = 'site/server/entry.mjs';
export const SITE_NODE_ENTRY = 'site/server/node.mjs';
/** Styles and scripts of the website, below its folder: each has a name that holds its hash. */
export const SITE_ASSETS = '_astro';
/** The assets of the website before: until the tree is built anew, pages of models still ask for them. */
export const SITE_ASSETS_BEFORE = '_before';

/** The folder of entries that answer no address. */
const INTERNAL = '_/';
/** In a model's pack: where its files are, which every redirect reads. */
export const DIRECTIONS = `${INTERNAL}directions.txt`;
/** In the pack of a model with a card: how its page shows it. */
export const CARD = `${INTERNAL}card.json`;
/** In a model's pack: the facts of its page beside its row and its files, where there are any. */
export const DETAILS = `${INTERNAL}details.json`;
/** In a repository's pack: its tags, and the manifests that each leads to. */
export const REGISTRY_INDEX = `${INTERNAL}registry.json`;
/** In the pack of a repository of the service's own: where in the tree its layers lie, by their SHA-256. */
export const LAYERS = `${INTERNAL}layers.json`;

/** True for an entry of a pack that answers an address. */
export const isPublic = (name: string) => !name.startsWith(INTERNAL);

const MODELS = 'models/';
/** The pack of a model with this id. */
export const modelKey = (id: string) => `${MODELS}${id}`;
/** The id of the model whose pack has this key; undefined for any other key. */
export const modelOfKey = (key: string) => (key.startsWith(MODELS) ? key.slice(MODELS.length) : undefined);
/** True for a key that the list has before those of all models. */
export const isBeforeModels = (key: string) => key < MODELS;

/** The name of a file of the website by its path in the tree; undefined for any other path. */
export const parseSitePath = (path: string) => (path.startsWith('site/') ? path.slice('site/'.length) : undefined);
/** True for a path, or a key, of an app: its files are a stranger's, and called as they like. */
export const isAppPath = (path: string) => path.startsWith('spaces/');
/** True for a path where an answer prints the hub's address: documents, and pages of models. An answer named by its hash prints none. */
export const printsAddress = (path: string) => /^(?:documents\/|models\/[^/]+\/[^/]+\/models\/)/.test(path);

/** The pack of a repository of the service's own namespace; a model's repository lies in the model's pack. */
export const ownRepositoryKey = (name: string) => `registry/${name}`;

/** The file of a listing, beside that which says the same without `?recursive`. */
export function listingVariant(file: string, reading: Reading): string {
  return reading === 'flat' ? file : file.replace(/index\.json$/, `recursive-${reading}.json`);
}

/** The file of the listing that such a file is a variant of; any other file as it is. */
export function listingOf(file: string): string {
  return file.replace(/(?<=\/)recursive-(?:true|false)\.json$/, 'index.json');
}

/** An object's path: the kind it is named as stands in it, so that nobody has to look into an object to know. */
export function objectPath(kind: ObjectKind, address: Address): string {
  return `${objectsFolder(kind)}/${objectName(address)}`;
}

/** The folder of the objects of one kind. */
export function objectsFolder(kind: ObjectKind): string {
  return `objects/${kind}`;
}

/** The folder of the hash shards. */
const HASH_SHARDS = 'hashes';

/** The path of a hash shard; `shard` is three hex digits. */
export function hashShardPath(shard: string): string {
  return `${HASH_SHARDS}/${shard.slice(0, 2)}/${shard}.json`;
}

/** The key of a pack of changes of the hash shards, from 0, and in it the path of those of a bucket, two hex digits. */
export const hashChangesKey = (number: number) => `hash-changes/${String(number).padStart(2, '0')}`;
export const hashChangesPath = (number: number, bucket: string) => `${hashChangesKey(number)}/${bucket}.txt`;

/** The three digits of the hash shard at a path; undefined for any other path. */
export function parseHashShardPath(path: string): string | undefined {
  return /^hashes\/[0-9a-f]{2}\/([0-9a-f]{3})\.json$/.exec(path)?.[1];
}

/** A kind of pack. */
interface PackKind {
  /** How many segments of a path name the pack it lies in. */
  segments: number;
  /** It is written as files first, which are packed when all are there. */
  isDrafted?: true;
  /** It is written anew for every tree, whatever that takes over. The build of an app decides about the app's files. */
  isFresh?: true;
  /** It holds answers over all models, one by one and as they are sent. */
  holdsAnswers?: true;
}

/** By the first segment of its key. */
const PACKS: Readonly<Record<string, PackKind>> = {
  build: { segments: 1, isDrafted: true },
  models: { segments: 3 },
  registry: { segments: 3, isDrafted: true, isFresh: true, holdsAnswers: true },
  spaces: { segments: 2, isDrafted: true, isFresh: true, holdsAnswers: true },
  documents: { segments: 1, isDrafted: true, isFresh: true, holdsAnswers: true },
  hashes: { segments: 2 },
  'hash-changes': { segments: 2 },
  search: { segments: 1, isDrafted: true, holdsAnswers: true },
};

const kindOf = (path: string) => own(PACKS, path.split('/', 1)[0]!);

/** Folders of a draft that are packed. */
export const DRAFTED = Object.entries(PACKS).flatMap(([kind, { isDrafted }]) => (isDrafted ? [kind] : []));
/** True for a path of a pack that every new tree writes. */
export const isWrittenAnew = (path: string) => kindOf(path)?.isFresh === true;
/** True for the key of a pack with answers over all models. */
export const holdsAnswers = (key: string) => kindOf(key)?.holdsAnswers === true;
/** True for the key of a pack that is made of the objects of models: models, and files by their hashes. */
export const isOfObjects = (key: string) => /^(models|hashes)\//.test(key);

/** The key under which the list names the pack that `path` lies in, or the file it is; undefined where no path of a tree begins so. */
export function listKeyOf(path: string): string | undefined {
  if (isSearchFile(path)) return path;
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

/** The address in an object's path; undefined for any other path. */
export function parseObjectPath(path: string): Address | undefined {
  return parseObjectName(OBJECT_PATH.exec(path)?.[1] ?? '');
}
