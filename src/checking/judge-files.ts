// Finds the models that a set of hashed files belongs to. Then tells for each file whether the model has the same bytes
// at that path.
import { fileName } from '../nouns/file-path.ts';
import type { ExpectedFile, HashMatch, HubLookup } from './hash-lookup.ts';

/** A file whose hash was looked up. */
export interface KnownFile {
  /** The path of the file, with the dropped folders, separated by slashes. */
  path: string;
  sha256: string;
  matches: readonly HashMatch[];
}

/** A hashed file whose hash is still to be looked up. */
export interface HashedFile {
  path: string;
  sha256: string;
  /** Bytes. */
  size: number;
}

/** Gives verdicts on files. */
export interface Judge {
  /** Finds the file's bytes in the index, and gives a verdict that does not depend on the other files yet. */
  look(file: HashedFile): Promise<{ matches: readonly HashMatch[]; verdict: Verdict }>;
  /** Judges all files after their lookup, and sums up each model. */
  together(files: readonly KnownFile[]): Promise<{ verdicts: ReadonlyMap<KnownFile, Verdict>; models: ModelReport[] }>;
}

/** The maximum number of requests to the hub at a time. */
const LOOKUPS = 4;

/** Makes a judge that knows the whole index. It compares a file with the model that the files around it belong to. */
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
 * A model that some files seem to belong to. The files below `base` on the visitor's disk are the files below `inside`
 * in the model.
 */
interface Guess {
  model: string;
  revision: string;
  base: string;
  inside: string;
  /** The sum of the files that support this guess. A file that has n places in the index counts 1/n. */
  weight: number;
}

export type Verdict =
  /** The index has these bytes. `guess` is the model of the files around it, if it has the bytes at this very path. */
  | { kind: 'known'; guess?: Guess }
  /** The model of the files around it has other bytes at this path. */
  | { kind: 'differs'; guess: Guess; expected: ExpectedFile }
  /** `isNowhere`: no other model of the index has these bytes either. */
  | { kind: 'unknown'; isNowhere?: true };

/** The result for a model's files. */
export interface ModelReport {
  guess: Guess;
  /** The number of the model's files that the visitor has with the same bytes. */
  matching: number;
  /** The paths, as the visitor dropped them, of files whose bytes differ from the model's. */
  differing: string[];
  /** Paths of the model that the visitor does not have. */
  absent: string[];
  /** The number of the model's files. */
  files: number;
}

/** A guess with less weight rests only on files that very many models have, such as the usual .gitattributes. */
const LEAST_WEIGHT = 0.2;

/**
 * Gives the models that `files` belong to, best first. Each file supports every place where the index has its bytes
 * under the same name. A model is taken if it is the best guess of some file.
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
 * Judges each of `files` by the best guess that has a file at its path. `listings` has the files of each guessed model,
 * as far as the hub could list them.
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
    // The file is right outside of its folder too, if the model has no file at this path and has the same bytes under
    // the same name.
    if (own.some(({ path }) => fileName(path) === fileName(file.path))) return { kind: 'known' };
  }
  return file.matches.length > 0 ? { kind: 'known' } : { kind: 'unknown' };
}

/** Sums up `guess` from judged files; `listing` has the model's files. */
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

/** Gives the path in the model for the file at `path` on the visitor's disk. */
function placeOf(path: string, { base, inside }: Guess): string {
  return inside + path.slice(base.length);
}

/**
 * Sorts by weight. At equal weight, a model comes first if the name of the folder contains its name; then come the
 * shorter `base` and the id, so that the order is fixed.
 */
function byStrength(a: Guess, b: Guess): number {
  const named = (guess: Guess) => (guess.base.toLowerCase().includes(fileName(guess.model).toLowerCase()) ? 0 : 1);
  const apart = b.weight - a.weight;
  if (Math.abs(apart) > 1e-9) return apart;
  return named(a) - named(b) || a.base.length - b.base.length || (a.model < b.model ? -1 : 1);
}

/** Gives the length of the path segments that two paths have in common at their ends. */
function sharedEnd(one: string, other: string): number {
  const [a, b] = [one.split('/'), other.split('/')];
  let same = 0;
  while (same < a.length && same < b.length && a.at(-1 - same) === b.at(-1 - same)) same += 1;
  return same === 0 ? 0 : a.slice(-same).join('/').length;
}

/** Gives a function that runs at most `most` tasks at a time; the others wait in order. */
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
