// Brings a restored log up to the published one. The restored log must not contradict the published log, and must not
// end before it.
import { join } from 'node:path';
import { CheckedTiles } from '../../src/log/checked-tiles.ts';
import { CHECKPOINT, LogDamage } from '../../src/log/log-paths.ts';
import { beginsWith } from '../../src/log/log-proofs.ts';
import { parseVerifierKey, type VerifierKey } from '../../src/log/note.ts';
import { checkCheckpoint, type LogPolicy, ProofFault } from '../../src/log/proof/check-proof.ts';
import { TileWriter } from '../../src/log/tile-writer.ts';
import { TILE_WIDTH, tilePath } from '../../src/log/tiles.ts';
import { counted } from '../../src/model/figures.ts';
import type { BackupHead } from '../backup/backup-layout.ts';
import { writeDurably } from '../files/durability.ts';
import { filesIn, type Head, LogFolderWriter, readHead } from '../log/log-folder.ts';
import { dayAt } from '../log/publish-log.ts';
import { askWitnesses, type Witness } from '../log/witnesses.ts';
import { Failure } from '../process/failure.ts';
import type { SeenLog } from './seen-logs.ts';

interface GoOn {
  /** The folder of the restored log, which is not in force yet. */
  folder: string;
  /** The path of the backup file, and what the head of this file says about the log. */
  file: string;
  log: NonNullable<BackupHead['log']>;
  /** The public keys of this hub's present signing keys. */
  keys: readonly VerifierKey[];
  seen: readonly SeenLog[];
  witnesses: readonly Witness[];
}

/** The result of restoring the log. */
export interface RestoredLog {
  origin: string;
  /** The number of all leaves, and the number of leaves that the backup lacked. */
  size: number;
  more: number;
  /**
   * The place that showed the log up to its present end; null if no place did and the operator continues the log
   * anyway.
   */
  from: string | null;
  /** The newest day in the log. */
  day: string;
  /** A sentence for each witness that could not be reached. */
  faults: string[];
}

/**
 * Brings the log in `folder` up to the longest published log. Throws a Failure if a published log contradicts it or
 * belongs to another hub, or if a witness has seen more leaves.
 */
export async function goOnLog(going: GoOn): Promise<RestoredLog> {
  const { folder, file, log: described, seen, witnesses } = going;
  const own = readHead(folder);
  if (own?.size !== described.size || own.origin !== described.origin)
    throw new Failure(`${file} is damaged: its log is not the one that it describes. Nothing was restored.`);
  const policy = policyOf(own, going);
  for (const log of seen) await refuseFork(own, log, going, policy);
  const longest = longestOf(seen, own.size);
  if (longest && longest.head.size > own.size) await take(folder, own, longest);
  const head = readHead(folder)!;
  const { size, origin } = head;
  const faults = head.note.signatures.length > 0 ? await askAll(folder, head, witnesses) : [];
  const { day } = await dayAt(folder, size);
  return { origin, size, more: size - own.size, from: longest?.name ?? null, day, faults };
}

/**
 * Makes the policy for published logs. If the restored log is signed, a key that the backup or the operator names must
 * have signed them.
 */
function policyOf({ note, origin }: Head, { log: described, keys, file }: GoOn): LogPolicy {
  if (note.signatures.length === 0) return { keys: [] };
  const known = [...described.keys.flatMap((line) => parseVerifierKey(line) ?? []), ...keys];
  const own = known.filter(({ name, type }) => name === origin && type === 'ed25519');
  if (own.length > 0) return { keys: own };
  throw new Failure(
    `The log ${origin} in ${file} is signed, and the file names none of its keys: set HUB_SIGNING_KEY, so that what was published of it can be checked.`,
  );
}

async function refuseFork(own: Head, { name, read, head }: SeenLog, { folder, file }: GoOn, policy: LogPolicy) {
  const another = (what: string) =>
    new Failure(
      `${name} shows ${what} than the log ${own.origin} in ${file} (${counted(own.size, 'leaf', 'leaves')}), and nothing was restored. ` +
        'Name the HUB_DIST of this hub, or another one; where nobody has seen that log, remove it, and restore again.',
    );
  if (head.origin !== own.origin) throw another(`another log, ${head.origin},`);
  checkShown(head.text, name, policy);
  const isLonger = head.size >= own.size;
  const [newer, older, files] = isLonger ? [head, own, read] : [own, head, filesIn(folder)];
  try {
    if (await beginsWith(new CheckedTiles([files], newer).files, newer, older)) return;
  } catch (error) {
    throw error instanceof LogDamage ? unreadable(name, error) : error;
  }
  throw another(`other leaves (${head.size})`);
}

/** Returns the longest log of `seen` that has at least `size` leaves; undefined if there is none. */
const longestOf = (seen: readonly SeenLog[], size: number) =>
  seen.filter(({ head }) => head.size >= size).toSorted((one, other) => other.head.size - one.head.size)[0];

/**
 * Throws a Failure if no published log has at least as many leaves as the backup: leaves may have been published since.
 */
export function refuseUnknownEnd(file: string, { origin, size }: GoOn['log'], seen: readonly SeenLog[]): void {
  if (longestOf(seen, size)) return;
  throw new Failure(
    `The log ${origin} may have been published beyond its ${counted(size, 'leaf', 'leaves')} in ${file}, and no place here shows it that far: ` +
      'name with --log an export, a bucket or an address that has the log; if none is left, --go-on ' +
      'continues it from there, and readers and witnesses that have seen more refuse it from then on.',
  );
}

/**
 * Shows the log's checkpoint to the witnesses. Throws a Failure if a witness has seen more leaves, or another log.
 * Returns the faults of all other witnesses.
 */
async function askAll(folder: string, head: Head, witnesses: readonly Witness[]): Promise<string[]> {
  const { asked } = await askWitnesses(folder, head, witnesses);
  const against = asked.flatMap(({ fault, contradicts }) => (contradicts && fault ? [fault] : []));
  if (against.length > 0) throw new Failure(`${against.join(' ')} Nothing was restored.`);
  return asked.flatMap(({ fault }) => fault ?? []);
}

/** Checks the checkpoint that `name` shows. Throws a Failure if its signatures don't meet the policy. */
function checkShown(text: string, name: string, policy: LogPolicy): void {
  try {
    checkCheckpoint(text, policy);
  } catch (error) {
    if (!(error instanceof ProofFault)) throw error;
    throw new Failure(`The log of ${name} is refused, and nothing was taken. ${error.message}`);
  }
}

/** Appends the leaves of a published log that the log `own` in `folder` lacks, each checked against its root. */
async function take(folder: string, own: Head, { name, read, head }: SeenLog): Promise<void> {
  try {
    const checked = new CheckedTiles([read], head);
    const out = new LogFolderWriter(folder);
    const edge = await new CheckedTiles([filesIn(folder)], own).edge();
    const tiles = new TileWriter((tile, bytes) => out.put(tilePath(tile), bytes()), edge);
    while (tiles.size < head.size) {
      const from = tiles.size % TILE_WIDTH;
      const { entries, hashes } = await checked.leaves(Math.floor(tiles.size / TILE_WIDTH));
      for (const [at, entry] of entries.entries()) if (at >= from) tiles.add(entry, hashes[at]!);
    }
    tiles.finish();
    out.flush();
  } catch (error) {
    throw error instanceof LogDamage ? unreadable(name, error) : error;
  }
  writeDurably(join(folder, CHECKPOINT), head.text);
}

const unreadable = (name: string, { message }: LogDamage) =>
  new Failure(`The log of ${name} can’t be read, and nothing was restored. ${message}`);
