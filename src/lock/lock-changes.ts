// Compares two locks. Returns the changes as facts for programs, and as sentences for people.
import { counted } from '../model/figures.ts';
import type { Lock, LockedFile, LockedModel } from '../shapes/log.ts';

interface Moved {
  path: string;
  /**
   * `was` is the size in bytes in the first lock, and `is` in the second. Each is absent if its lock lacks the file.
   */
  was?: number;
  is?: number;
}

/** A model that differs between two locks. */
interface LockChange {
  id: string;
  /** `was` is the revision in the first lock, and `is` in the second. Each is absent if its lock lacks the model. */
  was?: string;
  is?: string;
  /** Files with different bytes, new files, and files that only the first lock has. */
  files: Moved[];
  /**
   * `newSources` hold files of the model in the second lock and none in the first; `lostSources` the other way round.
   */
  newSources: string[];
  lostSources: string[];
}

/**
 * Lists the models that differ between two locks, sorted by id. A different proof, or a different address at the same
 * source, does not count as a difference.
 */
export function lockChanges(before: Pick<Lock, 'models'>, after: Pick<Lock, 'models'>): LockChange[] {
  const [old, now] = [new Map(Object.entries(before.models)), new Map(Object.entries(after.models))];
  const ids = [...new Set([...old.keys(), ...now.keys()])].sort();
  return ids
    .map((id) => changeOf(id, old.get(id), now.get(id)))
    .filter((change) => isMoved(change) || isElsewhere(change));
}

function changeOf(id: string, before: LockedModel | undefined, after: LockedModel | undefined): LockChange {
  const [held, holding] = [sourcesOf(before), sourcesOf(after)];
  return {
    id,
    ...(before && { was: before.revision }),
    ...(after && { is: after.revision }),
    files: before && after ? movedFiles(before.files, after.files) : [],
    newSources: [...holding].filter((source) => before && !held.has(source)),
    lostSources: [...held].filter((source) => after && !holding.has(source)),
  };
}

function movedFiles(before: readonly LockedFile[], after: readonly LockedFile[]): Moved[] {
  const left = new Map(before.map((file) => [file.path, file]));
  const moved: Moved[] = [];
  for (const { path, size, sha256 } of after) {
    const known = left.get(path);
    left.delete(path);
    if (known?.sha256 !== sha256) moved.push({ path, ...(known && { was: known.size }), is: size });
  }
  return [...moved, ...Array.from(left.values(), ({ path, size }) => ({ path, was: size }))];
}

const sourcesOf = (model: LockedModel | undefined) =>
  new Set(model?.files.flatMap(({ urls }) => urls.map(({ source }) => source)));

/** True if the bytes or the revision of a model differ, or if only one lock has the model. */
export const isMoved = ({ was, is, files }: LockChange): boolean => was !== is || files.length > 0;

const isElsewhere = ({ newSources, lostSources }: LockChange) => newSources.length + lostSources.length > 0;

/** The maximum number of files that the lines about a model list. */
const MOST_NAMED = 20;

/** Describes the change of a model in lines for people. */
export function changeLines(change: LockChange): string[] {
  const { id, files, newSources, lostSources } = change;
  return [
    `${id}: ${headline(change)}`,
    ...files.slice(0, MOST_NAMED).map(fileLine),
    ...(files.length > MOST_NAMED ? [`  and ${files.length - MOST_NAMED} files more`] : []),
    ...newSources.map((source) => `  now at ${source} as well`),
    ...lostSources.map((source) => `  no longer at ${source}`),
  ];
}

function headline({ was, is, files }: LockChange): string {
  if (is === undefined) return 'is not in the index any more; the lock still leads to its bytes.';
  if (was === undefined) return `new, at revision ${short(is)}.`;
  if (was !== is) return `revision ${short(was)} became ${short(is)}, ${areOther(files.length)}.`;
  return files.length > 0 ? `OTHER BYTES at the same revision ${short(is)}, ${areOther(files.length)}.` : 'same bytes.';
}

function fileLine({ path, was, is }: Moved): string {
  if (was === undefined) return `  ${path}: new, ${is} bytes`;
  if (is === undefined) return `  ${path}: gone`;
  return `  ${path}: other bytes, ${was === is ? `still ${is}` : `${was} became ${is}`}`;
}

const short = (revision: string) => revision.slice(0, 12);
const areOther = (files: number) => `${counted(files, 'file')} ${files === 1 ? 'is' : 'are'} other`;
