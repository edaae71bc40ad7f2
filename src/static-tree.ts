// Where each built answer lies in the static tree: one place that writer, server and checker ask.
//
//   models/<owner>/<name>/ _info.json …          a model's answers; folders of the repository keep their names
//   registry/<owner>/<name>/ _registry.json …    the service's own repositories, hub/index and spaces/<id>
//   spaces/<id>/ <path>                          the files of the apps
//   documents/ <name>.json .md .txt .xml         discovery documents, docs twins
//   hashes/<2 hex>/ <3 hex>.json                 every file by its hash
//   search/ first.json …                         answers over all models
//   build/ pins.json                             what the next build takes over
//   search/index.bin                             the search index, a file of its own
//   objects/<kind>/<2 hex>/<62 hex>              objects by kind and address, those of every day, in no pack
//
// What stands before a blank is a pack (`tree/tree-list.ts`), what stands behind it an entry of it. Our own file names start with one underscore. A repository folder that starts with one gets another.
import { type Address, addressFromHex, hexOfAddress } from './address.ts';
import type { Reading } from './dialects/hub/tree-entries.ts';
import { OBJECT_KINDS, type ObjectKind } from './media-types.ts';
import { own } from './own.ts';
import type { Representation } from './route.ts';

export const SEARCH_INDEX = 'search/index.bin';
export const FIRST_PAGE = 'search/first.json';
export const FIRST_FACETS = 'search/facets.json';

/** Styles and scripts of the website, below its folder: each has a name that holds its hash. */
export const SITE_ASSETS = '_astro';
/** Those of the website before: until the tree is built anew, pages of models still ask for them. */
export const SITE_ASSETS_BEFORE = '_before';

const ENDINGS = { json: 'json', markdown: 'md', text: 'txt', xml: 'xml', html: 'html' } as const;

/** Where a document lies; `name` is that of `document` in the route table, with its params filled in. */
export function documentPath(name: string, as: Representation): string {
  return `documents/${name}.${ENDINGS[as]}`;
}

/** The API reference, a page that the build makes of the API description. */
export const REFERENCE_PAGE = documentPath('reference', 'html');

/** The answers of one model that are one file each, by their file names. */
export const MODEL_ANSWERS = {
  model: '_info.json',
  refs: '_refs.json',
  sha256sums: '_sha256sums.txt',
  directions: '_directions.txt',
  registry: '_registry.json',
  page: '_page.html',
} as const;

/** Of a repository of the service's own: where in the tree its layers lie, by their SHA-256. */
export const LAYERS = '_layers.json';

const TREE_NAMES: Record<Reading, string> = { flat: '_tree.json', true: '_tree.true.json', false: '_tree.false.json' };
const TREE_SIZE = '_treesize.json';

/** The folder of a model's answers. */
export function modelFolder(owner: string, name: string): string {
  return `models/${owner}/${name}`;
}

/** The key of the pack of a model with this id. */
export const modelKey = (id: string) => `models/${id}`;

/** The listing of a folder (`''` is the root), relative to the model's folder. */
export function listingFile(prefix: string, reading: Reading): string {
  return folderPath(prefix) + TREE_NAMES[reading];
}

/** The size of a folder, relative to the model's folder. */
export function treeSizeFile(prefix: string): string {
  return folderPath(prefix) + TREE_SIZE;
}

/** A manifest, relative to its repository's folder; `hex` is its SHA-256. */
export function manifestFile(hex: string): string {
  return `_manifests/${hex}`;
}

/** A blob that the registry made, relative to its repository's folder; `hex` is its SHA-256. */
export function blobFile(hex: string): string {
  return `_blobs/${hex}`;
}

/** The folder of a repository of the service's own namespace; a model's repository lies in the model's folder. */
export function ownRepositoryFolder(name: string): string {
  return `registry/${name}`;
}

/** A file of an app. */
export function spacePath(id: string, path: string): string {
  return `spaces/${id}/${path}`;
}

/** An object's path: the kind it is named as stands in it, so that nobody has to look into an object to know. */
export function objectPath(kind: ObjectKind, address: Address): string {
  const hex = hexOfAddress(address);
  return `${objectsFolder(kind)}/${hex.slice(0, 2)}/${hex.slice(2)}`;
}

