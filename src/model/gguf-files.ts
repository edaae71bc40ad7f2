// A model's GGUF files sorted by what a registry can do with them: one a tag, the one of `latest`, shards, projectors.

import { parseGgufShardFilename } from '@huggingface/gguf';
import { fileName } from '../nouns/file-path.ts';
import { nearestQuant, quantLabel } from '../nouns/quant.ts';

/**
 * The most quantisations of a model that are kept apart, the first in the listing. Names can be made up without end, a
 * registry keeps a manifest for each, and a repository's index is read whole.
 */
const MOST_QUANTS = 256;

/** A file as far as its name goes. */
interface NamedFile {
  path: string;
}

interface GgufFiles<F> {
  /** Single-file models by their quantisation: the first in the listing where several have one label. */
  tagged: Map<string, F>;
  /** First shards by their quantisation, where no single file has it. */
  sharded: Map<string, F>;
  /** The file under `latest`: a single file, else a first shard; undefined when the model has no GGUF to run. */
  latest: { file: F; sharded: boolean } | undefined;
}

/** Reads the GGUF files off a model's, which must be in listing order: sorted bytewise by path. */
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
 * True for a GGUF that can be run by itself. The rule and its case are llama.cpp's: projectors, importance matrices and
 * draft models lie beside a model and are named for what they are; `X-MTP-Q4_K_M.gguf` and `X.iMatrix.gguf` are models.
 */
export function isModelGguf(path: string): boolean {
  return path.endsWith('.gguf') && !/mmproj|imatrix|mtp-|eagle3-|dflash-|dspark-/.test(fileName(path));
}

/**
 * The projector to load with the model at `path`: beside it or in a folder above, the deepest first, then the one
 * whose bits a weight are nearest the model's, then the first listed, which is the one llama.cpp takes.
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

/** The file to run when none is named: Q4_K_M, else Q8_0, else the quantisation nearest to Q4_K_M, else the first. */
export function preferredQuant<F extends NamedFile>(models: readonly F[]): F | undefined {
  for (const label of ['Q4_K_M', 'Q8_0']) {
    const named = new RegExp(`${label}[.-]`, 'i');
    // llama.cpp looks for the label and a dot or dash anywhere in the path, so that `UD-Q4_K_M` may come first.
    const file = models.find(({ path }) => named.test(path)) ?? models.find(({ path }) => quantLabel(path) === label);
    if (file) return file;
  }
  const tagged = byLabel(models);
  return tagged.get(nearestQuant('Q4_K_M', [...tagged.keys()]) ?? '') ?? models[0];
}

/** All shards of the GGUF whose first one `first` is, among `files`. */
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

/** The number of a shard, from 1; undefined for a file that is whole. */
function shardOf(path: string): number | undefined {
  const shard = parseGgufShardFilename(path);
  return shard && Number(shard.total) > 1 ? Number(shard.shard) : undefined;
}

/** The bits a weight that a file name's last word speaks of: 4 for `…-Q4_K_M`, 16 for `…-BF16`, 0 for none. */
function bitsOf(path: string): number {
  const stem = path.replace(/(-\d{5}-of-\d{5})?\.gguf$/, '');
  return Number(/[-.]([A-Z0-9_]+)$/i.exec(stem)?.[1]?.match(/\d+/)?.[0] ?? 0);
}

/** The folder with its slash; '' for the root. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
