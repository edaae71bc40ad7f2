// Writes the changes on every day of the archive. Compares each pair of catalogs only once. The result stays in a file
// below HUB_DIST, which each build links into its tree:
//
//   <dist>/changes/<key>.json: the changes from one catalog to the next
import { existsSync, linkSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readOwnFile } from '../../../functions/stores/bytes/plain-file.ts';
import type { CatalogDay } from '../../../src/dialects/oci/registry/own-repositories.ts';
import { type Address, parseAddress } from '../../../src/nouns/address.ts';
import type { ChangeCountsOfDays, DayChanges, DayCounts } from '../../../src/shapes/changes.ts';
import { CHANGE_COUNTS_FORMAT } from '../../../src/shapes/formats.ts';
import { treePath } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import { objectPath } from '../../../src/tree/static-tree.ts';
import { openCatalog } from '../../days/catalog-reader.ts';
import type { WalkedCatalog } from '../../days/day-changes.ts';
import { writeDocumentFile } from '../../files/document-file.ts';
import { namesIn, removeIn } from '../../files/own-folder.ts';
import { keyOf } from '../../keys/key-of.ts';
import type { Job, JobResult } from '../threads/jobs.ts';
import type { WorkerPool } from '../threads/worker-pool.ts';

type ArchiveKey = Pick<CatalogDay, 'date' | 'catalog'>;

interface ChangesPass {
  dist: string;
  /** The folder for unpacked files of the tree. */
  folder: string;
  /** The days, newest first. The tree has the catalogs of all of them. */
  days: readonly ArchiveKey[];
  /** Catalogs in which the byte offsets of the two lists are known. */
  known: readonly Omit<WalkedCatalog, 'date'>[];
  /** Ids of models, in lower case, that all lists of changes leave out. */
  withdrawn: ReadonlySet<string>;
  /** A hash of the code that compares catalogs. After a change of this code, all documents are written again. */
  code: string;
  /** True to write all documents again, since those that exist may be damaged. */
  isAnew: boolean;
  pool: WorkerPool<Job, JobResult>;
}

const ENDINGS = ['', '.br', '.gz'];

/** Writes the changes of each day, and a document with the counts of all days. */
export async function writeChanges(pass: ChangesPass): Promise<void> {
  const { dist, folder, days, withdrawn, code, isAnew } = pass;
  const shelf = join(dist, 'changes');
  mkdirSync(shelf, { recursive: true });
  const files = days.map(({ catalog }, i) => `${keyOf(code, catalog, days[i + 1]?.catalog ?? '')}.json`);
  const missing = days.flatMap(({ date }, i) => (!isAnew && tellsOf(join(shelf, files[i]!), date) ? [] : [i]));
  const open = catalogOpener(pass);
  await Promise.all(
    missing.map(async (i) => {
      const [after, before] = [days[i]!, days[i + 1]];
      const task = {
        before: before && (await open(before)),
        after: before ? await open(after) : { address: parseAddress(after.catalog)!, date: after.date },
        to: join(shelf, files[i]!),
      };
      await (await pass.pool.start({ kind: 'changes', task })).done;
    }),
  );
  const counts: DayCounts[] = [];
  for (const [i, { date }] of days.entries()) {
    const at = treePath(routes.archiveDay, { date });
    const kept = JSON.parse(readOwnFile(join(shelf, files[i]!)).toString()) as DayChanges;
    const changes = changesWithout(kept, withdrawn);
    if (changes === kept) linkInto(folder, at, join(shelf, files[i]!));
    else writeDocumentFile(folder, at, `${JSON.stringify(changes)}\n`);
    counts.push({ date, prev_date: changes.prev_date, counts: changes.counts });
  }
  const list: ChangeCountsOfDays = { format: CHANGE_COUNTS_FORMAT, days: counts };
  writeDocumentFile(folder, treePath(routes.archiveChanges, {}), `${JSON.stringify(list)}\n`);
  const used = new Set(files.flatMap((file) => ENDINGS.map((ending) => file + ending)));
  for (const file of namesIn(dist, 'changes')) if (!used.has(file)) removeIn(dist, join('changes', file));
}

/** True if the file at `path` is readable and describes the day `date`. Any other file is written again. */
function tellsOf(path: string, date: string): boolean {
  try {
    return (JSON.parse(readOwnFile(path).toString()) as DayChanges).date === date;
  } catch {
    return false;
  }
}

/**
 * Returns a function that opens the catalog of a day. It opens each catalog once, because the catalog must be read as a
 * whole to find where its models and its rows begin.
 */
function catalogOpener({ dist, known }: ChangesPass): (day: ArchiveKey) => Promise<WalkedCatalog> {
  const opened = new Map<string, Promise<WalkedCatalog>>(
    known.map((catalog) => [catalog.address, Promise.resolve({ ...catalog, date: '' })]),
  );
  return async ({ catalog, date }) => {
    const address = parseAddress(catalog) as Address;
    const opening =
      opened.get(catalog) ?? openCatalog(join(dist, objectPath('catalog', address)), address).then(walked);
    opened.set(catalog, opening);
    return { ...(await opening), date };
  };
}

function walked({ address, path, modelsStart, rowsStart }: Omit<WalkedCatalog, 'date'>): WalkedCatalog {
  return { address, path, modelsStart, rowsStart, date: '' };
}

/** Links the file at `from`, and its compressed forms, into the folder `folder` of the new tree. */
function linkInto(folder: string, at: string, from: string): void {
  mkdirSync(dirname(join(folder, at)), { recursive: true });
  for (const ending of ENDINGS) if (existsSync(from + ending)) linkSync(from + ending, join(folder, at + ending));
}

const OF_IDS = ['added', 'removed', 'unlisted', 'relisted'] as const;

/**
 * Returns `changes` without the models whose ids, in lower case, are in `ids`. Leaves them out of lists and counts.
 * Returns `changes` itself if it has none of them.
 */
function changesWithout(changes: DayChanges, ids: ReadonlySet<string>): DayChanges {
  const isGone = (id: string) => ids.has(id.toLowerCase());
  const rest = { ...changes, counts: { ...changes.counts } };
  for (const list of OF_IDS) {
    rest[list] = changes[list].filter((id) => !isGone(id));
    rest.counts[list] -= changes[list].length - rest[list].length;
  }
  rest.revised = changes.revised.filter(({ id }) => !isGone(id));
  rest.counts.revised -= changes.revised.length - rest.revised.length;
  rest.rewritten = changes.rewritten.filter(({ id }) => !isGone(id));
  rest.counts.rewritten -= changes.rewritten.length - rest.rewritten.length;
  rest.counts.rewritten_in_place -= changes.rewritten.filter((one) => one.in_place && isGone(one.id)).length;
  rest.models = Object.fromEntries(Object.entries(changes.models).filter(([id]) => !isGone(id)));
  return JSON.stringify(rest) === JSON.stringify(changes) ? changes : rest;
}
