// Selects the files to show on the page of a model with very many files, so that the page stays readable.

import { ALL_SHOWN, MOST_SHOWN } from '../basics/limits.ts';
import { ggufFiles } from '../model/gguf-files.ts';
import { isWeight } from '../model/weight-formats.ts';
import type { PageFacts } from '../model-page/model-page.ts';
import { encodePath } from '../nouns/file-path.ts';
import { agentFiles } from '../tools/agent-files.ts';
import type { DirectionsHead, FileRow } from './directions-head.ts';

/** The files at the root that show which program loads a model. The commands on its page depend on these files. */
const CONFIG_FILES: ReadonlySet<string> = new Set([
  'adapter_config.json',
  'config.json',
  'model_index.json',
  'modules.json',
]);

/** Matches a weight file at the root, where vLLM looks for weights. */
const ROOT_WEIGHT = /^[^/]+\.(safetensors|bin|pt)$/;

/**
 * Returns all of `files`, or a selection in the same order if there are more than `ALL_SHOWN`. `files` must be sorted
 * bytewise by path. The selection has the files that the page's commands name, the files for agents, the largest
 * weights, and the first of the remaining files. The page then names the same quantisations and the same file to run as
 * a page with all files would.
 */
export function shownFiles(files: readonly FileRow[]): FileRow[] {
  if (files.length <= ALL_SHOWN) return [...files];
  const weights = files.filter(({ path }) => isWeight(path)).sort((a, b) => b.size - a.size);
  const shown = new Set([...spokenOf(files), ...agentFiles(files), ...weights.slice(0, MOST_SHOWN / 2)]);
  for (const file of files) {
    if (shown.size >= MOST_SHOWN) break;
    shown.add(file);
  }
  return files.filter((file) => shown.has(file));
}

/** Returns the facts about files for a page that shows only the rows `shown`. */
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

/** Returns the files whose paths are in the text of a page. */
function* spokenOf(files: readonly FileRow[]): Generator<FileRow> {
  const { tagged, sharded, latest } = ggufFiles(files);
  yield* tagged.values();
  yield* sharded.values();
  const named = [
    latest?.file,
    ...files.filter(({ path }) => CONFIG_FILES.has(path)),
    files.find(({ path }) => ROOT_WEIGHT.test(path)),
    files.find(({ path }) => encodePath(path) !== path),
    files.reduce((largest, file) => (file.size > largest.size ? file : largest)),
  ];
  yield* named.filter((file) => file !== undefined);
  yield* smallestAtEach(files);
}

/**
 * Returns the smallest file that is not empty for each combination of sources. A visitor can use such a file to compare
 * two sources.
 */
function smallestAtEach(files: readonly FileRow[]): Iterable<FileRow> {
  const smallest = new Map<string, FileRow>();
  for (const file of files) {
    const places = file.places.join();
    const known = smallest.get(places);
    if (file.size > 0 && (!known || file.size < known.size)) smallest.set(places, file);
  }
  return smallest.values();
}
