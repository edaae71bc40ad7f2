// Chooses the files of a model by names, patterns or a quantisation.
import { fits } from '../../../src/get-it/globs.ts';
import { isWeight } from '../../../src/model/weights.ts';
import { quantLabel } from '../../../src/nouns/quant.ts';
import { Failure } from '../../process/failure.ts';

interface Wishes {
  /** Paths, folders or patterns; empty for all files. */
  names: readonly string[];
  /** A quantisation, such as Q4_K_M. It selects the files of that quantisation, and all files without weights. */
  quant?: string | undefined;
  include: readonly string[];
  exclude: readonly string[];
}

/**
 * Returns the wanted files in the order of `files`. Throws a Failure if a name or the quantisation matches no file, or
 * if no file is left.
 */
export function wantedFiles<F extends { path: string }>(files: readonly F[], wishes: Wishes): F[] {
  const { names, quant, include, exclude } = wishes;
  const ofQuant = quant === undefined ? files : filesOfQuant(files, quant);
  const matches = names.map((name) => ({ name, matched: files.filter(({ path }) => isNamed(path, name)) }));
  const missing = matches.find(({ matched }) => matched.length === 0);
  if (missing)
    throw new Failure(`The model has no file ${JSON.stringify(missing.name)}.${likely(files, missing.name)}`);
  const named = new Set(matches.flatMap(({ matched }) => matched));
  const wanted = ofQuant.filter(
    (file) =>
      (names.length === 0 || named.has(file)) &&
      (include.length === 0 || fits(file.path, include)) &&
      !fits(file.path, exclude),
  );
  if (wanted.length === 0 && files.length > 0)
    throw new Failure('No file is left by these names and patterns: check FILE, --include and --exclude.');
  return wanted;
}

function isNamed(path: string, name: string): boolean {
  return path === name || path.startsWith(name.endsWith('/') ? name : `${name}/`) || fits(path, [name]);
}

function filesOfQuant<F extends { path: string }>(files: readonly F[], quant: string): F[] {
  const labelOf = ({ path }: F) => (path.endsWith('.gguf') ? quantLabel(path) : undefined);
  const isOf = (file: F) => labelOf(file)?.toUpperCase() === quant.toUpperCase();
  if (files.some(isOf)) return files.filter((file) => isOf(file) || !isWeight(file.path));
  const labels = [...new Set(files.map(labelOf).filter((label) => label !== undefined))];
  throw new Failure(
    labels.length === 0
      ? `The model has no GGUF file with a quantisation in its name: leave out :${quant}.`
      : `The model has no ${quant}; it has ${labels.join(', ')}.`,
  );
}

function likely<F extends { path: string }>(files: readonly F[], name: string): string {
  const last = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  const near = files.find(({ path }) => path.toLowerCase().includes(last));
  return near ? ` Did you mean ${near.path}?` : '';
}
