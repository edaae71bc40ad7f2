// Selects the files that belong to some of a model's weights. Download tools get these files as a few paths or patterns,
// in their syntax (`*` and `?` match slashes too); grep and other programs get them as regular expressions.

import { totalSize } from '../basics/bytes.ts';
import { isWeight } from '../model/weight-formats.ts';
import type { PageFile } from '../model-page/model-page.ts';
import { folderOf } from '../nouns/file-path.ts';
import type { Choice } from './command-body.ts';

/** Makes a pattern that matches only `path`. */
export function globOf(path: string): string {
  return path.replace(/[[*?]/g, '[$&]');
}

/** Gives the patterns of the files that a choice wants or leaves out; undefined if the choice is all files. */
export function selection({ paths, only, without }: Choice): { isWanted: boolean; globs: string[] } | undefined {
  const wanted = only ?? paths?.map(globOf);
  const globs = wanted ?? without;
  return globs && { isWanted: wanted !== undefined, globs };
}

/**
 * Makes a regular expression that matches the whole path of each file that fits one of `globs`. The expression means
 * the same in ERE, .NET and JavaScript.
 */
export function expressionOf(globs: readonly string[]): string {
  return `(${globs.map(expressionOfOne).join('|')})`;
}

/** True if `path` matches one of `globs`. A pattern with a slash at its end means all files below that folder. */
export function fits(path: string, globs: readonly string[]): boolean {
  const whole = globs.map((glob) => glob.replace(/\/$/, '/*'));
  return globs.length > 0 && new RegExp(`^${expressionOf(whole)}$`, 's').test(path);
}

/**
 * Turns one pattern into a regular expression, as Python's `fnmatch` does: `*` is any characters, `?` is one, `[abc]` is
 * one of these, and `[!abc]` is none of these. Every other character stands for itself.
 */
function expressionOfOne(glob: string): string {
  return glob.replace(/\[(!?)(\]?[^\]]*)\]|[*?.+^${}()|[\]\\]/g, (found, not?: string, set?: string) => {
    if (set === undefined) return found === '*' ? '.*' : found === '?' ? '.' : `\\${found}`;
    if (not === '' && set.length === 1) return /\w/.test(set) ? set : `\\${set}`;
    // A range that ends before it begins has no characters.
    const chars = set.replace(/(.)-(.)/gs, (range, from, to) => (from <= to ? range : ''));
    if (chars === '') return not === '' ? '[^\\s\\S]' : '.';
    return `[${not === '' ? '' : '^'}${chars.replace(/[\\\]^]/g, '\\$&')}]`;
  });
}

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
