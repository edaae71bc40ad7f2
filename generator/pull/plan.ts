// Plans a pull: asks the hub for the lock of a model, which has every file with its hash and its URLs, chooses the wanted
// files, and refuses names that the file system can't hold. The reader of the lock has refused names that lead out of the
// folder.
import { fits } from '../../src/get-it/chosen-files.ts';
import { filesOfTag, tagOf } from '../../src/model/gguf-files.ts';
import { lockIn, MOST_LOCK } from '../locks/named-lock.ts';
import { wholeBody } from '../process/answer-body.ts';
import { Failure, whyUnreached } from '../process/failure.ts';
import type { WireClient } from './wire-client.ts';

export interface PlannedFile {
  /** The path in the folder, with slashes. */
  path: string;
  /** The size in bytes. */
  size: number;
  sha256: string;
  /** The URLs of the file, each with the source to which it belongs, the best one first. */
  urls: readonly { source: string; url: string }[];
}

export interface PullPlan {
  id: string;
  revision: string;
  files: readonly PlannedFile[];
}

/**
 * Returns the plan of the model `asked`, whose id may be in any letter case. Throws a Failure if the hub has no such
 * model or can't be reached.
 */
export async function planOfHub(client: WireClient, base: string, asked: string): Promise<PullPlan> {
  const url = `${base}/models/${asked}/lock.json`;
  try {
    const answer = await client.ask(url, { headers: { Accept: 'application/json' } });
    const bytes = await wholeBody(url, answer, { most: MOST_LOCK });
    const { location, 'x-error-message': said } = answer.headers;
    if (answer.statusCode === 200) {
      const models = Object.entries(lockIn(bytes.toString(), url).models);
      const found = models.find(([id]) => id.toLowerCase() === asked.toLowerCase());
      if (!found) throw new Failure(`${url} is the lock of another model than ${asked}.`);
      return { id: found[0], revision: found[1].revision, files: found[1].files };
    }
    if (location !== undefined && answer.statusCode! < 400)
      throw new Failure(`${url} leads to ${location}: name the hub by that address.`);
    throw new Failure(typeof said === 'string' && said !== '' ? said : `${url} answers with ${answer.statusCode}.`);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${url} is not reached: ${whyUnreached(error)}.`, { cause: error });
  }
}

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

/** Matches names of devices, characters and endings that Windows reserves. */
const OF_WINDOWS = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)|[<>:"|?*]|[. ]$/i;

interface FileSystemRules {
  isWindows: boolean;
  /** True if `A` and `a` name the same file. */
  ignoresCase: boolean;
}

/** Throws a Failure if any file of the plan can't be put in its place. Nothing of such a plan is fetched. */
export function refuseNames(
  files: readonly Pick<PlannedFile, 'path'>[],
  { isWindows, ignoresCase }: FileSystemRules,
): void {
  const fold = (path: string) => (ignoresCase ? path.normalize('NFC').toLowerCase() : path);
  const seen = new Map<string, string>();
  for (const { path } of files) {
    if (isWindows && path.split('/').some((part) => OF_WINDOWS.test(part)))
      throw new Failure(`Windows can't hold a file named ${JSON.stringify(path)}: leave it out with --exclude.`);
    const other = seen.get(fold(path));
    if (other !== undefined) throw clash(other, path);
    seen.set(fold(path), path);
  }
  for (const { path } of files)
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
      const other = seen.get(fold(path.slice(0, at)));
      if (other !== undefined) throw clash(other, path);
    }
}

const clash = (one: string, other: string) =>
  new Failure(
    `This file system can't hold both ${JSON.stringify(one)} and ${JSON.stringify(other)}: leave one out with --exclude.`,
  );
