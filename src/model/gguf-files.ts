// Sorts a model's GGUF files by their use in a registry: a file for each tag, the file under `latest`, shards,
// projectors.

import { parseGgufShardFilename } from '@huggingface/gguf';
import { fileName } from '../nouns/file-path.ts';
import { nearestQuant, quantLabel } from '../nouns/quant.ts';
import { isWeight } from './weight-formats.ts';

/**
 * The maximum number of quantisations kept of a model; the first in the listing count. The registry has a manifest for
 * each quantisation, and reads the whole index of a repository. Made-up names could make this index too long.
 */
const MOST_QUANTS = 256;

/** A file of which only the path matters. */
interface NamedFile {
  path: string;
}

interface GgufFiles<F> {
  /**
   * Models in a single file, by quantisation. If several files have the same label, the first in the listing counts.
   */
  tagged: Map<string, F>;
  /** Models in a single file whose name has no quantisation. */
  unlabelled: F[];
  /** The first shard of each quantisation for which there is no single file. */
  sharded: Map<string, F>;
  /** The file under `latest`: a single file, otherwise a first shard. Undefined when the model has no GGUF to run. */
  latest: { file: F; sharded: boolean } | undefined;
}

/** Sorts the GGUF files among a model's files, which must come sorted bytewise by path. */
export function ggufFiles<F extends NamedFile>(files: readonly F[]): GgufFiles<F> {
  const models = files.filter(({ path }) => isModelGguf(path));
  const whole = models.filter(({ path }) => shardOf(path) === undefined);
  const first = models.filter(({ path }) => shardOf(path) === 1);
  const tagged = byLabel(whole);
  const sharded = byLabel(first);
  for (const label of tagged.keys()) sharded.delete(label);
  const single = preferredQuant(whole);
  const shard = preferredQuant(first);
  return {
    tagged,
    unlabelled: whole.filter(({ path }) => quantLabel(path) === undefined).slice(0, MOST_QUANTS),
    sharded,
    latest: single ? { file: single, sharded: false } : shard && { file: shard, sharded: true },
  };
}

/**
 * True for a GGUF that runs by itself. Projectors, importance matrices and draft models only accompany a model. They
 * are recognised by their names as in llama.cpp, in the same letter case: `X-MTP-Q4_K_M.gguf` and `X.iMatrix.gguf` are
 * models.
 */
export function isModelGguf(path: string): boolean {
  return path.endsWith('.gguf') && !/mmproj|imatrix|mtp-|eagle3-|dflash-|dspark-/.test(fileName(path));
}

/**
 * Finds the projector for the model at `path`, as llama.cpp does, in the model's folder and the folders above it.
 * Prefers the deepest folder, then the nearest number of bits per weight, then F16 before BF16, then the first in the
 * list.
 */
export function projectorFor<F extends NamedFile>(path: string, files: readonly F[]): F | undefined {
  let best: { file: F; depth: number; apart: number } | undefined;
  for (const file of files) {
    const folder = folderOf(file.path);
    if (!file.path.endsWith('.gguf') || !file.path.includes('mmproj') || !folderOf(path).startsWith(folder)) continue;
    const depth = folder.length;
    const apart = Math.abs(bitsOf(file.path) - bitsOf(path)) + (/bf16/i.test(fileName(file.path)) ? 0.5 : 0);
    if (!best || depth > best.depth || (depth === best.depth && apart < best.apart)) best = { file, depth, apart };
  }
  return best?.file;
}

/** Lists the files that a program loads to run the GGUF `main`: its shards if it has some, and its projector. */
export function ggufParts<F extends NamedFile>(main: F, files: readonly F[]): F[] {
  const projector = projectorFor(main.path, files);
  return [...shardsOf(main, files), ...(projector ? [projector] : [])];
}

/**
 * Gives the tag of a GGUF that runs by itself: its quantisation, or its file's name without the ending. Undefined for
 * every other file.
 */
export function tagOf(path: string): string | undefined {
  if (!isModelGguf(path)) return undefined;
  return quantLabel(path) ?? fileName(path).replace(/(-\d{5}-of-\d{5})?\.gguf$/, '');
}

/**
 * Lists the files of a tag, in any letter case: the GGUF files with this tag, their projector, and all files that are no
 * weights. Returns undefined if no GGUF has the tag.
 */
export function filesOfTag<F extends NamedFile>(tag: string, files: readonly F[]): F[] | undefined {
  const tagged = files.filter(({ path }) => tagOf(path)?.toUpperCase() === tag.toUpperCase());
  if (tagged.length === 0) return undefined;
  const projector = projectorFor(tagged[0]!.path, files);
  return files.filter((file) => tagged.includes(file) || file === projector || !isWeight(file.path));
}

/**
 * Gives the file to run if the visitor names none: Q4_K_M, otherwise Q8_0, otherwise the quantisation nearest to
 * Q4_K_M, otherwise the first.
 */
export function preferredQuant<F extends NamedFile>(models: readonly F[]): F | undefined {
  if (models.length === 0) return undefined;
  for (const label of ['Q4_K_M', 'Q8_0']) {
    const named = new RegExp(`${label}[.-]`, 'i');
    // As in llama.cpp, the label may stand anywhere in the path before a dot or dash, so `UD-Q4_K_M` may be found
    // first.
    const file = models.find(({ path }) => named.test(path)) ?? models.find(({ path }) => quantLabel(path) === label);
    if (file) return file;
  }
  const tagged = byLabel(models);
  return tagged.get(nearestQuant('Q4_K_M', [...tagged.keys()]) ?? '') ?? models[0];
}

/** Lists all shards of the GGUF whose first shard is `first`, among `files`; a whole GGUF is its own only shard. */
export function shardsOf<F extends NamedFile>(first: F, files: readonly F[]): F[] {
  if (shardOf(first.path) === undefined) return [first];
  const shard = parseGgufShardFilename(first.path);
  return files.filter(({ path }) => {
    const other = parseGgufShardFilename(path);
    return other?.prefix === shard?.prefix && other?.total === shard?.total;
  });
}

function byLabel<F extends NamedFile>(models: readonly F[]): Map<string, F> {
  const labels = new Map<string, F>();
  for (const file of models) {
    if (labels.size >= MOST_QUANTS) break;
    const label = quantLabel(file.path);
    if (label !== undefined && !labels.has(label)) labels.set(label, file);
  }
  return labels;
}

/** Gives the number of a shard, from 1; undefined for a whole file. */
export function shardOf(path: string): number | undefined {
  const shard = parseGgufShardFilename(path);
  return shard && Number(shard.total) > 1 ? Number(shard.shard) : undefined;
}

/**
 * Gives the bits per weight from the last word of a file's name: 4 for `…-Q4_K_M`, 16 for `…-BF16`, 0 if the name has
 * none.
 */
function bitsOf(path: string): number {
  const stem = path.replace(/(-\d{5}-of-\d{5})?\.gguf$/, '');
  return Number(/[-.]([A-Z0-9_]+)$/i.exec(stem)?.[1]?.match(/\d+/)?.[0] ?? 0);
}

/** Gives the folder with its trailing slash; '' for the root. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
