// Directions: all facts about a model that live answers need, except the health of its sources. The build writes the
// directions of each model, and the hub reads them in ranges.
//
//   {"id":…,"places":[…],"rows":[…],…}               the head: one line of JSON
//   path TAB size TAB sha256 [TAB places [TAB how]]  the rows: a line for each file, sorted by the bytes of the path
//   path TAB / TAB oid                               among them, a line for each folder
//   sha256 TAB path [TAB path]…                      the hashes: each with the files that represent it, sorted
//   path TAB size TAB sha256 [TAB places [TAB how]]  the files that a page shows, in the order of the rows
//
// `how` is `r` if the hash was read, `d` if it was declared. `places` are indexes of the head's list of sources.
//
// The head lists the blocks (`sorted-lines.ts`) into which rows and hashes are cut. Their offsets count from the end of
// the head, so that directions can lie anywhere in a larger file. If all rows are one block, nothing follows the rows:
// the read of the head gets that block too, and thus all of the directions.

import { joined, totalSize } from '../basics/bytes.ts';
import { defined } from '../basics/records.ts';
import { differsSummary } from '../catalog/source-holdings.ts';
import { hashedCounts } from '../nouns/address.ts';
import { byPath } from '../nouns/file-path.ts';
import { namesOf } from '../nouns/source-kinds.ts';
import type { ModelFile, ModelObject, SourceObject } from '../shapes/objects.ts';
import {
  type DirectionsHead,
  type DirectionsPlace,
  type FileRow,
  type FolderRow,
  formatRow,
  type GatedHead,
  standIns,
} from './directions-head.ts';
import { shownFiles } from './shown-files.ts';
import { BLOCK, cutBlocks } from './sorted-lines.ts';

/** The facts of a model from which its directions are written. */
interface DirectedModel extends Pick<ModelObject, 'id' | 'revision' | 'license'> {
  /** The files, sorted bytewise by path. */
  files: readonly Pick<ModelFile, 'path' | 'size' | 'sha256' | 'hashed'>[];
  /** The folders with their stable ids; the root may be among them. */
  folders: readonly FolderRow[];
  lastModified?: string | undefined;
}

const utf8 = new TextEncoder();

/** Writes the directions of a model that the hub serves, in blocks of at most `block` bytes. */
export function formatDirections(model: DirectedModel, sources: readonly SourceObject[], block = BLOCK): Uint8Array {
  const files = rowsOf(model.files, sources);
  const folders = model.folders.filter(({ path }) => path !== '');
  const sorted = [...files, ...folders];
  if (folders.length > 0) sorted.sort(byPath);
  const rows = utf8.encode(sorted.map(formatRow).join(''));
  const blocks = cutBlocks(rows, block);
  const { id, revision, license, lastModified } = model;
  const head: DirectionsHead = {
    ...{ id, revision, license },
    ...defined({ lastModified }),
    ...fileTotals(files, sources),
    rows: blocks,
  };
  if (blocks.length < 2) return joined([headLine(head), rows]);
  const hashes = utf8.encode(hashLines(files));
  const shown = utf8.encode(shownFiles(files).map(formatRow).join(''));
  const whole = { ...head, hashes: cutBlocks(hashes, block), shown: shown.length };
  return joined([headLine(whole), rows, hashes, shown]);
}

/** Writes the directions of a gated model. */
export function formatGatedDirections(id: string): Uint8Array {
  return headLine({ id, gated: true });
}

/** Returns the files of a model as rows. Each row lists the sources that hold this file but not all files. */
export function rowsOf(files: DirectedModel['files'], sources: readonly SourceObject[]): FileRow[] {
  const lists = sources.map((source) => source.files && new Set(source.files));
  const listed = [...lists.keys()].filter((at) => lists[at] !== undefined);
  return files.map(({ path, size, sha256, hashed }) => ({
    ...{ path, size, sha256 },
    places: listed.filter((at) => lists[at]!.has(path)),
    ...defined({ hashed }),
  }));
}

/** Sums up all files for the head: their sources, their number, and their size in bytes. */
export function fileTotals(
  files: readonly FileRow[],
  sources: readonly SourceObject[],
): Pick<DirectionsHead, 'places' | 'files' | 'bytes' | 'hashed'> {
  const hashed = hashedCounts(files);
  return {
    places: sources.map((source, at) => placeOf(source, files, at)),
    files: files.length,
    bytes: totalSize(files),
    ...defined({ hashed }),
  };
}

function placeOf(place: SourceObject, rows: readonly FileRow[], at: number): DirectionsPlace {
  const { source, files } = place;
  return {
    source,
    ...namesOf(place),
    ...(files === undefined ? {} : { held: rows.filter(({ places }) => places.includes(at)).length }),
    ...defined({ differs: differsSummary(place) }),
  };
}

function hashLines(files: FileRow[]): string {
  const byHash = [...Map.groupBy(files, ({ sha256 }) => sha256)].sort(([a], [b]) => (a < b ? -1 : 1));
  return byHash
    .map(
      ([sha256, same]) =>
        `${sha256}\t${standIns(same)
          .map(({ path }) => path)
          .join('\t')}\n`,
    )
    .join('');
}

const headLine = (head: DirectionsHead | GatedHead): Uint8Array => utf8.encode(`${JSON.stringify(head)}\n`);
