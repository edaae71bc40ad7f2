// Judges whether files belong to one given model. A file with the same name as one of the model's files is either right
// or wrong.
import { fileName } from '../nouns/file-path.ts';
import type { ExpectedFile, HashMatch } from './hash-lookup.ts';
import type { HashedFile, Judge, KnownFile, ModelReport, Verdict } from './judge-files.ts';

/** A model with all of its files. */
export interface WholeModel {
  /** `owner/name`. */
  model: string;
  revision: string;
  files: readonly ExpectedFile[];
}

/** Looks up a hash in the whole index, for a file whose bytes the model lacks. */
type Elsewhere = (sha256: string) => Promise<readonly HashMatch[]>;

/**
 * Makes a judge of one model, which is fetched once. A file differs if the model has other bytes under its name; the
 * visitor's other files do not matter. A file is unknown if the model has neither its name nor its bytes. If the model
 * lacks a file's bytes, `elsewhere` finds other models that have them; its failure changes no verdict.
 */
export function modelJudge(whole: () => Promise<WholeModel>, elsewhere?: Elsewhere): Judge {
  const verdicts = new Map<string, Verdict>();
  const keyOf = ({ path, sha256 }: KnownFile) => `${sha256} ${path}`;
  return {
    async look(file) {
      const found = await withOthers(file, judgeByModel(file, await whole()), elsewhere);
      verdicts.set(keyOf({ ...file, ...found }), found.verdict);
      return found;
    },
    async together(files) {
      const all = new Map(files.map((file) => [file, verdicts.get(keyOf(file))!]));
      return { verdicts: all, models: [modelReport(all, await whole())] };
    },
  };
}

type Judged = Awaited<ReturnType<Judge['look']>>;

async function withOthers({ sha256 }: HashedFile, judged: Judged, elsewhere: Elsewhere | undefined): Promise<Judged> {
  if (!elsewhere || judged.matches.length > 0) return judged;
  const matches = await elsewhere(sha256).catch(() => undefined);
  if (!matches) return judged;
  if (matches.length > 0 || judged.verdict.kind !== 'unknown') return { ...judged, matches };
  return { matches, verdict: { kind: 'unknown', isNowhere: true } };
}

/** Finds the model's files with the same bytes, and judges the file by its name. */
export function judgeByModel(
  { path, sha256, size }: HashedFile,
  { model, revision, files }: WholeModel,
): { matches: HashMatch[]; verdict: Verdict } {
  const same = files.filter((file) => file.sha256 === sha256);
  const matches = same.map((file) => ({ model, revision, path: file.path }));
  const place = placeOf(path, files);
  const guess = (at: string) => ({ model, revision, base: path.slice(0, -at.length), inside: '', weight: 1 });
  if (place && same.includes(place)) return { matches, verdict: { kind: 'known', guess: guess(place.path) } };
  // The model has these bytes, but no file whose path is the end of `path`: the visitor renamed or moved the file.
  if (!place && same.length > 0) return { matches, verdict: { kind: 'known' } };
  const expected =
    place ??
    nearest(
      files.filter((file) => fileName(file.path) === fileName(path)),
      size,
    );
  if (expected) return { matches, verdict: { kind: 'differs', guess: guess(expected.path), expected } };
  return { matches, verdict: { kind: 'unknown' } };
}

/**
 * Finds the file of the model whose path is the end of `path`. If there are several, returns the one with the longest
 * path.
 */
function placeOf(path: string, files: readonly ExpectedFile[]): ExpectedFile | undefined {
  const ends = path.split('/').map((_, at, parts) => parts.slice(at).join('/'));
  for (const end of ends) {
    const file = files.find((one) => one.path === end);
    if (file) return file;
  }
  return undefined;
}

/** Returns the file whose size is nearest to `size`. */
function nearest(files: readonly ExpectedFile[], size: number): ExpectedFile | undefined {
  const apart = (file: ExpectedFile) => Math.abs(file.size - size);
  return files.reduce<ExpectedFile | undefined>(
    (best, file) => (best && apart(best) <= apart(file) ? best : file),
    undefined,
  );
}

function modelReport(verdicts: ReadonlyMap<KnownFile, Verdict>, { model, revision, files }: WholeModel): ModelReport {
  const here = new Set<string>();
  const differing: string[] = [];
  let matching = 0;
  for (const [file, verdict] of verdicts) {
    if (verdict.kind === 'unknown') continue;
    if (verdict.kind === 'differs') {
      differing.push(file.path);
      here.add(verdict.expected.path);
      continue;
    }
    matching += 1;
    for (const match of file.matches) here.add(match.path);
  }
  const absent = files.map(({ path }) => path).filter((path) => !here.has(path));
  const guess = { model, revision, base: '', inside: '', weight: 1 };
  return { guess, matching, differing, absent, files: files.length };
}
