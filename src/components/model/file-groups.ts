// Groups a model's files in the order in which people choose: weights first, the small files beside them last.

import { totalSize } from '../../basics/bytes.ts';
import { isModelGguf } from '../../model/gguf-files.ts';
import { isWeight } from '../../model/weight-formats.ts';
import type { PageFile } from '../../model-page/model-page.ts';
import { folderOf } from '../../nouns/file-path.ts';
import { quantLabel } from '../../nouns/quant.ts';

/** The label of the group of GGUF files whose names have no quantisation. */
const NAMELESS = 'GGUF';

export interface FileGroup {
  /** The quantisation of the group; undefined for files that are no GGUF weights. */
  quant?: string;
  /** The folder that holds all files of the group, if they are grouped by folder. */
  folder?: string;
  /**
   * The name of a group that starts closed: `Other files`, or that of the file whose parts form the group, with an
   * ellipsis in place of the part's number.
   */
  closed?: string;
  files: PageFile[];
  /** The bytes of all files in the group. */
  bytes: number;
}

/** The maximum number of files that are not grouped by folder, and of parts of one file that are not folded. */
const FEW = 12;

/**
 * Groups files by quantisation, the smallest first. Other weights follow, grouped by folder if there are many, and then
 * all files that are no weights, in one group if there are weights above it.
 */
export function groupedFiles(files: readonly PageFile[]): FileGroup[] {
  const quantOf = ({ path }: PageFile) => (isModelGguf(path) ? (quantLabel(path) ?? NAMELESS) : undefined);
  const {
    quants = [],
    weights = [],
    small = [],
  } = Object.groupBy(files, (file) =>
    quantOf(file) !== undefined ? 'quants' : isWeight(file.path) ? 'weights' : 'small',
  );
  if (small.length === files.length) return byFolder(small);
  const groups = [...Map.groupBy(quants, quantOf)].map(([quant, members]) => grouped(members, { quant: quant! }));
  const others = small.length > 0 ? [grouped(small, { closed: 'Other files' })] : [];
  return [...groups.sort((one, other) => one.bytes - other.bytes), ...byFolder(weights), ...others];
}

const grouped = (files: PageFile[], told: Pick<FileGroup, 'quant' | 'folder' | 'closed'> = {}): FileGroup => ({
  ...told,
  files,
  bytes: totalSize(files),
});

/**
 * Gives the name that all parts of one file share, such as `model-…-of-00072.bin`; undefined if the file is no part.
 */
const partsOf = ({ path }: PageFile) => {
  const named = path.replace(/\d{5}(?=-of-\d{5}\.)/, '…');
  return named === path ? undefined : named;
};

/**
 * Groups by folder: single files first, those of the root before others, then the files that have many parts, then each folder with more than one file.
 */
function byFolder(all: PageFile[]): FileGroup[] {
  const runs = [...Map.groupBy(all, partsOf)].filter(([parts, { length }]) => parts !== undefined && length > FEW);
  const names = new Set(runs.map(([parts]) => parts));
  const files = all.filter((file) => !names.has(partsOf(file)));
  const groups = [...Map.groupBy(files, ({ path }) => folderOf(path))].filter(
    ([folder, members]) => files.length > FEW && folder !== '' && members.length > 1,
  );
  const folders = new Set(groups.map(([folder]) => folder));
  const isBelow = ({ path }: PageFile) => Number(folderOf(path) !== '');
  const rest = files.filter(({ path }) => !folders.has(folderOf(path)));
  return [
    ...(rest.length > 0 ? [grouped(rest.sort((one, other) => isBelow(one) - isBelow(other)))] : []),
    ...runs.map(([closed = '', members]) => grouped(members, { closed })),
    ...groups.map(([folder, members]) => grouped(members, { folder })),
  ];
}
