// Restores HUB_DATA from a backup: unpacks it into a folder beside HUB_DATA, checks it there as "model-hub archive verify"
// does, and renames the folder. A killed restore leaves HUB_DATA as it was.
import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { closeData } from '../../functions/stores/bytes/close-data.ts';
import { privately } from '../../functions/stores/bytes/file-modes.ts';
import { dayAt } from '../../src/log/proof/make-proof.ts';
import { LogDamage } from '../../src/log/tiles.ts';
import { counted } from '../../src/model/figures.ts';
import type { Config } from '../../src/service/config.ts';
import { withdrawnIds } from '../../src/service/withdrawals.ts';
import { allWithdrawals, atWithdrawals } from '../accounts/database.ts';
import { databasePath, elsewhereLines, testDatabase } from '../backup/backup-layout.ts';
import { readPointer } from '../days/pointer.ts';
import { readTakedowns } from '../days/takedowns.ts';
import { syncFolder, syncTree } from '../files/durability.ts';
import { isBelow, onDisk, WriteFailure } from '../files/full-disk.ts';
import { takeLock } from '../files/lock.ts';
import { filesIn, readHead } from '../log/log-folder.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { checkArchive } from '../tree/check-archive.ts';
import { publishedLogs, refuseFork, refuseOlder, type SeenLog } from './published-log.ts';
import { type ReadBackup, unpackBackup } from './read-backup.ts';

interface RestoreRequest {
  file: string;
  /** Places that may have the log of this hub: folders, buckets or addresses of hubs. */
  logs: readonly string[];
  /** True to restore the log of the backup even if more leaves were, or may have been, published. */
  isAccepted: boolean;
}

interface RestoreReport extends Omit<ReadBackup, 'head'> {
  file: string;
  /** The time at which the backup was begun. */
  made: string;
  /** The day that is in force after the restore. */
  snapshot: string | null;
  /** The log, with the number of its leaves, and its newest day. */
  log: { origin: string; size: number; day: string } | null;
  /** The stores that the backup could not include. */
  elsewhere: readonly string[];
  /** Sentences that the operator should read. */
  notices: string[];
}

/**
 * Restores HUB_DATA, which must be an empty folder or missing. Throws a Failure that names the fix if the backup is
 * refused; HUB_DATA is then as it was.
 */
export async function runRestore(config: Config, request: RestoreRequest, progress: Progress): Promise<RestoreReport> {
  const data = resolve(config.data);
  const draft = `${data}.restore`;
  refusePlaces(config, data);
  return privately(async () => {
    const lock = takeLock(draft, 'the folder of a restore');
    let report: RestoreReport;
    try {
      for (const name of readdirSync(draft))
        if (!name.startsWith('lock.')) rmSync(join(draft, name), { recursive: true });
      const begun = Date.now();
      report = await onDisk([{ name: 'HUB_DATA', folder: draft }], 'Make room and restore again.', () =>
        unpackAndCheck(config, draft, request, progress),
      );
      rmSync(join(draft, 'backup.json'));
      syncTree(draft, begun);
      lock.release();
      if (existsSync(data)) rmdirSync(data);
      renameSync(draft, data);
      syncFolder(dirname(data));
    } catch (error) {
      lock.release();
      rmSync(draft, { recursive: true, force: true });
      throw error;
    }
    closeData(config);
    return { ...report, notices: [...report.notices, ...(await takeWithdrawals(config))] };
  });
}

/** Throws a Failure unless the restored folder can take the place of HUB_DATA, and is then all that the hub reads. */
function refusePlaces(config: Config, data: string): void {
  const places = { HUB_DATABASE: databasePath(config, 'hub.db'), HUB_OBJECTS: config.objects };
  for (const [variable, place] of Object.entries(places))
    if (!isBelow(data, resolve(place)))
      throw new Failure(
        `${variable} leads to ${place}, and a restore writes to HUB_DATA alone: restore without ${variable}, and move what HUB_DATA has then there.`,
      );
  const found = statSync(data, { throwIfNoEntry: false });
  if (!found) return;
  const [held] = found.isDirectory() ? readdirSync(data) : [''];
  if (held !== undefined)
    throw new Failure(
      `HUB_DATA (${data}) is not empty (${join(data, held)}), and a restore overwrites nothing: ` +
        'stop what uses it, move it away, or name another HUB_DATA, and restore again.',
    );
  if (found.dev !== statSync(dirname(data)).dev)
    throw new Failure(
      `HUB_DATA (${data}) is a disk of its own, and a restored folder can’t take its place: name a folder on that disk, such as ${join(data, 'hub')}.`,
    );
}

