// A model's files in the order people choose from: quantisations by their size, then everything else by path.
import { isModelGguf } from '../../model/gguf-files.ts';
import type { PageFile } from '../../model-page/model-page.ts';
import { quantLabel } from '../../nouns/quant.ts';

/** What the files may be ordered by. */
export type FileOrder = 'path' | 'size';

interface FileGroup {
  /** The quantisation; undefined for files that are none. */
  quant: string | undefined;
  files: PageFile[];
  /** Bytes of all of them. */
  bytes: number;
}

/** Files by quantisation, the smallest first, and last those that are none. Without a GGUF it is one group. */
export function groupedFiles(files: readonly PageFile[]): FileGroup[] {
  const groups = new Map<string | undefined, FileGroup>();
  for (const file of files) {
    const quant = isModelGguf(file.path) ? quantLabel(file.path) : undefined;
    const group = groups.get(quant);
    if (group) {
      group.files.push(file);
      group.bytes += file.size;
    } else groups.set(quant, { quant, files: [file], bytes: file.size });
  }
  return [...groups.values()].sort(
    (one, other) => Number(one.quant === undefined) - Number(other.quant === undefined) || one.bytes - other.bytes,
  );
}

/** One group of all files, the largest first. */
export function filesBySize(files: readonly PageFile[]): FileGroup[] {
  const sorted = [...files].sort((one, other) => other.size - one.size);
  return [{ quant: undefined, files: sorted, bytes: bytesOf(files) }];
}

/** Bytes of all of `files`. */
function bytesOf(files: readonly PageFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
