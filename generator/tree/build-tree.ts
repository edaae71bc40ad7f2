// Builds the static tree of a catalog: packs what changed, reuses the rest, and then replaces `current`.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defined, own } from '../../src/basics/records.ts';
import type { ArchivedDay, DayOrigin } from '../../src/dialects/discovery/facts/hub-facts.ts';
import { INDEX_REPOSITORY } from '../../src/dialects/oci/registry/own-repositories.ts';
import { parseAddress } from '../../src/nouns/address.ts';
import { DRAFTED, isBeforeModels, listKeyOf, objectPath } from '../../src/tree/static-tree.ts';
import { TREE_FORMAT } from '../../src/tree/store.ts';
import { type Listed, type Shard, shardCutter } from '../../src/tree/tree-list.ts';
import { dayIn } from '../days/catalog-reader.ts';
import { openObjectStore } from '../days/object-store.ts';
import { syncTree } from '../files/durability.ts';
import { filesBelow, pathBelow, removeIn } from '../files/own-folder.ts';
import { codeKey, keyOf } from '../keys/code-key.ts';
import { PackStore } from '../packs/dist-store.ts';
import { ListReader } from '../packs/list-reader.ts';
import { PackMaker } from '../packs/pack-maker.ts';
import { removeLeft } from '../packs/sweep.ts';
import {
  currentName,
  forgetStale,
  makeCurrent,
  noteLeaving,
  readStale,
  readStamp,
  type Stamp,
} from '../packs/tree-layout.ts';
import type { Build, BuildReport, BuildSettings, TreeBefore, WholeSettings } from './build.ts';
import { copyDays, countedDays, isGone, packCopies } from './copy-days.ts';
import { openPool } from './jobs.ts';
import { walkModels } from './walk-models.ts';
import { writeChanges } from './write-changes.ts';
import { documentsKey, writeDocuments } from './write-documents.ts';
import { writeIndexRepository } from './write-repository.ts';
import { spacesKey, writeSpaces } from './write-spaces.ts';

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
export async function buildTree(given: BuildSettings): Promise<BuildReport> {
  const settings = { stay: STAY_MS, withdrawn: [], purged: new Set<never>(), origins: {}, spaces: [], ...given };
  const { dist, stay, purged } = settings;
  const name = currentName(dist);
  const stamp = name === undefined ? undefined : readStamp(dist, name);
  const stale = readStale(dist, name);
  const id = treeId(settings);
  const isOver = stamp?.days.some((day) => isGone(day, purged));
  if (stamp?.id === id && stale.size === 0 && !isOver) return { changed: false, stamp, models: 0, files: 0, bytes: 0 };
  await startTree(dist, id, stay);
  try {
    const report = await makeTree(settings, { id, name, stamp, stale });
    forgetStale(dist);
    await removeLeft(dist, stay);
    for (const folder of BUILD_LEAVINGS) removeIn(dist, folder);
    // Removes the mark of a running build last, so that the next build cleans up if this process is killed before.
    rmSync(unfinishedMark(dist));
    return report;
  } catch (error) {
    await clearUp(dist, stay);
    throw error;
  }
}

