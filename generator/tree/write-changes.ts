// Writes the changes on every day of the archive. Compares each pair of catalogs only once. The result stays in a file
// below HUB_DIST, which each build links into its tree:
//
//   <dist>/changes/<key>.json: the changes from one catalog to the next
import { existsSync, linkSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import type { CatalogDay } from '../../src/dialects/oci/registry/own-repositories.ts';
import { type Address, parseAddress } from '../../src/nouns/address.ts';
import { withdrawnIds } from '../../src/service/withdrawals.ts';
import type { ChangeCountsOfDays, DayChanges, DayCounts } from '../../src/shapes/changes.ts';
import { CHANGE_COUNTS_FORMAT } from '../../src/shapes/formats.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { openCatalog } from '../days/catalog-reader.ts';
import type { WalkedCatalog } from '../days/day-changes.ts';
import { writeDocumentFile } from '../files/compress.ts';
import { namesIn, removeIn } from '../files/own-folder.ts';
import { codeKey, keyOf } from '../keys/code-key.ts';
import type { Build } from './build.ts';

type ArchiveKey = Pick<CatalogDay, 'date' | 'catalog'>;

const ENDINGS = ['', '.br', '.gz'];

/**
 * Writes the changes of each of `days`, which begin with the newest, and a document with the counts of all days. Writes
 * them again after a change of our code, because that may compare catalogs in another way.
 */
export async function writeChanges(build: Build, days: readonly ArchiveKey[]): Promise<void> {
  const { dist, draft, mend } = build;
  const withdrawn = withdrawnIds(build.withdrawn);
  const shelf = join(dist, 'changes');
  mkdirSync(shelf, { recursive: true });
  const files = days.map(({ catalog }, i) => `${keyOf(codeKey(), catalog, days[i + 1]?.catalog ?? '')}.json`);
  const missing = days.flatMap(({ date }, i) => (!mend && tellsOf(join(shelf, files[i]!), date) ? [] : [i]));
  const open = catalogOpener(build);
  await Promise.all(
    missing.map(async (i) => {
      const [after, before] = [days[i]!, days[i + 1]];
      const task = {
        before: before && (await open(before)),
        after: before ? await open(after) : { address: parseAddress(after.catalog)!, date: after.date },
        to: join(shelf, files[i]!),
      };
      await (await build.pool.start({ kind: 'changes', task })).done;
    }),
  );
  const counts: DayCounts[] = [];
  for (const [i, { date }] of days.entries()) {
    const at = treePath(routes.archiveDay, { date });
    const kept = JSON.parse(readOwnFile(join(shelf, files[i]!)).toString()) as DayChanges;
    const changes = changesWithout(kept, withdrawn);
    if (changes === kept) linkInto(draft, at, join(shelf, files[i]!));
    else writeDocumentFile(draft, at, `${JSON.stringify(changes)}\n`);
    counts.push({ date, prev_date: changes.prev_date, counts: changes.counts });
  }
  const list: ChangeCountsOfDays = { format: CHANGE_COUNTS_FORMAT, days: counts };
  writeDocumentFile(draft, treePath(routes.archiveChanges, {}), `${JSON.stringify(list)}\n`);
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
function catalogOpener({ dist, day, before }: Build): (day: ArchiveKey) => Promise<WalkedCatalog> {
  type Opened = Omit<WalkedCatalog, 'date'>;
  const opened = new Map<string, Opened | Promise<Opened>>([[day.address, day]]);
  if (before) opened.set(before.catalog, { ...before, address: before.catalog as Address });
  return async ({ catalog, date }) => {
    const address = parseAddress(catalog)!;
    const opening = opened.get(catalog) ?? openCatalog(join(dist, objectPath('catalog', address)), address);
    opened.set(catalog, opening);
    const { path, modelsStart, rowsStart } = await opening;
    return { address, path, modelsStart, rowsStart, date };
  };
}

/** Links the file at `from`, and its compressed forms, into the folder `folder` of the new tree. */
function linkInto(folder: string, at: string, from: string): void {
  mkdirSync(dirname(join(folder, at)), { recursive: true });
  for (const ending of ENDINGS) if (existsSync(from + ending)) linkSync(from + ending, join(folder, at + ending));
}

const LISTS = ['added', 'removed', 'unlisted', 'relisted', 'revised', 'rewritten'] as const;

/**
 * Returns `changes` without the models whose ids, in lower case, are in `ids`. Leaves them out of lists and counts.
 * Returns `changes` itself if it has none of them.
 */
function changesWithout(changes: DayChanges, ids: ReadonlySet<string>): DayChanges {
  const isGone = (one: string | { id: string }) => ids.has((typeof one === 'string' ? one : one.id).toLowerCase());
  const models = Object.fromEntries(Object.entries(changes.models).filter(([id]) => !isGone(id)));
  const rest = { ...changes, models, counts: { ...changes.counts } };
  for (const list of LISTS) {
    const left = changes[list].filter((one) => !isGone(one));
    rest.counts[list] -= changes[list].length - left.length;
    Object.assign(rest, { [list]: left });
  }
  rest.counts.rewritten_in_place -= changes.rewritten.filter((one) => one.in_place && isGone(one)).length;
  return JSON.stringify(rest) === JSON.stringify(changes) ? changes : rest;
}
