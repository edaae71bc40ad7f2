// Chooses the files of a model by names, patterns or a quantisation.
import { fits } from '../../../src/get-it/chosen-files.ts';
import { filesOfTag, tagOf } from '../../../src/model/gguf-files.ts';
import { Failure } from '../../process/failure.ts';

interface Wishes {
  /** Paths, folders or patterns; empty for all files. */
  names: readonly string[];
  /** The tag of a GGUF, such as Q4_K_M. It selects this GGUF, its projector, and all files without weights. */
  quant?: string | undefined;
  include: readonly string[];
  exclude: readonly string[];
}

/**
 * Returns the wanted files in the order of `files`, and passes the patterns of `include` and `exclude` that match
 * no file to `onUnmatched`. Throws a Failure if a name or the quantisation matches no file, or if no file is left.
 */
export function wantedFiles<F extends { path: string }>(
  files: readonly F[],
  wishes: Wishes,
  onUnmatched: (patterns: string[]) => void,
): F[] {
  const { names, quant, include, exclude } = wishes;
  const ofQuant = quant === undefined ? files : (filesOfTag(quant, files) ?? refuseQuant(files, quant));
  const missing = names.find((name) => !files.some(({ path }) => isNamed(path, name)));
  if (missing !== undefined)
    throw new Failure(`The model has no file ${JSON.stringify(missing)}.${likely(files, missing)}`);
  const patterns = [...include, ...exclude].filter((glob) => !files.some(({ path }) => fits(path, [glob])));
  if (patterns.length > 0) onUnmatched(patterns);
  const wanted = ofQuant.filter(
    ({ path }) =>
      (names.length === 0 || names.some((name) => isNamed(path, name))) &&
      (include.length === 0 || fits(path, include)) &&
      !fits(path, exclude),
  );
  if (wanted.length === 0 && files.length > 0)
    throw new Failure('No file is left by these names and patterns: check FILE, --include and --exclude.');
  return wanted;
}

function isNamed(path: string, name: string): boolean {
  return path === name || path.startsWith(name.endsWith('/') ? name : `${name}/`) || fits(path, [name]);
}

function refuseQuant(files: readonly { path: string }[], quant: string): never {
  const tags = [...new Set(files.flatMap(({ path }) => tagOf(path) ?? []))];
  throw new Failure(
    tags.length === 0
      ? `The model has no GGUF file: leave out :${quant}.`
      : `The model has no ${quant}; it has ${tags.join(', ')}.`,
  );
}

function likely<F extends { path: string }>(files: readonly F[], name: string): string {
  const last = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  const near = files.find(({ path }) => path.toLowerCase().includes(last));
  return near ? ` Did you mean ${near.path}?` : '';
}
