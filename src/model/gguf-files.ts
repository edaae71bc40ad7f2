// Sorts a model's GGUF files by their use in a registry: one per tag, the one of `latest`, shards, projectors.

import { parseGgufShardFilename } from '@huggingface/gguf';
import { fileName } from '../nouns/file-path.ts';
import { nearestQuant, quantLabel } from '../nouns/quant.ts';

/**
 * The most quantisations of a model that are kept apart; the first in the listing count. Without a limit, made-up names
 * would make a repository's index too long: the registry has a manifest for each, and reads the index whole.
 */
const MOST_QUANTS = 256;

/** A file of which only the name matters. */
interface NamedFile {
  path: string;
}

interface GgufFiles<F> {
  /** Single-file models by their quantisation: the first in the listing if several have one label. */
  tagged: Map<string, F>;
  /** First shards by their quantisation, if no single file has it. */
  sharded: Map<string, F>;
  /** The file under `latest`: a single file, else a first shard; undefined when the model has no GGUF to run. */
  latest: { file: F; sharded: boolean } | undefined;
}

/** Finds the GGUF files among a model's files, which must be sorted bytewise by path. */
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
    sharded,
    latest: single ? { file: single, sharded: false } : shard && { file: shard, sharded: true },
  };
}

/**
 * True for a GGUF that runs by itself, by llama.cpp's rule and case: projectors, importance matrices and draft models lie
 * beside a model and have names of their kind, but `X-MTP-Q4_K_M.gguf` and `X.iMatrix.gguf` are models.
 */
export function isModelGguf(path: string): boolean {
  return path.endsWith('.gguf') && !/mmproj|imatrix|mtp-|eagle3-|dflash-|dspark-/.test(fileName(path));
}

/**
 * Gives the projector for the model at `path`: beside it or in a folder above, the deepest first, then the one with the
 * nearest bits per weight, then the first in the list, as llama.cpp chooses.
 */
export function projectorFor<F extends NamedFile>(path: string, files: readonly F[]): F | undefined {
  let best: { file: F; depth: number; apart: number } | undefined;
  for (const file of files) {
    const folder = folderOf(file.path);
    if (!file.path.endsWith('.gguf') || !file.path.includes('mmproj') || !folderOf(path).startsWith(folder)) continue;
    const depth = folder.length;
    const apart = Math.abs(bitsOf(file.path) - bitsOf(path));
    if (!best || depth > best.depth || (depth === best.depth && apart < best.apart)) best = { file, depth, apart };
  }
  return best?.file;
}

/** Gives the file to run if none is named: Q4_K_M, else Q8_0, else the quantisation nearest to Q4_K_M, else the first. */
export function preferredQuant<F extends NamedFile>(models: readonly F[]): F | undefined {
  for (const label of ['Q4_K_M', 'Q8_0']) {
    const named = new RegExp(`${label}[.-]`, 'i');
    // llama.cpp looks for the label and a dot or dash anywhere in the path, so `UD-Q4_K_M` may come first.
    const file = models.find(({ path }) => named.test(path)) ?? models.find(({ path }) => quantLabel(path) === label);
    if (file) return file;
  }
  const tagged = byLabel(models);
  return tagged.get(nearestQuant('Q4_K_M', [...tagged.keys()]) ?? '') ?? models[0];
}

/** Lists all shards of the GGUF whose first shard is `first`, among `files`. */
export function shardsOf<F extends NamedFile>(first: NamedFile, files: readonly F[]): F[] {
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
function shardOf(path: string): number | undefined {
  const shard = parseGgufShardFilename(path);
  return shard && Number(shard.total) > 1 ? Number(shard.shard) : undefined;
}

/** Gives the bits per weight in a file name's last word: 4 for `…-Q4_K_M`, 16 for `…-BF16`, 0 for none. */
function bitsOf(path: string): number {
  const stem = path.replace(/(-\d{5}-of-\d{5})?\.gguf$/, '');
  return Number(/[-.]([A-Z0-9_]+)$/i.exec(stem)?.[1]?.match(/\d+/)?.[0] ?? 0);
}

/** Gives the folder with its slash; '' for the root. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
