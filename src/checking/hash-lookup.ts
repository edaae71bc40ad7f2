// Asks the hub which files of the index have a hash, and which files a model has.
import { hashShard } from '../nouns/address.ts';
import { idParts } from '../nouns/model-id.ts';
import type { FileEntry } from '../shapes/tree.ts';
import { href } from '../table/route.ts';

/** A file of the index that has the hash that was looked up. */
export interface HashMatch {
  /** `owner/name`. */
  model: string;
  revision: string;
  path: string;
}

/** A file that the index lists for a model. The visitor's file should be equal to it. */
export interface ExpectedFile {
  path: string;
  sha256: string;
  /** The size in bytes. */
  size: number;
}

/** The paths of the hub's answers, as patterns of its route table. */
interface HubPaths {
  /** The path of the list of hashes that begin with `{shard}`. */
  hashes: string;
  /** The path of a model's list of files, with `{owner}`, `{name}` and `{revision}`. */
  tree: string;
  /** The path of this list in an export, with `{owner}` and `{name}`. An export has only the indexed revision. */
  treeFile: string;
}

export interface HubLookup {
  /** Finds every file of the index with this hash. The hub learns only the first three digits of the hash. */
  matches(sha256: string): Promise<HashMatch[]>;
  /** Lists the files of a model. */
  files(model: string, revision: string): Promise<ExpectedFile[]>;
}

type HashRow = [sha256: string, model: string, revision: string, path: string];

const PATIENCE_MS = 60_000;

/** Reads the JSON at `path`. Rejects with an error whose message is a sentence without a full stop. */
async function readJson(path: string): Promise<unknown> {
  const response = await fetch(path, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
  if (!response) throw new Error('the hub can’t be reached, or takes more than a minute');
  if (!response.ok) throw new Error(`the hub answered ${response.status} to ${path}`);
  return response.json();
}

export const createLookup = ({ hashes, tree, treeFile }: HubPaths, read = readJson): HubLookup => ({
  async matches(sha256) {
    const rows = (await read(href({ pattern: hashes }, { shard: hashShard(sha256) }))) as HashRow[];
    return rows.filter(([hash]) => hash === sha256).map(([, model, revision, path]) => ({ model, revision, path }));
  },
  async files(model, revision) {
    const at = (pattern: string) => read(href({ pattern }, { ...idParts(model), revision }));
    const listed = (await at(tree).catch(() => at(treeFile))) as FileEntry[];
    return listed.map(({ oid, path, size }) => ({ path, sha256: oid, size }));
  },
});
