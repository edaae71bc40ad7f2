// Builds the static tree of the catalog that the pointer names: what changed is written, the rest is linked, then one link moves.
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HASH_SHARDS } from '../../src/static-tree.ts';
import { codeKey } from './build-keys.ts';
import type { BuildReport, BuildSettings } from './build-settings.ts';
import { makeTree } from './make-tree.ts';
import { removeIn } from './own-folder.ts';
import { type RepairPlan, repairPlan } from './repair-plan.ts';
import { sweep } from './sweep.ts';
import { readTornNote, removeTornNote } from './torn-note.ts';
import { currentTreeId, keyOf, readStamp, type Stamp, treeFolder } from './tree-layout.ts';
import { documentsKey } from './write-documents.ts';
import { spacesKey } from './write-spaces.ts';

/**
 * Brings `<dist>/current` to the catalog asked for. Ends with the new tree whole and current, or throws with the
 * old one untouched. Objects are re-hashed as they are read; a damaged one is named and stops the build. What a check
 * has found damaged in the current tree is made again.
 */
export async function buildTree(settings: BuildSettings): Promise<BuildReport> {
  const { dist } = settings;
  const begun = Date.now();
  const id = currentTreeId(dist);
  const stamp = id === undefined ? undefined : readStamp(treeFolder(dist, id));
  const repair = repairPlan(readTornNote(dist, id), id, stamp);
  const fresh = nextTreeId(settings, id, stamp, repair);
  if (stamp && id === fresh.id) return { changed: false, stamp, models: 0, files: 0, bytes: 0 };
  startTree(dist, fresh.id, id);
  try {
    const report = await makeTree(settings, { id, stamp, repair }, { ...fresh, begun });
    removeTornNote(dist);
    // Last: a build that is killed while it clears up leaves word that there is more to clear.
    rmSync(unfinishedMark(dist));
    return report;
  } catch (error) {
    clearUp(dist);
    throw error;
  }
}

/** Names the tree to make, by everything it is made of and how often it was mended. */
function nextTreeId(
  settings: BuildSettings,
  current: string | undefined,
  stamp: Stamp | undefined,
  repair: RepairPlan | undefined,
): { id: string; repairs: number } {
  let repairs = (stamp?.repairs ?? 0) + (repair ? 1 : 0);
  // A current tree without a readable stamp may have the very name: it is read until the new one is whole.
  if (!stamp && treeId(settings, repairs) === current) repairs++;
  return { id: treeId(settings, repairs), repairs };
}

function treeId(settings: BuildSettings, repairs: number): string {
  const { catalog, origins = {}, baseUrl, origin, sourceOrder, spaces = [], documents, pages } = settings;
  const facts = [catalog, baseUrl, origin, sourceOrder.join(), JSON.stringify(origins), spacesKey(spaces)];
  const code = [codeKey('models'), codeKey('changes'), codeKey('tree'), documents ? documentsKey(documents) : ''];
  return keyOf(...facts, ...code, pages?.key ?? '', ...(repairs > 0 ? [`mended ${repairs}`] : []));
}

/** Stands while a build is under way, and after one that was cut short. */
const unfinishedMark = (dist: string) => join(dist, 'building');

/** Makes the folder of the tree `id`, after clearing up behind a build that was cut short. */
function startTree(dist: string, id: string, current: string | undefined): void {
  mkdirSync(join(dist, 'trees'), { recursive: true });
  const unfinished = unfinishedMark(dist);
  if (existsSync(unfinished)) sweep(dist, current === undefined ? [] : [current]);
  writeFileSync(unfinished, id);
  const folder = treeFolder(dist, id);
  removeIn(dist, join('trees', id));
  mkdirSync(folder);
  symlinkSync(join('..', '..', 'objects'), join(folder, 'objects'), 'junction');
  for (const part of [HASH_SHARDS, 'search', 'spool']) mkdirSync(join(folder, part));
}

/** After a build that failed: gives back the room it took, so that a full disk is as full as before. */
function clearUp(dist: string): void {
  try {
    const current = currentTreeId(dist);
    sweep(dist, current === undefined ? [] : [current]);
    rmSync(unfinishedMark(dist));
  } catch {
    // The next build finds the mark, and does it.
  }
}
