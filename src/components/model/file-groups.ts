// Groups a model's files in the order in which people choose: quantisations by their size, then the other files by
// path.

import { totalSize } from '../../basics/bytes.ts';
import { isModelGguf } from '../../model/gguf-files.ts';
import type { PageFile } from '../../model-page/model-page.ts';
import { folderOf } from '../../nouns/file-path.ts';
import { quantLabel } from '../../nouns/quant.ts';

/** The order of files: by path, or by size with the largest first. */
export type FileOrder = 'path' | 'size';

/** The label of the group of GGUF files whose names have no quantisation. */
const NAMELESS = 'GGUF';

export interface FileGroup {
  /** The quantisation of the group; undefined for files that are no GGUF weights. */
  quant: string | undefined;
  /** The folder that holds all files of the group, if they are grouped by folder. */
  folder?: string;
  /** The name of the file whose parts form the group, with an ellipsis in place of the part's number. */
  parts?: string;
  files: PageFile[];
  /** The bytes of all files in the group. */
  bytes: number;
}

/** The maximum number of files that are not grouped by folder, and of parts of one file that are not folded. */
const FEW = 12;

/** Groups files by quantisation, the smallest first. Other files come last, grouped by folder if there are many. */
export function groupedFiles(files: readonly PageFile[]): FileGroup[] {
  const groups = new Map<string | undefined, FileGroup>();
  for (const file of files) {
    const quant = isModelGguf(file.path) ? (quantLabel(file.path) ?? NAMELESS) : undefined;
    const group = groups.get(quant);
    if (group) {
      group.files.push(file);
      group.bytes += file.size;
    } else groups.set(quant, { quant, files: [file], bytes: file.size });
  }
  const quants = [...groups.values()].filter(({ quant }) => quant !== undefined);
  const others = groups.get(undefined);
  return [...quants.sort((one, other) => one.bytes - other.bytes), ...(others ? byFolder(others.files) : [])];
}

/**
 * Gives the name that all parts of one file share, such as `model-…-of-00072.bin`; undefined if the file is no part.
 */
const partsOf = ({ path }: PageFile) => {
  const named = path.replace(/\d{5}(?=-of-\d{5}\.)/, '…');
  return named === path ? undefined : named;
};

/**
 * Groups by folder: single files first, then the files that have many parts, then each folder with more than one file.
 */
function byFolder(all: PageFile[]): FileGroup[] {
  const runs = [...Map.groupBy(all, partsOf)].filter(([parts, { length }]) => parts !== undefined && length > FEW);
  const inRuns = new Set(runs.flatMap(([, members]) => members));
  const files = all.filter((file) => !inRuns.has(file));
  const folders =
    files.length <= FEW ? new Map<string, PageFile[]>() : Map.groupBy(files, ({ path }) => folderOf(path));
  folders.delete('');
  const groups = [...folders].filter(([, members]) => members.length > 1);
  const apart = new Set(groups.flatMap(([, members]) => members));
  const rest = files.filter((file) => !apart.has(file));
  return [
    ...(rest.length > 0 ? [{ quant: undefined, files: rest, bytes: totalSize(rest) }] : []),
    ...runs.map(([parts = '', members]) => ({ quant: undefined, parts, files: members, bytes: totalSize(members) })),
    ...groups.map(([folder, members]) => ({ quant: undefined, folder, files: members, bytes: totalSize(members) })),
  ];
}

/** Gives one group with all files, the largest file first. */
export function filesBySize(files: readonly PageFile[]): FileGroup[] {
  const sorted = [...files].sort((one, other) => other.size - one.size);
  return [{ quant: undefined, files: sorted, bytes: totalSize(files) }];
}
