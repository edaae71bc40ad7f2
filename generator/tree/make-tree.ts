// Makes a tree: walks over the models, copies older days, lists changes, packs the results, and lists the packs.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defined, own } from '../../src/basics/records.ts';
import type { ArchivedDay, DayOrigin } from '../../src/dialects/discovery/facts/hub-facts.ts';
import { INDEX_REPOSITORY } from '../../src/dialects/oci/registry/own-repositories.ts';
import { withdrawnIds } from '../../src/service/withdrawals.ts';
import { DRAFTED, isBeforeModels, listKeyOf } from '../../src/tree/static-tree.ts';
import { TREE_FORMAT } from '../../src/tree/store.ts';
import { type Listed, type Shard, ShardCutter } from '../../src/tree/tree-list.ts';
import { type CatalogFile, dayIn } from '../days/catalog-reader.ts';
import { openObjectStore } from '../days/object-store.ts';
import { syncTree } from '../files/durability.ts';
import { codeKey } from '../keys/code-key.ts';
import { keyOf } from '../keys/key-of.ts';
import { filesBelow, pathBelow } from '../keys/source-files.ts';
import { PackStore } from '../packs/dist-store.ts';
import { PackMaker } from '../packs/pack-maker.ts';
import { makeCurrent, noteLeaving, type Stamp } from '../packs/tree-layout.ts';
import type { BuildReport, BuildSettings } from './build-settings.ts';
import { copyDays, countedDays } from './documents/copy-days.ts';
import { writeChanges } from './documents/write-changes.ts';
import { writeDocuments } from './documents/write-documents.ts';
import { writeIndexRepository } from './documents/write-repository.ts';
import { writeSpaces } from './documents/write-spaces.ts';
import { PINS_FILE, writeByModel } from './models/kept-by-model.ts';
import type { WriterSettings } from './models/model-writer.ts';
import { type Standing, standingTree } from './standing-tree.ts';
import type { Job, JobResult } from './threads/jobs.ts';
import { WorkerPool } from './threads/worker-pool.ts';
import { type Walk, type Walked, walkModels } from './walk-models.ts';

/** The module that the threads of builds and of `checkStore` run. */
export const WORKER = new URL('./worker.ts', import.meta.url);

/**
 * The tree to make: the hash of its inputs, the time in milliseconds at which the build began, and the folder for
 * unpacked files.
 */
interface FreshTree {
  id: string;
  begun: number;
  draft: string;
}

/** The name of a new tree, and the report of its build. */
interface MadeTree {
  name: string;
  report: BuildReport;
}

/** The data that all steps of a build share. */
interface Work extends Walk {
  fresh: FreshTree;
  /** The name of the tree that was current when the build began. */
  standing: string | undefined;
  mend: boolean;
  packs: PackStore;
  code: string;
}

/** Makes the tree, and makes it current. If this rejects, the old tree is still current. */
export async function makeTree(settings: BuildSettings, standing: Standing, fresh: FreshTree): Promise<MadeTree> {
  const { dist, stores } = settings;
  const code = keyOf(codeKey(), settings.origin);
  const { stamp, stale } = standing;
  const before = stamp?.code === code ? standingTree(dist, stamp) : undefined;
  // If the stamp can't be read, or was removed, any file that is left may be damaged, so files are compared before reuse.
  const mend = stamp === undefined;
  // The threads start before the catalog is read, so that they load their modules meanwhile.
  const pool = startPool(settings, fresh.draft, mend);
  try {
    const catalog = await dayIn(openObjectStore(...stores), settings.catalog);
    return await fillTree({
      ...{
        settings,
        fresh,
        standing: standing.name,
        catalog,
        code,
        before,
        stale,
        mend,
        pool,
        folder: fresh.draft,
      },
      known: stamp?.list ?? [],
      packs: new PackStore(dist, mend),
    });
  } finally {
    await pool.close();
  }
}

