// Finds the models to which a set of hashed files belongs. Then finds out for each file whether the model has the same
// bytes at the same path.
import { fileName } from '../nouns/file-path.ts';
import type { ExpectedFile, HashMatch, HubLookup } from './hash-lookup.ts';

/** A file whose hash was looked up. */
export interface KnownFile {
  /** The path of the file from the dropped folder on, with slashes. */
  path: string;
  sha256: string;
  matches: readonly HashMatch[];
}

/** A hashed file whose hash is still to be looked up. */
export interface HashedFile {
  path: string;
  sha256: string;
  /** The size in bytes. */
  size: number;
}

/** Compares files with the index. */
export interface Judge {
  /** Looks up the file's hash, and returns a first verdict, which depends on this file alone. */
  look(file: HashedFile): Promise<{ matches: readonly HashMatch[]; verdict: Verdict }>;
  /** Judges all files after their lookup, and sums up the files of each model. */
  together(files: readonly KnownFile[]): Promise<{ verdicts: ReadonlyMap<KnownFile, Verdict>; models: ModelReport[] }>;
}

/** The maximum number of requests to the hub at a time. */
const LOOKUPS = 4;

/** Makes a judge that knows the whole index. It guesses a file's model from the files in the same folders. */
export function indexJudge(lookup: HubLookup): Judge {
  const turn = takeTurns(LOOKUPS);
  return {
    async look({ sha256 }) {
      const matches = await turn(() => lookup.matches(sha256));
      return { matches, verdict: { kind: matches.length > 0 ? 'known' : 'unknown' } };
    },
    async together(files) {
      const guesses = guessModels(files);
      const listings = new Map(
        await Promise.all(
          guesses.map(async ({ model, revision }) => {
            const all = await turn(() => lookup.files(model, revision)).catch(() => []);
            return [model, all] as const;
          }),
        ),
      );
      const verdicts = judgeFiles(files, guesses, listings);
      const models = guesses
        .filter(({ model }) => listings.get(model)!.length > 0)
        .map((guess) => reportOf(guess, verdicts, listings.get(guess.model)!));
      return { verdicts, models };
    },
  };
}

/**
 * A model to which some files seem to belong. The files below `base` on the visitor's disk are the files below `inside`
 * in the model.
 */
interface Guess {
  model: string;
  revision: string;
  base: string;
  inside: string;
  /** The sum over the files that support this guess. A file that the index has n times adds 1/n. */
  weight: number;
}

export type Verdict =
  /** The index has these bytes. `guess` is the guessed model, if it has the bytes at exactly this path. */
  | { kind: 'known'; guess?: Guess }
  /** The guessed model has other bytes at this path. */
  | { kind: 'differs'; guess: Guess; expected: ExpectedFile }
  /** No model in question has these bytes. `isNowhere` is set if the rest of the index lacks them too. */
  | { kind: 'unknown'; isNowhere?: true };

export interface ModelReport {
  guess: Guess;
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
 * the same name. A model is included if it is the best guess for some file.
 */
export function guessModels(files: readonly KnownFile[]): Guess[] {
  const candidates = new Map<string, Guess & { voters: Set<KnownFile> }>();
  for (const file of files)
    for (const match of file.matches) {
      const shared = sharedEnd(file.path, match.path);
      if (shared === 0) continue;
      const base = file.path.slice(0, file.path.length - shared);
      const inside = match.path.slice(0, match.path.length - shared);
      const key = `${base}\n${inside}\n${match.model}`;
      const { model, revision } = match;
      const found = candidates.get(key) ?? { model, revision, base, inside, weight: 0, voters: new Set() };
      found.weight += 1 / file.matches.length;
      found.voters.add(file);
      candidates.set(key, found);
    }
  const claimed = new Set<KnownFile>();
  const taken: Guess[] = [];
  for (const { voters, ...guess } of [...candidates.values()].sort(byStrength)) {
    if (guess.weight < LEAST_WEIGHT) break;
    if ([...voters].every((file) => claimed.has(file))) continue;
    for (const file of voters) claimed.add(file);
    taken.push(guess);
  }
  return taken;
}

/**
 * Judges each of `files` by the best guess that has a file at its path. `listings` has the files of each guessed model;
 * it may lack a model whose files the hub could not list.
 */
export function judgeFiles(
  files: readonly KnownFile[],
  guesses: readonly Guess[],
  listings: ReadonlyMap<string, readonly ExpectedFile[]>,
): Map<KnownFile, Verdict> {
  const expected = new Map([...listings].map(([model, all]) => [model, new Map(all.map((file) => [file.path, file]))]));
  return new Map(files.map((file) => [file, judge(file, guesses, expected)]));
}

function judge(
  file: KnownFile,
  guesses: readonly Guess[],
  expected: ReadonlyMap<string, ReadonlyMap<string, ExpectedFile>>,
): Verdict {
  for (const guess of guesses) {
    if (!file.path.startsWith(guess.base)) continue;
    const place = placeOf(file.path, guess);
    const own = file.matches.filter(({ model }) => model === guess.model);
    if (own.some(({ path }) => path === place)) return { kind: 'known', guess };
    const there = expected.get(guess.model)?.get(place);
    if (there) return { kind: 'differs', guess, expected: there };
    // If the model has no file at this path, a file with the right name and bytes is still right: the visitor may have
    // taken it out of its folder.
    if (own.some(({ path }) => fileName(path) === fileName(file.path))) return { kind: 'known' };
  }
  return file.matches.length > 0 ? { kind: 'known' } : { kind: 'unknown' };
}

/** Sums up the judged files that belong to `guess`. `listing` has the model's files. */
export function reportOf(
  guess: Guess,
  verdicts: ReadonlyMap<KnownFile, Verdict>,
  listing: readonly ExpectedFile[],
): ModelReport {
  const differing: string[] = [];
  const matching = new Set<string>();
  const here = new Set<string>();
  for (const [file, verdict] of verdicts) {
    if (verdict.kind === 'unknown' || verdict.guess !== guess) continue;
    const place = placeOf(file.path, guess);
    here.add(place);
    if (verdict.kind === 'known') matching.add(place);
    else differing.push(file.path);
  }
  const absent = listing.map(({ path }) => path).filter((path) => !here.has(path));
  return { guess, matching: matching.size, differing, absent, files: listing.length };
}

/** Returns the path in the model for the file at `path` on the visitor's disk. */
function placeOf(path: string, { base, inside }: Guess): string {
  return inside + path.slice(base.length);
}

/**
 * Sorts guesses by weight. If weights are equal, the model whose name is in the name of the folder comes first. Then
 * the shorter `base` and the lower id decide, so that the order is fixed.
 */
function byStrength(a: Guess, b: Guess): number {
  const named = (guess: Guess) => (guess.base.toLowerCase().includes(fileName(guess.model).toLowerCase()) ? 0 : 1);
  const apart = b.weight - a.weight;
  if (Math.abs(apart) > 1e-9) return apart;
  return named(a) - named(b) || a.base.length - b.base.length || (a.model < b.model ? -1 : 1);
}

/** Returns the length in characters of the path segments that two paths share at their ends. */
function sharedEnd(one: string, other: string): number {
  const [a, b] = [one.split('/'), other.split('/')];
  let same = 0;
  while (same < a.length && same < b.length && a.at(-1 - same) === b.at(-1 - same)) same += 1;
  return same === 0 ? 0 : a.slice(-same).join('/').length;
}

/** Returns a function that runs at most `most` tasks at a time; other tasks wait in order. */
function takeTurns(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    running += 1;
    try {
      return await task();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
