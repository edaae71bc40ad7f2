// Makes a tree: starts the walk over the models, the copy of older days and the telling of changes, and puts together what they give.
import { rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { ArchivedDay, DayOrigin } from '../../src/dialects/discovery/hub-facts.ts';
import { INDEX_REPOSITORY } from '../../src/dialects/oci/index-repository.ts';
import { own } from '../../src/own.ts';
import { STAMP } from '../../src/static-tree.ts';
import { type CatalogFile, openCatalog } from '../catalog-reader.ts';
import { syncTree } from '../durability.ts';
import { openObjectStore } from '../object-store.ts';
import { codeKey } from './build-keys.ts';
import type { BuildReport, BuildSettings } from './build-settings.ts';
import { copyDays, countedDays } from './copy-days.ts';
import type { Job, JobResult } from './jobs.ts';
import { OwnersFile } from './owners-file.ts';
import { writePins } from './pins-file.ts';
import { removePaths } from './removal.ts';
import type { RepairPlan } from './repair-plan.ts';
import { takeModelsFolder } from './spare-tree.ts';
import { type Standing, type StandingTree, standingTree } from './standing-tree.ts';
import { sweep, unusedPaths } from './sweep.ts';
import { keepSameFiles, otherFiles } from './tree-files.ts';
import { keyOf, makeCurrent, type Stamp, TREE_FORMAT, treeFolder } from './tree-layout.ts';
import { type Walk, walkModels } from './walk-models.ts';
import type { WorkerSettings } from './worker.ts';
import { WorkerPool } from './worker-pool.ts';
import { writeChanges } from './write-changes.ts';
import { writeDocuments } from './write-documents.ts';
import { writeIndexRepository } from './write-repository.ts';
import { writeSpaces } from './write-spaces.ts';

/** The module that the threads of a build and of a check run. */
export const WORKER = new URL('./worker.ts', import.meta.url);

/** The tree to make: its name, how often it was mended, and when the build began (milliseconds). */
export interface FreshTree {
  id: string;
  repairs: number;
  begun: number;
}

/** Everything that the parts of a build share. */
interface Work extends Omit<Walk, 'repair'> {
  fresh: FreshTree;
  standing: Standing;
  before: StandingTree | undefined;
  repair: RepairPlan | undefined;
  twins: string;
}

/** Makes the tree in the folder that is there for it, and makes it current. Rejects with the old one still current. */
export async function makeTree(settings: BuildSettings, standing: Standing, fresh: FreshTree): Promise<BuildReport> {
  const { dist, stores } = settings;
  const catalog = await openCatalog(openObjectStore(...stores).pathOf(settings.catalog), settings.catalog);
  const code = keyOf(codeKey('models'), settings.origin);
  const twins = codeKey('twins');
  const { stamp, repair } = standing;
  const isContinued = stamp?.code === code && !(repair && repair.models === undefined);
  const before = isContinued ? standingTree(dist, stamp) : undefined;
  const folder = treeFolder(dist, fresh.id);
  const work: Work = {
    ...{ settings, fresh, standing, catalog, code, folder, before, repair, twins },
    previous: repair?.isListTorn
      ? OwnersFile.none
      : OwnersFile.readIfThere(standing.id && treeFolder(dist, standing.id)),
    links: takeModelsFolder(dist, fresh.id, before && standing.id),
    pool: startPool(settings, folder, { mend: repair !== undefined, sameTwins: stamp?.twins === twins }),
  };
  const clearing = new Clearing(work);
  try {
    const report = await fillTree(work, clearing);
    await clearing.start();
    return report;
  } finally {
    // Of a build that failed too: the next one may make again what is being removed.
    await clearing.settle();
    await work.pool.close();
  }
}

async function fillTree(work: Work, clearing: Clearing): Promise<BuildReport> {
  const { settings, fresh, standing, folder, catalog, before, pool, twins, code, repair, links } = work;
  const { dist, spaces = [], documents: inputs, origins = {} } = settings;
  const store = openObjectStore(...settings.stores);
  const days = copyDays({ dist, store, pool, newest: catalog, copied: before?.days ?? [], mend: repair !== undefined });
  const changes = days.then((all) => tellChanges(work, [all.newest, ...all.older.map(({ day }) => day), ...all.known]));
  // Whoever awaits it further down hears of a failure, unless another comes first and is told instead.
  changes.catch(() => {});
  const { written, counts, contents, pins, nextPage } = await walkModels(work);
  // With the spare tree taken over, nobody reads what only that one had: it goes while documents are made.
  if (links !== OwnersFile.none && !repair) void clearing.start().catch(() => {});
  const archived = countedDays(await days, contents).map((day) => withOrigin(day, own(origins, day.catalog)));
  writeIndexRepository(folder, archived);
  const apps = writeSpaces(folder, spaces);
  const made: Omit<Stamp, 'documents' | 'files'> = {
    format: TREE_FORMAT,
    id: fresh.id,
    catalog: catalog.address,
    snapshot: catalog.frame.snapshot,
    modelsStart: catalog.modelsStart,
    rowsStart: catalog.rowsStart,
    gated: catalog.frame.gated,
    days: archived,
    repositories: [INDEX_REPOSITORY, ...apps.repositories],
    baseUrl: settings.baseUrl,
    code,
    twins,
    ...(settings.pages ? { pages: settings.pages.key } : {}),
    ...(fresh.repairs > 0 ? { repairs: fresh.repairs } : {}),
    counts,
    ...(nextPage === undefined ? {} : { nextPage }),
  };
  const pass = { folder, catalog, stamp: made, spaces, pins: writePins(folder, pins), pool };
  // First: the API description shows documents that are written by now.
  const told = await changes;
  const documents = { ...told, ...(inputs ? await writeDocuments({ ...pass, inputs }) : {}), ...apps.files };
  const stamp = finishTree(dist, folder, { ...made, documents }, fresh, standing.id);
  return { changed: true, stamp, ...written };
}

/** Puts the stamp into the tree, everything on disk, the link in place. */
function finishTree(
  dist: string,
  folder: string,
  made: Omit<Stamp, 'files'>,
  { id, begun }: FreshTree,
  before: string | undefined,
): Stamp {
  rmSync(join(folder, 'spool'), { recursive: true, force: true });
  if (before !== undefined) keepSameFiles(folder, treeFolder(dist, before));
  const stamp: Stamp = { ...made, files: otherFiles(folder, made.documents) };
  writeFileSync(join(folder, STAMP), `${JSON.stringify(stamp, null, 1)}\n`);
  syncTree(dist, begun);
  makeCurrent(dist, id);
  return stamp;
}

function startPool(
  settings: BuildSettings,
  folder: string,
  { mend, sameTwins }: { mend: boolean; sameTwins: boolean },
): WorkerPool<Job, JobResult> {
  const { dist, stores, sourceOrder, origin, pages } = settings;
  const data: WorkerSettings = {
    ...{ dist, stores, sourceOrder, origin, pages, folder, spool: join(folder, 'spool') },
    mendObjects: mend,
    // Of a damaged tree a twin may be what is damaged.
    sameTwins: sameTwins && !mend,
  };
  return new WorkerPool(WORKER, settings.threads ?? availableParallelism(), data);
}

/** What changed on each of `days`, newest first; nothing in a tree without documents. */
async function tellChanges(work: Work, days: { date: string; catalog: string }[]): Promise<Stamp['documents']> {
  const { settings, folder, catalog, before, pool, repair } = work;
  if (!settings.documents) return {};
  const known: Pick<CatalogFile, 'address' | 'path' | 'modelsStart' | 'rowsStart'>[] = before
    ? [catalog, before.catalog]
    : [catalog];
  const pass = { dist: settings.dist, folder, days, known, code: codeKey('changes'), pool };
  return writeChanges({ ...pass, again: repair?.days ?? new Set() });
}

/** A day with what is written of its origin now, whatever an earlier tree had of it. */
function withOrigin(
  { archived: _archived, source: _source, ...day }: ArchivedDay,
  origin: DayOrigin = {},
): ArchivedDay {
  const { archived, source } = origin;
  return { ...day, ...(archived === undefined ? {} : { archived }), ...(source === undefined ? {} : { source }) };
}

/** The removal of what no tree needs once the new one is current: begun once, perhaps beside other work. */
class Clearing {
  readonly #work: Work;
  #running: Promise<void> | undefined;

  constructor(work: Work) {
    this.#work = work;
  }

  /** Begins it unless it has begun; resolves when all is gone. */
  start(): Promise<void> {
    this.#running ??= this.#clear();
    return this.#running;
  }

  async #clear(): Promise<void> {
    const { settings, fresh, standing, repair } = this.#work;
    const { dist } = settings;
    // What a damaged tree says of itself is no word to remove anything by.
    if (repair) sweep(dist, standing.id === undefined ? [fresh.id] : [fresh.id, standing.id]);
    else await removePaths(dist, ...unusedPaths(dist, fresh.id, standing.id));
  }

  /** Waits until it has ended, well or not, when it has begun. */
  async settle(): Promise<void> {
    await this.#running?.catch(() => {});
  }
}
