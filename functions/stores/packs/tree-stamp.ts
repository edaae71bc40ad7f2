// Reads a tree's stamp, the file that names the tree. The stamp has more members than this module reads.
import { type Address, parseAddress } from '../../../src/nouns/address.ts';
import type { Withdrawal } from '../../../src/service/withdrawals.ts';
import { TREE_FORMAT } from '../../../src/tree/store.ts';
import type { Shard } from '../../../src/tree/tree-list.ts';

export interface TreeStamp {
  id: string;
  /** The catalog object of which the tree was built. */
  catalog: Address;
  /** Its day, YYYY-MM-DD. */
  snapshot: string;
  /** The public address in its documents and pages. */
  baseUrl: string;
  /** The number of models served. */
  models: number;
  /** The service's own repositories, such as `hub/index`. */
  repositories: string[];
  /** True if the hub that built it signs its log. */
  isSigned: boolean;
  /** Ids of gated models, which are refused. */
  gated: string[];
  /** Models that were withdrawn before it was built. */
  withdrawn?: readonly Withdrawal[] | undefined;
  /** The offset of the catalog object's rows. */
  rowsStart: number;
  /** The cursor of the page after the built first page. */
  nextPage: string | undefined;
  /** The shards of the list of everything in the tree. */
  list: readonly Shard[];
}

/** Reads a stamp. Throws a sentence when it is damaged or of another version. */
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
