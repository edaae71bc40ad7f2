// The files that a page shows of a model with very many, so that a page costs no more than its reader can take in.

import { ALL_SHOWN, MOST_SHOWN } from '../basics/limits.ts';
import { ggufFiles } from '../model/gguf-files.ts';
import { isWeight } from '../model/weights.ts';
import type { PageFacts } from '../model-page/model-page.ts';
import { TELLING } from '../model-page/telling-files.ts';
import { encodePath } from '../nouns/file-path.ts';
import { keptFiles } from '../tools/kept-files.ts';
import type { DirectionsHead } from './directions-head.ts';
import type { FileRow } from './directions-row.ts';

/** A weight that vLLM would load: at the root. */
const ROOT_WEIGHT = /^[^/]+\.(safetensors|bin|pt)$/;

/**
 * All of `files`, which must be sorted bytewise by path, or where they are too many some of them in the same order:
 * those that the commands of a page are about, those that agents are given, the largest weights, and then the first of
 * the rest. The page says the same of quantisations and of the file to run by these as by all.
 */
export function shownFiles(files: readonly FileRow[]): FileRow[] {
  if (files.length <= ALL_SHOWN) return [...files];
  const weights = files.filter(({ path }) => isWeight(path)).sort((a, b) => b.size - a.size);
  const shown = new Set([...spokenOf(files), ...keptFiles(files), ...weights.slice(0, MOST_SHOWN / 2)]);
  for (const file of files) {
    if (shown.size >= MOST_SHOWN) break;
    shown.add(file);
  }
  return files.filter((file) => shown.has(file));
}

/** Gives the facts about a model's files for a page that shows these rows. */
export function shownFacts(
  shown: readonly FileRow[],
  { files, bytes, places, hashed }: Pick<DirectionsHead, 'files' | 'bytes' | 'places' | 'hashed'>,
): Pick<PageFacts, 'files' | 'whole' | 'places' | 'hashed'> {
  return {
    files: shown,
    hashed,
    whole: shown.length < files ? { files, bytes } : undefined,
    places: places.map(({ source, held, differs }, at) => ({
      source,
      held,
      differs,
      files: held === undefined ? undefined : shown.filter((row) => row.places.includes(at)).map(({ path }) => path),
    })),
  };
}

/** The files that a page speaks of by name. */
function* spokenOf(files: readonly FileRow[]): Generator<FileRow> {
  const { tagged, sharded, latest } = ggufFiles(files);
  yield* tagged.values();
  yield* sharded.values();
  const named = [
    latest?.file,
    ...files.filter(({ path }) => TELLING.has(path)),
    files.find(({ path }) => ROOT_WEIGHT.test(path)),
    files.find(({ path }) => encodePath(path) !== path),
    files.reduce((largest, file) => (file.size > largest.size ? file : largest)),
  ];
  yield* named.filter((file) => file !== undefined);
  yield* smallestAtEach(files);
}

/** The smallest file with any bytes at each combination of places: two sources can be compared by it. */
function smallestAtEach(files: readonly FileRow[]): Iterable<FileRow> {
  const smallest = new Map<string, FileRow>();
  for (const file of files) {
    const places = file.places.join();
    const known = smallest.get(places);
    if (file.size > 0 && (!known || file.size < known.size)) smallest.set(places, file);
  }
  return smallest.values();
}
