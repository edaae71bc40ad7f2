// Finds the models to which a set of hashed files belongs. Then finds out for each file whether the model has the same
// bytes at the same path.
import { fileName } from '../nouns/file-path.ts';
import type { ExpectedFile, HashMatch } from './hash-lookup.ts';

/** A file of the visitor whose hash is known. */
export interface HashedFile {
  /** The path of the file from the dropped folder on, with slashes. */
  path: string;
  sha256: string;
  /** The size in bytes. */
  size: number;
  /** The files of the index with these bytes; undefined if the hub could not be asked. */
  matches?: readonly HashMatch[] | undefined;
}

/** A model to which files seem to belong. */
export interface Guess {
  /** `owner/name`. */
  model: string;
  revision: string;
  /** The folder on the visitor's disk that has the model's files; undefined if they may lie anywhere. */
  base?: string;
}

export type Verdict =
  /** The model, or another model of the index, has these bytes. */
  | { kind: 'known' }
  /** The guessed model has other bytes under this name. */
  | { kind: 'differs'; model: string; expected: ExpectedFile }
  | { kind: 'unknown' };

/** Sums up the files of the visitor that belong to a model. */
export interface ModelReport extends Guess {
  /** The number of the model's files that the visitor has with the same bytes. */
  matching: number;
  /** The paths, as the visitor dropped them, of files whose bytes differ from the model's. */
  differing: string[];
  /** Paths of the model's files that the visitor does not have. */
  absent: string[];
  /** The number of the model's files. */
  files: number;
}

/**
 * The minimum weight of a guess. A guess with less weight rests only on files that very many models have, such as the
 * usual .gitattributes.
 */
const LEAST_WEIGHT = 0.2;

/**
 * Guesses the models to which `files` belong, best guess first. Each file supports every model that has its bytes under
 * the same name; a file that the index has n times adds 1/n. A model is included if it is the best guess for some file.
 */
export function guessModels(files: readonly HashedFile[]): Guess[] {
  const candidates = new Map<string, { guess: Required<Guess>; weight: number; voters: Set<HashedFile> }>();
  for (const file of files)
    for (const { model, revision, path } of file.matches ?? []) {
      const shared = sharedEnd(file.path, path);
      if (shared === 0) continue;
      const base = file.path.slice(0, -shared);
      const key = `${base}\n${model}`;
      const found = candidates.get(key) ?? { guess: { model, revision, base }, weight: 0, voters: new Set() };
      found.weight += 1 / file.matches!.length;
      found.voters.add(file);
      candidates.set(key, found);
    }
  const isNamed = ({ base, model }: Required<Guess>) => base.toLowerCase().includes(fileName(model).toLowerCase());
  // If weights are equal, the model whose name is in the name of the folder comes first. Then the shorter base and the
  // lower id decide, so that the order is fixed.
  const sorted = [...candidates.values()].sort(({ guess: a, weight }, { guess: b, weight: other }) => {
    if (Math.abs(other - weight) > 1e-9) return other - weight;
    return Number(isNamed(b)) - Number(isNamed(a)) || a.base.length - b.base.length || (a.model < b.model ? -1 : 1);
  });
  const claimed = new Set<HashedFile>();
  const taken: Guess[] = [];
  for (const { guess, weight, voters } of sorted) {
    if (weight < LEAST_WEIGHT || [...voters].every((file) => claimed.has(file))) continue;
    for (const file of voters) claimed.add(file);
    taken.push(guess);
  }
  return taken;
}

/** Returns the length in characters of the path segments that two paths share at their ends. */
function sharedEnd(one: string, other: string): number {
  const [a, b] = [one.split('/'), other.split('/')];
  let same = 0;
  while (same < a.length && same < b.length && a.at(-1 - same) === b.at(-1 - same)) same += 1;
  return same === 0 ? 0 : a.slice(-same).join('/').length;
}

/**
 * Judges each of `files` by the first guess that has something to say about it, and sums up the files of each guess.
 * `listings` has the files of each guessed model; a guess whose model it lacks says nothing.
 */
export function judgeFiles(
  files: readonly HashedFile[],
  guesses: readonly Guess[],
  listings: ReadonlyMap<string, readonly ExpectedFile[]>,
): { verdicts: Map<HashedFile, Verdict>; models: ModelReport[] } {
  const verdicts = new Map<HashedFile, Verdict>(
    files.map((file) => [file, { kind: file.matches?.length ? 'known' : 'unknown' }]),
  );
  const open = new Set(files);
  const models: ModelReport[] = [];
  for (const guess of guesses) {
    const listing = listings.get(guess.model);
    if (!listing || listing.length === 0) continue;
    const here = new Map<string, boolean>();
    const differing: string[] = [];
    for (const file of [...open]) {
      const found = compare(file, guess, listing);
      verdicts.set(file, found.verdict);
      if (found.verdict.kind === 'differs') differing.push(file.path);
      for (const path of found.places) here.set(path, found.verdict.kind === 'known' || here.get(path) === true);
      if (found.places.length > 0) open.delete(file);
    }
    const matching = [...here.values()].filter((isRight) => isRight).length;
    const absent = listing.map(({ path }) => path).filter((path) => !here.has(path));
    models.push({ ...guess, matching, differing, absent, files: listing.length });
  }
  return { verdicts, models };
}

/** Compares a file with the model of `guess`. `places` are the paths in the model that the file stands for. */
function compare(
  file: HashedFile,
  { model, base }: Guess,
  listing: readonly ExpectedFile[],
): { verdict: Verdict; places: string[] } {
  const isBelow = base === undefined || file.path.startsWith(base);
  const same = isBelow ? listing.filter(({ sha256 }) => sha256 === file.sha256) : [];
  const place = isBelow ? placeOf(file, base, listing, same.length > 0) : undefined;
  if (place && place.sha256 !== file.sha256)
    return { verdict: { kind: 'differs', model, expected: place }, places: [place.path] };
  if (place) return { verdict: { kind: 'known' }, places: [place.path] };
  // The model has these bytes under another path: the visitor renamed or moved the file.
  if (same.length > 0) return { verdict: { kind: 'known' }, places: same.map(({ path }) => path) };
  const isKnown = base !== undefined && file.matches?.length;
  return { verdict: { kind: isKnown ? 'known' : 'unknown' }, places: [] };
}

/**
 * Finds the file of the model that should equal the visitor's file: at its path below `base`, or, without a base, at
 * the longest end of its path that the model has. A file without a base whose bytes the model lacks is compared with
 * the file of its name that is nearest in size.
 */
function placeOf(
  { path, size }: HashedFile,
  base: string | undefined,
  listing: readonly ExpectedFile[],
  isInModel: boolean,
): ExpectedFile | undefined {
  const at = (end: string) => listing.find((one) => one.path === end);
  if (base !== undefined) return at(path.slice(base.length));
  for (const [start] of path.split('/').entries()) {
    const found = at(path.split('/').slice(start).join('/'));
    if (found) return found;
  }
  if (isInModel) return undefined;
  const namesakes = listing.filter((one) => fileName(one.path) === fileName(path));
  return namesakes.toSorted((one, other) => Math.abs(one.size - size) - Math.abs(other.size - size))[0];
}
