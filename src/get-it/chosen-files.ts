// Selects the files that belong to some of a model's weights. Download tools get these files as a few patterns or
// paths.

import { totalSize } from '../basics/bytes.ts';
import { isWeight } from '../model/weight-formats.ts';
import type { PageFile } from '../model-page/model-page.ts';
import { folderOf } from '../nouns/file-path.ts';
import type { Choice } from './choice.ts';
import { fits, globOf } from './globs.ts';

/** The maximum number of patterns; more of them are harder to read than a list of files. */
const MOST_PATTERNS = 6;
/** The maximum number of files named one by one. */
const MOST_PATHS = 12;

type Told = Pick<Choice, 'files' | 'bytes' | 'weights' | 'paths' | 'without'>;

/**
 * Selects `kept` and files that are not weights: all of these by patterns to leave out, or only the needed ones by
 * paths to fetch.
 */
export function withBesides(files: readonly PageFile[], kept: readonly PageFile[]): Told {
  const without = patternsOf(files, new Set(kept));
  const weights = totalSize(kept);
  // Thousands of patterns on thousands of files take seconds, so the patterns are used only if the answer needs them.
  const byPatterns = () => {
    const left = files.filter(({ path }) => !fits(path, without));
    return { ...totals(left, weights), ...(without.length > 0 && { without }) };
  };
  if (without.length <= MOST_PATTERNS) return byPatterns();
  const folders = new Set(kept.map(({ path }) => folderOf(path)));
  const named = files.filter((file) => kept.includes(file) || (!isWeight(file.path) && isBeside(file.path, folders)));
  return named.length <= MOST_PATHS
    ? { ...totals(named, weights), paths: named.map(({ path }) => path) }
    : byPatterns();
}

/** Selects `kept` and nothing else. */
export function alone(kept: readonly PageFile[]): Told {
  return { ...totals(kept, totalSize(kept)), paths: kept.map(({ path }) => path) };
}

function totals(files: readonly PageFile[], weights: number): Pick<Choice, 'files' | 'bytes' | 'weights'> {
  return { files: files.length, bytes: totalSize(files), weights };
}

/**
 * Makes patterns that match all weights except `kept`: folders without a kept file, endings that no kept file has, and
 * otherwise single paths.
 */
function patternsOf(files: readonly PageFile[], kept: ReadonlySet<PageFile>): string[] {
  const needed = [...kept].map(({ path }) => path);
  const endings = new Set(needed.map(endingOf));
  const folders = new Set(needed.map(topOf));
  const patterns = new Set<string>();
  for (const file of files) {
    const { path } = file;
    if (kept.has(file) || !isWeight(path)) continue;
    const top = topOf(path);
    if (top !== '' && !folders.has(top)) patterns.add(`${globOf(top)}/*`);
    else patterns.add(endings.has(endingOf(path)) ? globOf(path) : `*.${globOf(endingOf(path))}`);
  }
  return [...patterns];
}

/**
 * True for a file that is needed beside weights in `folders`: any file in these folders, or a text file at the root.
 * Documentation and pictures elsewhere are not needed.
 */
const isBeside = (path: string, folders: ReadonlySet<string>) =>
  folders.has(folderOf(path)) || (folderOf(path) === '' && /\.(json|txt|model|jinja|md)$|^licen[cs]e/i.test(path));

const topOf = (path: string) => path.slice(0, Math.max(0, path.indexOf('/')));
const endingOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);