/** The folder of the objects of one kind. */
export function objectsFolder(kind: ObjectKind): string {
  return `objects/${kind}`;
}

/** The folder of the hash shards. */
export const HASH_SHARDS = 'hashes';

/** The path of a hash shard; `shard` is three hex digits. */
export function hashShardPath(shard: string): string {
  return `${HASH_SHARDS}/${shard.slice(0, 2)}/${shard}.json`;
}

/** How many segments of a path name the pack it lies in, by the first one. */
const PACK_SEGMENTS: Readonly<Record<string, number>> = {
  build: 1,
  models: 3,
  registry: 3,
  spaces: 2,
  documents: 1,
  hashes: 2,
  search: 1,
};

/** The key under which the list names the pack that `path` lies in, or the file it is; undefined where no path of a tree begins so. */
export function listKeyOf(path: string): string | undefined {
  if (path === SEARCH_INDEX) return path;
  const count = own(PACK_SEGMENTS, path.slice(0, path.indexOf('/'))) ?? 0;
  let end = -1;
  for (let segment = 0; segment < count; segment++) {
    end = path.indexOf('/', end + 1);
    if (end < 0) return undefined;
  }
  return end < 0 ? undefined : path.slice(0, end);
}

/** True for the path of an object, which lies in no pack. */
export const isObjectPath = (path: string) => path.startsWith('objects/');

/** What a file of a model's folder answers: the row's own name, and where in the repository. */
export type ModelAnswer =
  | { answer: keyof typeof MODEL_ANSWERS }
  | { answer: 'manifest' | 'blob'; hex: string }
  | { answer: 'tree'; prefix: string; reading: Reading }
  | { answer: 'treesize'; prefix: string };

/**
 * Reads a path relative to a model's folder back. Undefined when the writer would never write it:
 * what was read is formatted again and must come out the same, so no second spelling exists.
 */
export function parseModelAnswer(path: string): ModelAnswer | undefined {
  const stored = /^_(manifest|blob)s\/([0-9a-f]{64})$/.exec(path);
  if (stored) return { answer: stored[1] as 'manifest' | 'blob', hex: stored[2]! };
  const slash = path.lastIndexOf('/');
  const prefix = path
    .slice(0, Math.max(slash, 0))
    .split('/')
    .map((segment) => (segment.startsWith('__') ? segment.slice(1) : segment))
    .join('/');
  const answer = modelAnswerNamed(path.slice(slash + 1), prefix);
  return answer && formatModelAnswer(answer) === path ? answer : undefined;
}

/** The path of an answer relative to its model's folder. */
export function formatModelAnswer(answer: ModelAnswer): string {
  if (answer.answer === 'tree') return listingFile(answer.prefix, answer.reading);
  if (answer.answer === 'treesize') return treeSizeFile(answer.prefix);
  if (answer.answer === 'manifest') return manifestFile(answer.hex);
  if (answer.answer === 'blob') return blobFile(answer.hex);
  return MODEL_ANSWERS[answer.answer];
}

const OBJECT_PATH = new RegExp(`^objects/(?:${OBJECT_KINDS.join('|')})/([0-9a-f]{2})/([0-9a-f]{62})$`);

/** The address in an object's path; undefined for any other path. */
export function parseObjectPath(path: string): Address | undefined {
  const found = OBJECT_PATH.exec(path);
  return found ? addressFromHex(found[1]! + found[2]!) : undefined;
}

function modelAnswerNamed(name: string, prefix: string): ModelAnswer | undefined {
  for (const [answer, file] of Object.entries(MODEL_ANSWERS))
    if (file === name) return { answer: answer as keyof typeof MODEL_ANSWERS };
  for (const [reading, file] of Object.entries(TREE_NAMES))
    if (file === name) return { answer: 'tree', prefix, reading: reading as Reading };
  return name === TREE_SIZE ? { answer: 'treesize', prefix } : undefined;
}

function folderPath(prefix: string): string {
  if (prefix === '') return '';
  return `${prefix
    .split('/')
    .map((segment) => (segment.startsWith('_') ? `_${segment}` : segment))
    .join('/')}/`;
}
