// Checks a visitor's files: hashes them one after the other, looks the hashes up, and compares the files with the models
// whose bytes they are. It does not touch the page.
import { fileName } from '../nouns/file-path.ts';
import type { ExpectedFile, HashMatch, HubLookup } from './hash-lookup.ts';

export interface ChosenFile {
  /** The path of the file from the chosen folder on, with slashes. */
  path: string;
  file: File;
}

export interface CheckedFile extends ChosenFile {
  /**
   * `known`: the index has these bytes. `differs`: the model of the files beside it has other bytes under this name, see
   * `expected`. `failed`: the file could not be read, or its hash not be looked up, see `reason`.
   */
  state: 'waiting' | 'hashing' | 'looking' | 'stopped' | 'failed' | 'known' | 'differs' | 'unknown';
  /** The number of bytes hashed. */
  done: number;
  sha256?: string;
  /** The files of the index with these bytes. */
  matches: readonly HashMatch[];
  expected?: ExpectedFile & { model: string };
  reason?: string;
}

/** Sums up the files of the visitor that belong to a model. */
export interface ModelReport {
  /** `owner/name`. */
  model: string;
  revision: string;
  /** The folder on the visitor's disk that has the model's files. */
  base: string;
  /** The number of the model's files that the visitor has with the same bytes. */
  matching: number;
  /** The files whose bytes differ from the model's. */
  differing: CheckedFile[];
  /** Paths of the model's files that the visitor does not have. */
  absent: string[];
}

interface CheckPorts {
  /** Hashes a file. `onProgress` gets the number of bytes hashed so far. */
  hash(file: File, onProgress: (done: number) => void): Promise<string>;
  lookup: HubLookup;
  /** The model that the visitor means the files to be, `owner/name`, if known. */
  meant: string | undefined;
  /** Called when the state or the progress of a file has changed. */
  onChange(file: CheckedFile): void;
  /** Stops the hashing. The results so far stay. */
  signal: AbortSignal;
}

/** Checks files, and reports on the models that they are. Never rejects: a failure is a state of its file. */
export async function checkFiles(
  files: readonly CheckedFile[],
  { hash, lookup, meant, onChange, signal }: CheckPorts,
): Promise<ModelReport[]> {
  const set = (file: CheckedFile, change: Partial<CheckedFile>) => onChange(Object.assign(file, change));
  const fail = (file: CheckedFile, { message }: Error) =>
    set(file, signal.aborted ? { state: 'stopped', done: 0 } : { state: 'failed', reason: message });
  // Hashes are looked up while the next file is hashed.
  const lookups: Promise<void>[] = [];
  for (const file of files) {
    set(file, { state: signal.aborted ? 'stopped' : 'hashing' });
    if (signal.aborted) continue;
    try {
      const sha256 = await hash(file.file, (done) => set(file, { done }));
      set(file, { state: 'looking', sha256, done: file.file.size });
      const look = lookup.matches(sha256).then((matches) => {
        set(file, { state: matches.length > 0 ? 'known' : 'unknown', matches });
      });
      lookups.push(look.catch((error) => fail(file, error)));
    } catch (error) {
      fail(file, error as Error);
    }
  }
  await Promise.all(lookups);
  const reports: ModelReport[] = [];
  const models: { model: string; revision: string; base?: string }[] = modelsOf(files);
  // Files that are all damaged show no model, so they are compared with the one that is meant.
  if (meant !== undefined && !models.some(({ model }) => model.toLowerCase() === meant.toLowerCase()))
    models.push({ model: meant, revision: 'main' });
  for (const { model, revision, base: found } of models) {
    const listing = await lookup.files(model, revision).catch(() => []);
    const base = found ?? folderOf(files, listing);
    const expected = new Map(listing.map((one) => [base + one.path, one]));
    // A file that was chosen alone may be one of the model's that lies in another folder.
    const isElsewhere = ({ path, sha256, matches }: CheckedFile) =>
      model === meant && expected.get(path)!.sha256 !== sha256 && matches.some((one) => one.model === model);
    const here = files.filter((one) => one.sha256 !== undefined && expected.has(one.path) && !isElsewhere(one));
    const differing = here.filter(({ path, sha256 }) => expected.get(path)!.sha256 !== sha256);
    for (const file of differing) set(file, { state: 'differs', expected: { ...expected.get(file.path)!, model } });
    const paths = new Set(here.map(({ path }) => path.slice(base.length)));
    const absent = listing.map(({ path }) => path).filter((path) => !paths.has(path));
    if (here.length > 0)
      reports.push({ model, revision, base, matching: here.length - differing.length, differing, absent });
  }
  return reports;
}

/** Returns the folder in which most files have the names of a model's files; '' if none has such a name. */
function folderOf(files: readonly CheckedFile[], listing: readonly ExpectedFile[]): string {
  const names = new Set(listing.map(({ path }) => path));
  const folders = files.flatMap(({ path }) => {
    const parts = path.split('/');
    return parts.flatMap((_, at) => (names.has(parts.slice(at).join('/')) ? parts.slice(0, at).join('/') : []));
  });
  const [usual] = [...Map.groupBy(folders, (one) => one)].sort(([, one], [, other]) => other.length - one.length);
  return usual?.[0] ? `${usual[0]}/` : '';
}

/**
 * The minimum weight of a model. One with less rests only on files that very many models have, such as the usual
 * .gitattributes.
 */
const LEAST_WEIGHT = 0.2;

/**
 * Finds the models whose files these are, the likeliest first. Each file supports every model that has its bytes at the
 * end of its path; a file that the index has n times adds 1/n. A model is taken if no likelier one has all its files.
 */
function modelsOf(files: readonly CheckedFile[]): (HashMatch & { base: string })[] {
  const supported = files.flatMap((file) =>
    file.matches
      .filter(({ path }) => `/${file.path}`.endsWith(`/${path}`))
      .map((match) => ({ ...match, file, base: file.path.slice(0, -match.path.length) })),
  );
  const weightOf = (all: typeof supported) => all.reduce((sum, { file }) => sum + 1 / file.matches.length, 0);
  // If weights are equal, the model whose name is in the name of the folder comes first, and then the lower id.
  const isNamed = ({ base, model }: (typeof supported)[number]) =>
    base.toLowerCase().includes(fileName(model).toLowerCase());
  const models = [...Map.groupBy(supported, ({ base, model }) => `${base}\n${model}`).values()]
    .map((all) => ({ all, first: all[0]!, weight: weightOf(all) }))
    .filter(({ weight }) => weight >= LEAST_WEIGHT)
    .sort(({ first, weight }, { first: other, weight: others }) => {
      if (Math.abs(others - weight) > 1e-9) return others - weight;
      return Number(isNamed(other)) - Number(isNamed(first)) || (first.model < other.model ? -1 : 1);
    });
  const claimed = new Set<CheckedFile>();
  return models.flatMap(({ all, first }) => {
    if (all.every(({ file }) => claimed.has(file))) return [];
    for (const { file } of all) claimed.add(file);
    return [first];
  });
}
