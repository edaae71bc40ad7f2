// The files in a backup, which is a tar file. A backup holds these files of HUB_DATA and no others, so it has no
// signing key:
// - `backup.json`: the time of the backup, and the stores that the backup can't hold
// - `index.json`: the pointer to the day in force; absent before the first import
// - `takedowns.json`: models whose cards are taken down
// - `purged.json`: objects that were removed for good
// - `hub.db`, `crawl.db`: whole copies of the databases
// - `log/`: the log of this hub, which is its checkpoint and the tiles that the checkpoint names
// - `published/<2>/<62>`: published objects in the form in which they are stored
// - `objects/<2>/<62>`: every object of every day, by the BLAKE3 hash of its bytes
// - `SHA256SUMS`: the SHA-256 of each file before it, in the form that `sha256sum -c` reads
import type { Hash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readPublished } from '../../functions/stores/objects/object-file.ts';
import { postgresName } from '../../functions/stores/sql/rows.ts';
import { MAX_OBJECT } from '../../src/basics/limits.ts';
import { parseLogPath } from '../../src/log/tiles.ts';
import { type Address, objectName, parseObjectName } from '../../src/nouns/address.ts';
import { formatBucketAddress } from '../../src/nouns/url-base.ts';
import { type BucketPlace, type Config, CRAWL_DATABASE } from '../../src/service/config.ts';
import type { Bytes } from '../../src/tree/store.ts';
import { diskRefusal } from '../files/full-disk.ts';
import { Failure } from '../process/failure.ts';

export const BACKUP_FORMAT = 'hub.model-hub.backup/v1';
export const HEAD_FILE = 'backup.json';
export const SUMS_FILE = 'SHA256SUMS';

/** The content of backup.json. */
export interface BackupHead {
  format: typeof BACKUP_FORMAT;
  /** The time when the backup was begun (RFC 3339). */
  made: string;
  /** The day in force; absent before the first import. */
  snapshot?: string;
  /** The log; absent before the first build. */
  log?: { origin: string; size: number };
  /** The stores that the hub had and that a backup can't hold. */
  elsewhere: readonly string[];
}

/** The databases. Their names in a backup are the same as in HUB_DATA. */
export const DATABASES = ['hub.db', CRAWL_DATABASE] as const;

/** The files of HUB_DATA that hold a list and belong to no day. Their names in a backup are the same as in HUB_DATA. */
export const LISTS = ['takedowns.json', 'purged.json'] as const;

/** The kind of an entry in a backup. */
type BackupEntry = { kind: 'file' | 'database' | 'sums' } | { kind: 'object' | 'published'; address: Address };

const MIB = 2 ** 20;
/** The maximum size in bytes of an object: the catalog of a million models has half a gigabyte. */
const MOST_OBJECT = 2 ** 31;

/** Gives the kind of the entry `name`, and its maximum size in bytes. Gives undefined for a name that no backup has. */
export function parseBackupEntry(name: string): (BackupEntry & { most: number }) | undefined {
  if (name === HEAD_FILE) return { kind: 'file', most: MIB };
  if (['index.json', ...LISTS].includes(name)) return { kind: 'file', most: 64 * MIB };
  // The reader knows the size of SHA256SUMS, and a database may have any.
  const most = Number.POSITIVE_INFINITY;
  if (name === SUMS_FILE) return { kind: 'sums', most };
  if (DATABASES.some((database) => database === name)) return { kind: 'database', most };
  const [, folder, rest = ''] = /^(objects|published|log)\/(.+)$/.exec(name) ?? [];
  const address = parseObjectName(rest);
  if (folder === 'objects') return address && { kind: 'object', address, most: MOST_OBJECT };
  if (folder === 'published') return address && { kind: 'published', address, most: MAX_OBJECT + MIB };
  const found = parseLogPath(rest);
  return found && found.kind !== 'keys' && found.kind !== 'models' ? { kind: 'file', most: found.most } : undefined;
}

/** Parses backup.json. Gives undefined if its format is not BACKUP_FORMAT, or if a field has the wrong type. */
export function parseBackupHead(text: string): BackupHead | undefined {
  try {
    const head = JSON.parse(text) as BackupHead;
    const isHead = head?.format === BACKUP_FORMAT && typeof head.made === 'string' && Array.isArray(head.elsewhere);
    return isHead ? head : undefined;
  } catch {
    return undefined;
  }
}

/** Names the stores of `config` that no backup can hold, without their secrets: buckets, and a database on a server. */
export function findElsewhere({ database, published, tree }: Config): string[] {
  const bucket = (variable: string, place: object) =>
    'bucket' in place ? [`the bucket ${formatBucketAddress(place.bucket as BucketPlace)} (${variable})`] : [];
  return [
    ...(database.kind === 'postgres'
      ? [`${postgresName(database.url.reveal()).replace(/^The/, 'the')} (HUB_DATABASE)`]
      : []),
    ...bucket('HUB_OBJECTS', published),
    ...bucket('HUB_TREE', tree),
  ];
}

/** Says in a line which stores are not in a backup; gives no line if all are. */
export const elsewhereLines = (elsewhere: readonly string[]): string[] =>
  elsewhere.length === 0
    ? []
    : [`Not in the backup: ${elsewhere.join(', ')}. Save and load them with their own tools: pg_dump, aws s3 sync.`];

/** Formats the line of one file in SHA256SUMS. */
export const sumLine = (sha256: string, name: string) => `${sha256}  ${name}\n`;

/** Passes on the bytes of an entry, and adds them to `hash`. */
export async function* hashing(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, hash: Hash) {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Gives the path of this hub's database with this name. */
export const databasePath = ({ data, database }: Config, name: (typeof DATABASES)[number]) =>
  name === 'hub.db' && database.kind === 'sqlite' ? database.path : join(data, name);

/** The milliseconds to wait for a lock of the database. No process holds a lock that long, even to change tables. */
const LOCKED_MS = 10_000;

/**
 * Copies the database at `path`, in its state at one moment, to a new file. Other processes can write to it meanwhile.
 * Throws a Failure if the database is damaged.
 */
export function copyDatabase(path: string, to: string): void {
  inDatabase(path, path, (database) => database.prepare('VACUUM INTO ?').run(to));
  testDatabase(to, path);
}

/** Reads the whole database at `path`. Throws a Failure when it is damaged; the message calls it `name`. */
export function testDatabase(path: string, name: string): void {
  inDatabase(path, name, (database) => {
    const [said] = Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {});
    if (said !== 'ok') throw new Error(String(said));
  });
}

function inDatabase(path: string, name: string, work: (database: DatabaseSync) => unknown): void {
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: LOCKED_MS });
    try {
      work(database);
    } finally {
      database.close();
    }
  } catch (error) {
    if (diskRefusal(error) !== undefined) throw error;
    const why = (error as Error).message.replace(/\.$/, '');
    throw new Failure(`The database ${name} can’t be read whole: ${why}. Put it back from a backup.`);
  }
}

/** Reads the file of a published object in a folder. Throws a Failure when the file is missing or damaged. */
export async function refuseDamage(folder: Bytes, address: Address): Promise<void> {
  const found = await readPublished(folder, address);
  if (found && !('damage' in found)) return;
  const why = found ? `: ${found.damage}` : '';
  const path = join(folder.address, objectName(address));
  throw new Failure(
    `The published object ${address} (${path}) is damaged${why}. Put it back from a backup, or remove it and publish it again.`,
  );
}
