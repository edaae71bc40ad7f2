// Opens the search of a tree. The file of the search index is read as a whole, and checked. The rows come from the catalog
// object.
import { type Awaitable, andThen } from '../../../src/basics/remembered.ts';
import { createSha256 } from '../../../src/digests/sha.ts';
import type { SearchPort } from '../../../src/search/search-port.ts';
import { readNamed, tornAt } from '../../../src/tree/pack.ts';
import { objectPath, SEARCH_INDEX } from '../../../src/tree/static-tree.ts';
import { readChecked, type Store } from '../../../src/tree/store.ts';
import { type Listed, storedName, type TreeStamp } from '../../../src/tree/tree-list.ts';
import type { Tree } from '../../ports/ports.ts';

/** The number of bytes of the index that are read before other requests may run. */
const PIECE = 4 * 1024 * 1024;

/** The files of a tree, as far as its search needs them. */
interface SearchedFiles extends Pick<Tree, 'read' | 'range'> {
  stamp: TreeStamp;
  options: { bytes: Store; mostIndex?: number | undefined };
  /** Returns the entry for `key` in the tree's list; undefined if the list lacks it. */
  listed(key: string): Awaitable<Listed | undefined>;
}

/** The file of the search index in memory. */
export interface IndexFile {
  sha256: string;
  buffer: ArrayBuffer;
}

/**
 * Opens the search of a tree, and reads its index, unless it is `known`. Rejects if the index is missing or damaged. If
 * the index is too large for this host, the search finds only exact ids.
 */
export async function openSearch(files: SearchedFiles, known: IndexFile | undefined) {
  const { stamp, options } = files;
  // A start needs no search, and a third of the modules behind a redirect would be its.
  if (await exceedsIndexLimit(files)) {
    const { noSearch } = await import('../../search/rows.ts');
    return {
      port: noSearch({ catalog: stamp.catalog, read: files.read.bind(files), range: files.range.bind(files) }),
      index: undefined,
    };
  }
  const [{ SearchIndex }, { searchOver }] = await Promise.all([
    import('../../../src/search/search-index.ts'),
    import('../../search/search-over-index.ts'),
  ]);
  const file = await indexEntry(files);
  const index = known?.sha256 === file.sha256 ? known : await readIndexFile(options.bytes, file);
  const name = objectPath('catalog', stamp.catalog);
  const port = searchOver(new SearchIndex(index.buffer), stamp.rowsStart, (start, end, checked) => {
    const read = () => andThen(options.bytes.range(name, start, end), (row = new Uint8Array()) => checked(row));
    return readChecked(options.bytes, name, read, { start, end });
  });
  return { port: port as SearchPort, index };
}

/** Reads the file of the index, and checks it. */
async function readIndexFile(bytes: Store, { sha256, size }: Listed): Promise<IndexFile> {
  if (bytes.mistrust) {
    const read = await readNamed(bytes, sha256);
    // A view of a larger buffer is copied, as the index must begin at the start of its buffer.
    const whole = read.length === read.buffer.byteLength ? read : new Uint8Array(read);
    return { sha256, buffer: whole.buffer as ArrayBuffer };
  }
  // A store on this machine is read in pieces, with other work in between.
  const hash = await createSha256();
  const whole = new Uint8Array(size);
  for (let at = 0; at < size; at += PIECE) {
    const piece = await bytes.range(storedName(sha256), at, Math.min(size, at + PIECE));
    if (!piece) throw tornAt(sha256);
    hash.update(piece);
    whole.set(piece, at);
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (hash.hex() !== sha256) throw tornAt(sha256);
  return { sha256, buffer: whole.buffer };
}

/** True if the search index has more bytes than the options allow. */
export function exceedsIndexLimit(files: SearchedFiles): Awaitable<boolean> {
  const { mostIndex } = files.options;
  if (mostIndex === undefined) return false;
  return andThen(indexEntry(files), ({ size }) => size > mostIndex);
}

/** Returns the list's entry of the search index. Throws or rejects if there is none. */
export function indexEntry(files: Pick<SearchedFiles, 'stamp' | 'listed'>): Awaitable<Listed> {
  return andThen(files.listed(SEARCH_INDEX), (file) => {
    if (file) return file;
    throw new Error(`torn tree ${files.stamp.id}: it has no search index; rebuild with "model-hub build"`);
  });
}
