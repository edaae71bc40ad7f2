// Locks (content/docs/pull.md): reads one that a stranger may have written, checks everything on which a download relies,
// and says where a fault is; writes one as canonical JSON, in which each file has its own line, so that a diff shows what
// changed; compares two of them.
import { canonicalJson, isRecord, isTextThat } from '../basics/records.ts';
import { shownLine } from '../basics/shown-text.ts';
import { counted } from '../model/figures.ts';
import { isSha256, parseAddress } from '../nouns/address.ts';
import { compareBytewise, filePathFault } from '../nouns/file-path.ts';
import { isCommit, parseModelId } from '../nouns/model-id.ts';
import { isCount } from '../nouns/quantities.ts';
import { parseUrlBase } from '../nouns/url-base.ts';
import { LOCK_FORMAT } from '../shapes/formats.ts';
import type { Lock, LockedFile, LockedModel } from '../shapes/log.ts';

/** The reason why a text is no lock. The message is a sentence on one line. */
export class LockFault extends Error {
  constructor(sentence: string) {
    super(shownLine(sentence));
  }
}

/** Reads the text of a lock. Throws a LockFault if the text is no lock. Does not check the proofs in the lock. */
export function parseLock(text: string): Lock {
  const lock = parsed(text);
  if (!isRecord(lock) || typeof lock.format !== 'string')
    throw new LockFault('It has no "format"; "model-hub lock owner/name" writes a lock.');
  if (lock.format !== LOCK_FORMAT)
    throw new LockFault(`Its format is ${lock.format}, and this version reads ${LOCK_FORMAT}.`);
  if (typeof lock.hub !== 'string' || parseUrlBase(lock.hub) !== lock.hub)
    throw new LockFault('Its "hub" must be an http(s) address without a slash at its end.');
  if (!isRecord(lock.models))
    throw new LockFault('Its "models" must be an object, with the id of each model as a name.');
  for (const [id, model] of Object.entries(lock.models)) checkModel(id, model);
  return lock as Lock;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new LockFault(`It is no JSON: ${(error as Error).message}.`);
  }
}

function checkModel(id: string, model: unknown): asserts model is LockedModel {
  if (!parseModelId(id)) throw new LockFault(`${JSON.stringify(id)} is no id of a model, such as owner/name.`);
  const must = (rule: string) => new LockFault(`${id}: ${rule}.`);
  if (!isRecord(model)) throw must('its value must be an object');
  if (!isTextThat(isCommit)(model.revision)) throw must('"revision" must be a full commit, 40 lowercase hex digits');
  if (!isTextThat(parseAddress)(model.object)) throw must('"object" must be blake3: and 64 hex digits');
  if (!Array.isArray(model.files)) throw must('"files" must be a list');
  const paths = new Set<string>();
  for (const file of model.files as unknown[]) {
    const fault = fileFault(file);
    if (fault !== undefined) throw must(fault);
    const { path } = file as LockedFile;
    if (paths.has(path)) throw must(`the file ${JSON.stringify(path)} is listed twice`);
    paths.add(path);
  }
}

/** The maximum number of addresses of a file. */
const MOST_PLACES = 100;

function fileFault(file: unknown): string | undefined {
  if (!isRecord(file) || typeof file.path !== 'string') return 'each of "files" must have a "path"';
  const { path, size, sha256, urls } = file;
  const name = `the file ${JSON.stringify(path)}`;
  const pathFault = filePathFault(path);
  if (pathFault !== undefined) return `${name} has a path that ${pathFault}`;
  if (!isCount(size)) return `the "size" of ${name} must be a number of bytes`;
  if (!isTextThat(isSha256)(sha256)) return `the "sha256" of ${name} must be 64 lowercase hex digits`;
  if (!Array.isArray(urls) || urls.length > MOST_PLACES || !urls.every(isPlace))
    return `each of "urls" of ${name}, at most ${MOST_PLACES}, must have a "source" and an http(s) "url" without a login`;
  return undefined;
}

function isPlace(place: unknown): boolean {
  return isRecord(place) && typeof place.source === 'string' && isTextThat(isOpenUrl)(place.url);
}

/** True for an http(s) address without a login. */
function isOpenUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '';
}

/** Returns the text of a lock in pieces. Equal locks give equal bytes, whatever the order of their members. */
export function* lockPieces({ hub, models }: Pick<Lock, 'hub' | 'models'>): Generator<string> {
  yield `{"format":${JSON.stringify(LOCK_FORMAT)},"hub":${JSON.stringify(hub)},"models":{`;
  const sorted = Object.entries(models).sort(([one], [other]) => compareBytewise(one, other));
  for (const [at, [id, model]] of sorted.entries()) {
    yield `${at === 0 ? '' : ','}\n${JSON.stringify(id)}:{`;
    yield* modelPieces(model);
  }
  yield '\n}}\n';
}

function* modelPieces({ files, ...others }: LockedModel): Generator<string> {
  yield '\n"files":[';
  for (const [at, file] of files.entries()) yield `${at === 0 ? '' : ','}\n${canonicalJson(file)}`;
  yield '\n]';
  for (const name of ['object', 'proof', 'revision'] as const)
    if (others[name] !== undefined) yield `,\n"${name}":${canonicalJson(others[name])}`;
  yield '\n}';
}

/** A model whose revision or bytes differ between two locks, or that only one of them has. */
interface LockChange {
  id: string;
  /** `was` is the revision in the first lock, and `is` in the second. Each is absent if its lock lacks the model. */
  was?: string;
  is?: string;
  /** The number of files that are new, gone, or have other bytes; 0 if only one lock has the model. */
  files: number;
}

/**
 * Lists the models that differ between two locks, sorted by id. A different proof or a different source does not count
 * as a difference.
 */
export function lockChanges(before: Pick<Lock, 'models'>, after: Pick<Lock, 'models'>): LockChange[] {
  const [old, now] = [new Map(Object.entries(before.models)), new Map(Object.entries(after.models))];
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((id) => {
    const [was, is] = [old.get(id), now.get(id)];
    const files = was && is ? movedFiles(was, is) : 0;
    const change = { id, ...(was && { was: was.revision }), ...(is && { is: is.revision }), files };
    return files === 0 && was?.revision === is?.revision ? [] : [change];
  });
}

function movedFiles(before: LockedModel, after: LockedModel): number {
  const left = new Map(before.files.map(({ path, sha256 }) => [path, sha256]));
  const added = after.files.filter(({ path }) => !left.has(path)).length;
  for (const { path, sha256 } of after.files) if (left.get(path) === sha256) left.delete(path);
  return added + left.size;
}

/** Describes the change of a model in a line for people. */
export function changeLine({ id, was, is, files }: LockChange): string {
  const others = `${counted(files, 'file')} ${files === 1 ? 'is' : 'are'} other`;
  if (is === undefined) return `${id}: is not in the index any more; the lock still leads to its bytes.`;
  if (was === undefined) return `${id}: new, at revision ${short(is)}.`;
  if (was !== is) return `${id}: revision ${short(was)} became ${short(is)}, ${others}.`;
  return `${id}: OTHER BYTES at the same revision ${short(is)}, ${others}.`;
}

const short = (revision: string) => revision.slice(0, 12);
