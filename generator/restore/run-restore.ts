// Runs a restore. Reads the backup into drafts, tests them, brings the log and the days up to what was published, and
// puts all in place at the end.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { closeData } from '../../functions/stores/bytes/close-data.ts';
import type { VerifierKey } from '../../src/log/note.ts';
import { counted } from '../../src/model/figures.ts';
import { type Config, ConfigError } from '../../src/service/config.ts';
import type { BackupHead, Elsewhere } from '../backup/backup-layout.ts';
import { findElsewhere } from '../backup/elsewhere.ts';
import { openObjectStore } from '../days/object-store.ts';
import { isBarred, type Pointer, readPointer } from '../days/pointer.ts';
import { dayPlaces, onDisk } from '../files/full-disk.ts';
import { inData } from '../files/in-data.ts';
import { readSigners } from '../log/signers.ts';
import { readWitnesses } from '../log/witnesses.ts';
import { asSentence, Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { readService } from '../process/read-service.ts';
import { takeDistDays } from './dist-days.ts';
import { goOnLog, type RestoredLog, refuseUnknownEnd } from './go-on-log.ts';
import { clearRestore, putInPlace } from './put-in-place.ts';
import { type ReadBackup, readBackup, type TakenObjects } from './read-backup.ts';
import { draftFolder, heldHub } from './restore-places.ts';
import { type SeenLog, seenLogs } from './seen-logs.ts';
import { testRestored } from './test-restored.ts';
import { takeTreeWithdrawals } from './tree-withdrawals.ts';

interface RestoreRequest {
  file: string;
  /** Places that may have the log of this hub: folders, buckets or addresses of hubs. */
  logs: readonly string[];
  /** True to continue the log of the backup even if no place shows which leaves were published after it. */
  isAccepted: boolean;
}

export interface RestoreReport {
  file: string;
  /** The time at which the backup was begun. */
  made: string;
  /** The day that is in force after the restore, and the day of the backup. */
  snapshot: string | null;
  backedUp: string | null;
  objects: number;
  published: number;
  databases: string[];
  log: RestoredLog | null;
  /**
   * The stores that the backup could not include, with the commands to restore them. `fault` is set if a store can't be
   * reached.
   */
  elsewhere: (Elsewhere & { fault?: string })[];
  /** Sentences that the operator should read. */
  notices: string[];
}

/** Restores HUB_DATA from a backup. HUB_DATA must hold no hub. If a Failure is thrown, HUB_DATA is unchanged. */
export async function runRestore(config: Config, request: RestoreRequest, progress: Progress): Promise<RestoreReport> {
  return inData(config, 'restore', async () => {
    const held = isBarred(config.data) ? undefined : heldHub(config);
    if (held !== undefined)
      throw new Failure(
        `HUB_DATA holds a hub already (${held}), and none is overwritten: stop what uses it, move it away, or name another HUB_DATA, and restore again.`,
      );
    return onDisk(dayPlaces(config), 'Make room and restore again.', () => restore(config, request, progress));
  });
}

async function restore(config: Config, request: RestoreRequest, progress: Progress): Promise<RestoreReport> {
  const begun = Date.now();
  clearRestore(config);
  const drafts = draftFolder(config);
  const taken: TakenObjects = { objects: 0, published: 0 };
  try {
    let seen: SeenLog[] = [];
    const read = await readBackup(
      config,
      { ...request, store: openObjectStore(config.objects), taken, progress },
      async (head) => {
        if (head.log) seen = await newestLogs(config, request, head.log);
      },
    );
    const restored = await prepare(config, request.file, read, seen, progress);
    putInPlace(config, readPointer(drafts), begun);
    closeData(config);
    return { ...restored, notices: [...restored.notices, ...(await takeTreeWithdrawals(config))] };
  } catch (error) {
    if (!(error instanceof Failure) || taken.objects === 0) throw error;
    throw new Failure(`${asSentence(error.message)} ${leftOver(taken)}`, { cause: error });
  } finally {
    if (!isBarred(config.data)) clearRestore(config);
    rmSync(drafts, { recursive: true, force: true });
  }
}

/** Returns a sentence about the objects that a refused restore leaves behind, which nothing names. */
const leftOver = ({ objects }: TakenObjects) =>
  `HUB_OBJECTS keeps ${counted(objects, 'object')} of the file, which nothing names: restore again, or remove them with "model-hub prune".`;

/**
 * Finds the published logs before the work begins. Throws a Failure if none of them is as long as the log of the backup
 * and the operator has not accepted that.
 */
async function newestLogs(
  config: Config,
  { file, logs, isAccepted }: RestoreRequest,
  log: NonNullable<BackupHead['log']>,
): Promise<SeenLog[]> {
  const seen = await seenLogs(config, logs);
  if (!isAccepted) refuseUnknownEnd(file, log, seen);
  return seen;
}

/**
 * Returns the public keys of the present signing keys; none if these secrets are not restored yet. The backup names the
 * public keys too.
 */
function keysNow(config: Config): VerifierKey[] {
  try {
    return readSigners(config).map(({ key }) => key);
  } catch (error) {
    if (error instanceof Failure || error instanceof ConfigError) return [];
    throw error;
  }
}

/** Does every step that may fail before anything is put in place. */
async function prepare(
  config: Config,
  file: string,
  { head, objects, published, databases }: ReadBackup,
  seen: readonly SeenLog[],
  progress: Progress,
): Promise<RestoreReport> {
  const drafts = draftFolder(config);
  const pointer = readPointer(drafts);
  await testRestored(config, file, pointer, progress);
  const service = readService(config);
  const log = head.log
    ? await goOnLog({
        folder: join(drafts, 'log'),
        file,
        log: head.log,
        keys: keysNow(config),
        seen,
        witnesses: readWitnesses(service),
      })
    : null;
  const days = pointer ? await takeDistDays({ config, service, data: drafts, pointer, progress }) : [];
  const now = readPointer(drafts);
  const found = await findElsewhere(config);
  return {
    ...{ file, made: head.made, snapshot: now?.snapshot ?? null, backedUp: pointer?.snapshot ?? null },
    ...{ objects, published, databases, log },
    elsewhere: head.elsewhere.map((one) => ({ ...one, ...faultOf(one, found) })),
    notices: [...days, ...logNotices(log, now), ...publishedNotices(config, published)],
  };
}

function faultOf({ variable, place }: Elsewhere, found: Awaited<ReturnType<typeof findElsewhere>>): { fault?: string } {
  const same = found.find((one) => one.variable === variable);
  if (same) return same.fault === undefined ? {} : { fault: same.fault };
  return {
    fault: `${variable} was ${place} when the backup was made, and names no such place now: set it before you serve.`,
  };
}

/** The consequence for readers and witnesses that saw a longer log. */
const FORKS = 'readers and witnesses that have seen more refuse it from then on.';

/** Returns sentences about what readers will notice of the restored log, and about faults of witnesses. */
function logNotices(log: RestoredLog | null, pointer: Pointer | undefined): string[] {
  if (!log) return [];
  const { size, day, from, faults } = log;
  const notes =
    from === null ? [`The log continues after its ${counted(size, 'leaf', 'leaves')}, as --go-on says: ${FORKS}`] : [];
  if (!pointer || day <= pointer.snapshot) return [...notes, ...faults];
  return [
    ...notes,
    ...faults,
    `The log names ${day}, and the newest day here is ${pointer.snapshot}: a build now would log the older day after the ` +
      'newer one. ' +
      'Take the missing days first ("model-hub mirror URL", of a hub that has them), or make a new one ("model-hub rollback", or a fresh "import" or "index").',
  ];
}

function publishedNotices({ published }: Config, count: number): string[] {
  if (count === 0 || 'folder' in published) return [];
  return [
    `${counted(count, 'published object')} lie in the folder objects/published of HUB_DATA, and HUB_OBJECTS names a bucket: "aws s3 sync" takes them there.`,
  ];
}
