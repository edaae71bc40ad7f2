// Reads the stamp of a tree: the file whose hash is the tree's name. A stamp has more members than this module reads.
import { type Address, parseAddress } from '../nouns/address.ts';
import type { Withdrawal } from '../service/withdrawals.ts';
import { TREE_FORMAT } from './store.ts';
import type { Shard } from './tree-list.ts';

export interface TreeStamp {
  id: string;
  /** The catalog object from which the tree was built. */
  catalog: Address;
  /** The day of the catalog, YYYY-MM-DD. */
  snapshot: string;
  /** The public address of the hub, as the documents and pages of the tree name it. */
  baseUrl: string;
  /** The number of models that the tree serves. */
  models: number;
  /** The service's own repositories, such as `hub/index`. */
  repositories: string[];
  /** True if the hub that built the tree signs its transparency log. */
  isSigned: boolean;
  /** The ids of gated models. Requests for their files are refused. */
  gated: string[];
  /** The models that were withdrawn before the tree was built. */
  withdrawn?: readonly Withdrawal[] | undefined;
  /** The offset at which the rows of the catalog object begin. */
  rowsStart: number;
  /** The cursor of the second page of the list of models; the first page is built. */
  nextPage: string | undefined;
  /** The shards of the list, which names everything in the tree. */
  list: readonly Shard[];
}

/** Reads a stamp. Throws a sentence if it is damaged or has another version. */
export function parseTreeStamp(text: string): TreeStamp {
  const { format, id, catalog, snapshot, baseUrl, counts, repositories, signed, ...rest } = JSON.parse(text);
  const { gated, withdrawn, rowsStart, nextPage, list } = rest;
  if (format !== TREE_FORMAT)
    throw new Error(`the tree has the unknown format ${format}; rebuild with "model-hub build"`);
  const address = parseAddress(String(catalog));
  if (!address) throw new Error(`the tree names no catalog; rebuild with "model-hub build"`);
  return {
    id,
    catalog: address,
    snapshot,
    baseUrl,
    models: counts.models,
    repositories,
    isSigned: signed === true,
    gated,
    withdrawn,
    rowsStart,
    nextPage,
    list,
  };
}