/** Reads the databases, every leaf of the log, and every object of every day. Throws a Failure or a LogDamage. */
async function check(config: Config, draft: string, { head, databases }: ReadBackup, progress: Progress) {
  for (const name of databases) testDatabase(join(draft, name), name);
  readTakedowns(draft);
  const [pointer, own] = [readPointer(draft), readHead(join(draft, 'log'))];
  const { log } = head;
  if (pointer?.snapshot !== head.snapshot || own?.origin !== log?.origin || own?.size !== log?.size)
    throw new Failure('It has another day or log than it says.');
  const here = { ...config, data: draft, dist: draft, objects: join(draft, 'objects') };
  const { faults } = await checkArchive(here, progress);
  if (faults.length > 0)
    throw new Failure(`It has ${counted(faults.length, 'fault')}: ${faults.slice(0, 3).join(' ')}`);
  return { pointer, own, day: own && (await dayAt(filesIn(join(draft, 'log')), own.size)).day };
}

async function unpackAndCheck(
  config: Config,
  draft: string,
  { file, logs, isAccepted }: RestoreRequest,
  progress: Progress,
): Promise<RestoreReport> {
  let seen: SeenLog[] = [];
  const { head, ...read } = await unpackBackup(file, draft, progress, async ({ log }) => {
    if (!log) return;
    seen = await publishedLogs(config, logs);
    if (!isAccepted) refuseOlder({ file, dist: config.dist, log }, seen);
  });
  const { pointer, own, day } = await check(config, draft, { head, ...read }, progress).catch((error: unknown) => {
    if (error instanceof WriteFailure || !(error instanceof Failure || error instanceof LogDamage)) throw error;
    const said = error.message.replaceAll(draft, file);
    throw new Failure(`${file} is damaged, and nothing was restored. ${said}`, { cause: error });
  });
  const notices: string[] = [];
  if (own) {
    await refuseFork(file, join(draft, 'log'), own, seen);
    if (isAccepted && !seen.some(({ head: { size } }) => size === own.size))
      notices.push(
        `The log has ${counted(own.size, 'leaf', 'leaves')}, as --go-on says: readers and witnesses that have seen more refuse it, unless ` +
          'the next build finds the rest in HUB_DIST/log.',
      );
  }
  if (read.published > 0 && 'bucket' in config.published)
    notices.push(
      `${counted(read.published, 'published object')} lie in the folder objects/published of HUB_DATA, and HUB_OBJECTS ` +
        'names a bucket: "aws s3 sync" takes them there.',
    );
  return {
    ...{ file, made: head.made, snapshot: pointer?.snapshot ?? null, ...read },
    log: own ? { origin: own.origin, size: own.size, day: day! } : null,
    ...{ elsewhere: head.elsewhere, notices },
  };
}

/** Adds to the restored database the withdrawals that the tree in HUB_DIST obeys and the backup lacks. */
async function takeWithdrawals(config: Config): Promise<string[]> {
  const withdrawn = currentStamp(config.dist)?.stamp.withdrawn ?? [];
  if (withdrawn.length === 0 || config.database.kind !== 'sqlite') return [];
  const known = withdrawnIds(await allWithdrawals(config));
  const lacking = withdrawn.filter(({ model }) => !known.has(model.toLowerCase()));
  await atWithdrawals(config, async (desk) => {
    for (const one of lacking) await desk.withdraw(one);
  });
  return lacking.map(({ model }) => `${model} is withdrawn, as in the tree of HUB_DIST.`);
}

/** Returns sentences about the restored state, notices, and the next steps. */
export function restoreLines(report: RestoreReport): string[] {
  const { file, made, snapshot, objects, published, databases, log, elsewhere, notices } = report;
  const held = [
    snapshot === null ? 'no days' : `the days up to ${snapshot} (${counted(objects, 'object')})`,
    ...(published > 0 ? [counted(published, 'published object')] : []),
    ...databases,
  ];
  return [
    `Restored and whole: ${held.join(', ')}, from ${file}, made at ${made}.`,
    ...(log ? [`The log ${log.origin} continues after its ${counted(log.size, 'leaf', 'leaves')}.`] : []),
    ...notices,
    ...elsewhereLines(elsewhere),
    'Next: model-hub build',
  ];
}