/** Returns a hash of everything that the tree is made from. */
function treeId(settings: WholeSettings): string {
  const { catalog, withdrawn, origins, baseUrl, origin, sourceOrder, spaces, documents, isSigned } = settings;
  const facts = [catalog, baseUrl, origin, JSON.stringify([sourceOrder, origins, withdrawn]), spacesKey(spaces)];
  return keyOf(...facts, codeKey(), documents ? documentsKey(documents) : '', isSigned ? 'signed' : '');
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

/** The hash of the inputs of the new tree, and the current tree: its name, its stamp if readable, its stale models. */
interface Standing {
  id: string;
  name: string | undefined;
  stamp: Stamp | undefined;
  stale: ReadonlySet<string>;
}

/** Makes the tree, and makes it current. If this rejects, the old tree is still current. */
async function makeTree(settings: WholeSettings, standing: Standing): Promise<BuildReport> {
  const begun = Date.now();
  const { dist, stores, sourceOrder, origin, threads = availableParallelism() } = settings;
  const { stamp, stale } = standing;
  const code = keyOf(codeKey(), origin);
  // If the stamp can't be read, or was removed, any file that is left may be damaged.
  const mend = stamp === undefined;
  const draft = join(dist, DRAFT);
  // The threads start before the catalog is read, so that they load their modules meanwhile.
  const pool = openPool({ dist, stores, sourceOrder, origin, mend, spool: join(draft, 'spool') }, threads);
  try {
    const store = openObjectStore(...stores);
    const build: Build = {
      ...{ ...settings, draft, store, pool, mend, stale, known: stamp?.list ?? [] },
      day: await dayIn(store, settings.catalog),
      before: stamp?.code === code ? treeBefore(dist, stamp) : undefined,
      packs: new PackStore(dist, mend),
    };
    const { written, stamp: made } = await fillTree(build, standing.id, code);
    const name = build.packs.put(`${JSON.stringify(made, null, 1)}\n`);
    syncTree(dist, begun);
    if (standing.name !== undefined) noteLeaving(dist, standing.name);
    makeCurrent(dist, name);
    packCopies(build, made.days);
    const { files, bytes } = build.packs.count;
    return {
      changed: true,
      stamp: made,
      models: written.models,
      files: written.files + files,
      bytes: written.bytes + bytes,
    };
  } finally {
    await pool.close();
  }
}

/**
 * Returns the current tree as the one to continue; undefined if its catalog is missing, because then nothing can be
 * compared.
 */
function treeBefore(dist: string, stamp: Stamp): TreeBefore | undefined {
  const address = parseAddress(stamp.catalog);
  const path = address && join(dist, objectPath('catalog', address));
  return path && existsSync(path) ? { ...stamp, path, reader: new ListReader(dist, stamp.list) } : undefined;
}

/** Writes everything but the stamp, and returns the stamp. */
async function fillTree(build: Build, id: string, code: string) {
  const { draft, day, packs, spaces, documents, withdrawn, takenFrom, baseUrl, isSigned, origins } = build;
  const days = copyDays(build);
  const changes = days.then(async (all) => {
    if (documents) await writeChanges(build, [all.newest, ...all.older.map((one) => one.day), ...all.known]);
  });
  // If `changes` rejects, `await changes` below throws the error. Without a handler here, Node would end the process
  // before that.
  changes.catch(() => {});
  const cutter = shardCutter((shard) => packs.put(shard));
  const { written, pins, counts, contents, nextPage, packed } = await walkModels(build, (listed) => cutter.add(listed));
  const models = cutter.finish();
  const archived = countedDays(await days, contents).map((one) => withOrigin(one, own(origins, one.catalog)));
  writeIndexRepository(draft, archived);
  const stamp: Omit<Stamp, 'list'> = {
    ...{ format: TREE_FORMAT, id, catalog: day.address, snapshot: day.frame.snapshot },
    ...{ modelsStart: day.modelsStart, rowsStart: day.rowsStart, gated: day.frame.gated },
    ...defined({ takenFrom }),
    ...(withdrawn.length > 0 && { withdrawn }),
    ...{ days: archived, repositories: [INDEX_REPOSITORY, ...writeSpaces(draft, spaces)], baseUrl, code },
    ...(isSigned && { signed: true as const }),
    counts,
    ...defined({ nextPage }),
  };
  // The changes must be written first, because the API description takes its examples from them.
  await changes;
  if (documents) await writeDocuments(build, documents, { stamp, models, packed, pins });
  const list = wholeList(models, [...packed, ...packFolders(draft, packs)], packs);
  return { written, stamp: { ...stamp, list } };
}

/**
 * Makes the shards of the whole list of a tree: the shards of the models, with the other entries before and after them.
 */
function wholeList(models: readonly Shard[], others: readonly Listed[], packs: PackStore): Shard[] {
  const sorted = others.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const cut = (part: Listed[]) => {
    const cutter = shardCutter((shard) => packs.put(shard));
    for (const listed of part) cutter.add(listed);
    return cutter.finish();
  };
  const isBefore = ({ key }: Listed) => isBeforeModels(key);
  return [...cut(sorted.filter(isBefore)), ...models, ...cut(sorted.filter((one) => !isBefore(one)))];
}

/** Returns a day with `origin` as the record of how it was made, instead of the record from an earlier tree. */
function withOrigin(
  { archived: _archived, source: _source, ...day }: ArchivedDay,
  origin: DayOrigin = {},
): ArchivedDay {
  const { archived, source } = origin;
  return { ...day, ...defined({ archived, source }) };
}

/**
 * Packs the files below `draft`, and returns the list entry of each pack. If a file has compressed forms, packs only
 * these.
 */
function packFolders(draft: string, packs: PackStore): Listed[] {
  const files = DRAFTED.flatMap((folder) => filesBelow(join(draft, folder)));
  const paths = files.map((file) => pathBelow(draft, file));
  const there = new Set(paths);
  const stored = paths.filter((path) => !there.has(`${path}.br`));
  return [...Map.groupBy(stored, (path) => listKeyOf(path)!)].map(([key, members]) => {
    const maker = new PackMaker();
    for (const path of members) maker.put(path.slice(key.length + 1), readFileSync(join(draft, path)));
    return packs.putListed(key, maker.bytes());
  });
}
