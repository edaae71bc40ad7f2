// Builds the static tree of a catalog: packs what changed, reuses the rest, and then replaces `current`.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeIn } from '../files/own-folder.ts';
import { codeKey } from '../keys/code-key.ts';
import { keyOf } from '../keys/key-of.ts';
import { forgetStale, readStale } from '../packs/stale-models.ts';
import { removeLeft } from '../packs/sweep.ts';
import { currentName, readStamp } from '../packs/tree-layout.ts';
import type { BuildReport, BuildSettings } from './build-settings.ts';
import { isGone } from './documents/copy-days.ts';
import { documentsKey } from './documents/write-documents.ts';
import { spacesKey } from './documents/write-spaces.ts';
import { makeTree } from './make-tree.ts';

/** The default number of milliseconds for which a tree stays after it was replaced: a day. */
const STAY_MS = 24 * 60 * 60 * 1000;
/** The folder for unpacked files of a build. */
const DRAFT = 'draft';
/** Folders of links that trees of an earlier version had, and its note about replaced trees. */
const OLD_FOLDERS = ['trees', 'owners', 'shelf', 'left.json'];
/** Folders in HUB_DIST that interrupted builds, or builds of an earlier version, may have left. */
export const BUILD_LEAVINGS = [DRAFT, ...OLD_FOLDERS];

/**
 * Brings `current` in `dist` up to the wanted catalog. Either the new tree is complete and current at the end, or an
 * error is thrown and the old tree is unchanged. Hashes objects as it reads them; the error for a damaged object names
 * the object. Without a readable current tree, makes every part again, also in place of a damaged file.
 */
export async function buildTree(settings: BuildSettings): Promise<BuildReport> {
  const { dist, stay = STAY_MS, purged = new Set() } = settings;
  const begun = Date.now();
  const name = currentName(dist);
  const stamp = name === undefined ? undefined : readStamp(dist, name);
  const stale = readStale(dist, name);
  const id = treeId(settings);
  const isOver = stamp?.days.some((day) => isGone(day, purged));
  if (stamp?.id === id && stale.size === 0 && !isOver) return { changed: false, stamp, models: 0, files: 0, bytes: 0 };
  await startTree(dist, id, stay);
  try {
    const draft = join(dist, DRAFT);
    const made = await makeTree(settings, { name, stamp, stale }, { id, begun, draft });
    forgetStale(dist);
    await removeLeft(dist, stay);
    for (const folder of BUILD_LEAVINGS) removeIn(dist, folder);
    // Removes the mark of a running build last, so that the next build cleans up if this process is killed before.
    rmSync(unfinishedMark(dist));
    return made.report;
  } catch (error) {
    await clearUp(dist, stay);
    throw error;
  }
}

/** Returns a hash of everything that the tree is made from. */
function treeId(settings: BuildSettings): string {
  const {
    catalog,
    withdrawn = [],
    origins = {},
    baseUrl,
    origin,
    sourceOrder,
    spaces = [],
    documents,
    isSigned,
  } = settings;
  const facts = [catalog, baseUrl, origin, sourceOrder.join(), JSON.stringify(origins), spacesKey(spaces)];
  const code = [codeKey(), documents ? documentsKey(documents) : ''];
  const gone = withdrawn.length === 0 ? [] : [JSON.stringify(withdrawn)];
  return keyOf(...facts, ...code, isSigned ? 'signed' : '', ...gone);
}

/** The path of a file that exists while a build runs, and after an interrupted one. */
const unfinishedMark = (dist: string) => join(dist, 'building');

/** Makes the folder for unpacked files. Before that, removes the remains of an interrupted build. */
async function startTree(dist: string, id: string, stay: number): Promise<void> {
  mkdirSync(dist, { recursive: true });
  const unfinished = unfinishedMark(dist);
  if (existsSync(unfinished)) await removeLeft(dist, stay, true);
  writeFileSync(unfinished, id);
  removeIn(dist, DRAFT);
  for (const part of ['search', 'spool']) mkdirSync(join(dist, DRAFT, part), { recursive: true });
}

/** Removes the files of a failed build, which may have filled the disk. */
async function clearUp(dist: string, stay: number): Promise<void> {
  try {
    removeIn(dist, DRAFT);
    await removeLeft(dist, stay, true);
    rmSync(unfinishedMark(dist));
  } catch {
    // The mark of a running build is still there, so the next build cleans up.
  }
}