async function fillTree(work: Work): Promise<MadeTree> {
  const { settings, folder, catalog, before, pool, packs, mend } = work;
  const { dist, spaces = [], documents: inputs, origins = {} } = settings;
  const store = openObjectStore(...settings.stores);
  const days = copyDays({
    dist,
    store,
    pool,
    newest: catalog,
    copied: before?.days ?? [],
    purged: settings.purged ?? new Set(),
    mend,
  });
  const changes = days.then((all) => tellChanges(work, [all.newest, ...all.older.map(({ day }) => day), ...all.known]));
  // If `changes` rejects, `await changes` below throws the error. Without a handler here, Node would end the process
  // before that.
  changes.catch(() => {});
  const models = new ShardCutter((shard) => packs.put(shard));
  const walked = await walkModels({ ...work, onListed: (listed) => models.add(listed) });
  const list = models.finish();
  const archived = countedDays(await days, walked.contents).map((day) => withOrigin(day, own(origins, day.catalog)));
  writeIndexRepository(folder, archived);
  const made = stampOf(work, walked, archived, [INDEX_REPOSITORY, ...writeSpaces(folder, spaces)]);
  const pins = writeByModel(folder, PINS_FILE, walked.pins);
  // The changes must be written first, because the API description takes its examples from them.
  await changes;
  const packed = [...walked.shards, walked.searchFile];
  const pass = { dist, folder, list, packed, catalog, stamp: made, spaces, pins, pool };
  if (inputs) await writeDocuments({ ...pass, inputs });
  const others = [...packed, ...packFolders(folder, packs)];
  const stamp: Stamp = { ...made, list: wholeList(list, others, packs) };
  const name = packs.put(`${JSON.stringify(stamp, null, 1)}\n`);
  syncTree(dist, work.fresh.begun);
  if (work.standing !== undefined) noteLeaving(dist, work.standing);
  makeCurrent(dist, name);
  const { models: count, files, bytes } = walked.written;
  const written = { models: count, files: files + packs.count.files, bytes: bytes + packs.count.bytes };
  return { name, report: { changed: true, stamp, ...written } };
}

/**
 * Makes the shards of the whole list of a tree: the shards of the models, with the other entries before and after them.
 */
function wholeList(models: readonly Shard[], others: readonly Listed[], packs: PackStore): Shard[] {
  const sorted = others.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const cut = (part: Listed[]) => {
    const cutter = new ShardCutter((shard) => packs.put(shard));
    for (const listed of part) cutter.add(listed);
    return cutter.finish();
  };
  const isBefore = ({ key }: Listed) => isBeforeModels(key);
  return [...cut(sorted.filter(isBefore)), ...models, ...cut(sorted.filter((one) => !isBefore(one)))];
}

function stampOf(
  { settings, fresh, catalog, code }: Work,
  { counts, nextPage }: Walked,
  days: ArchivedDay[],
  repositories: string[],
): Omit<Stamp, 'list'> {
  return {
    format: TREE_FORMAT,
    id: fresh.id,
    catalog: catalog.address,
    snapshot: catalog.frame.snapshot,
    modelsStart: catalog.modelsStart,
    rowsStart: catalog.rowsStart,
    gated: catalog.frame.gated,
    ...defined({ takenFrom: settings.takenFrom }),
    ...(settings.withdrawn?.length && { withdrawn: settings.withdrawn }),
    days,
    repositories,
    baseUrl: settings.baseUrl,
    code,
    ...(settings.isSigned && { signed: true as const }),
    counts,
    ...defined({ nextPage }),
  };
}

function startPool(settings: BuildSettings, folder: string, mend: boolean): WorkerPool<Job, JobResult> {
  const { dist, stores, sourceOrder, origin } = settings;
  const data: WriterSettings = {
    ...{ dist, stores, sourceOrder, origin, mend },
    spool: join(folder, 'spool'),
  };
  return new WorkerPool(WORKER, settings.threads ?? availableParallelism(), data);
}

/** Writes the changes on each of `days`, which begin with the newest. Does nothing in a tree without documents. */
async function tellChanges(work: Work, days: { date: string; catalog: string }[]): Promise<void> {
  const { settings, folder, catalog, before, pool, mend } = work;
  if (!settings.documents) return;
  const known: Pick<CatalogFile, 'address' | 'path' | 'modelsStart' | 'rowsStart'>[] = before
    ? [catalog, before.catalog]
    : [catalog];
  const withdrawn = withdrawnIds(settings.withdrawn ?? []);
  const pass = { dist: settings.dist, folder, days, known, withdrawn, code: codeKey(), pool };
  await writeChanges({ ...pass, isAnew: mend });
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
