// The files in a backup, which is a tar file. A backup holds these files of HUB_DATA and no others, so it has no
// signing key:
// - `backup.json`: the time of the backup, the log's public keys, and the stores that the backup can't hold
// - `index.json`: the pointer to the day in force; absent before the first import
// - `takedowns.json`: models whose cards are taken down
// - `purged.json`: objects that were removed for good
// - `hub.db`, `crawl.db`: whole copies of the databases
// - `log/`: the log of this hub, which is its checkpoint and the tiles that the checkpoint names
// - `published/<2>/<62>`: published objects in the form in which they are stored
// - `objects/<2>/<62>`: every object of every day, by the BLAKE3 hash of its bytes
// - `SHA256SUMS`: the SHA-256 of each file before it, in the form that `sha256sum -c` reads
import { parseLogPath } from '../../src/log/log-paths.ts';
import { type Address, objectName, parseObjectName } from '../../src/nouns/address.ts';

export const BACKUP_FORMAT = 'hub.model-hub.backup/v1';
export const HEAD_FILE = 'backup.json';
export const SUMS_FILE = 'SHA256SUMS';

/** A store that the hub had at the time of the backup, and that a backup can't hold. */
export interface Elsewhere {
  /** The environment variable that names the store. */
  variable: 'HUB_DATABASE' | 'HUB_OBJECTS' | 'HUB_TREE';
  /** The store's name for people, without a secret. */
  place: string;
  /** The commands that save and load the store with its own tools. */
  save: string;
  load: string;
}

/** The content of backup.json. */
export interface BackupHead {
  format: typeof BACKUP_FORMAT;
  /** The time when the backup was begun (RFC 3339). */
  made: string;
  /** The day in force; absent before the first import. */
  snapshot?: string;
  /** The log, and the public keys of its signatures; absent before the first build. */
  log?: { origin: string; size: number; keys: string[] };
  elsewhere: Elsewhere[];
}

/** The databases. Their names in a backup are the same as in HUB_DATA. */
export const DATABASES = ['hub.db', 'crawl.db'] as const;

/** The files of HUB_DATA that hold a list and belong to no day. Their names in a backup are the same as in HUB_DATA. */
export const LISTS = ['takedowns.json', 'purged.json'] as const;

/** The kind of an entry in a backup. */
type BackupEntry = { kind: 'file' | 'database' | 'sums' } | { kind: 'object' | 'published'; address: Address };

const MIB = 2 ** 20;

/** Gives the kind of the entry `name`, and its maximum size in bytes. Gives undefined for a name that no backup has. */
export function parseBackupEntry(name: string): (BackupEntry & { most: number }) | undefined {
  if (name === HEAD_FILE) return { kind: 'file', most: MIB };
  if (name === 'index.json' || LISTS.some((list) => list === name)) return { kind: 'file', most: 64 * MIB };
  if (name === SUMS_FILE) return { kind: 'sums', most: Number.POSITIVE_INFINITY };
  if (DATABASES.some((database) => database === name)) return { kind: 'database', most: Number.POSITIVE_INFINITY };
  const [, kind, object = ''] = /^(objects|published)\/(.+)$/.exec(name) ?? [];
  const address = parseObjectName(object);
  // An object needs no limit, because its name holds the hash that its bytes must have.
  if (address) return { kind: kind === 'objects' ? 'object' : 'published', address, most: Number.POSITIVE_INFINITY };
  return parseLogEntry(name);
}

/**
 * Matches the path of a file of a copied log, which backups of version 0.2 have below `logs/<name>/`, with the keys by
 * which it was checked. A restore reads past these files.
 */
const COPY = /^logs\/(?!\.+\/)[A-Za-z0-9_.!~*'()%+-]{1,255}\/(.+)$/;

function parseLogEntry(name: string): { kind: 'file'; most: number } | undefined {
  const ofCopy = COPY.exec(name)?.[1];
  if (ofCopy === 'trusted-keys') return { kind: 'file', most: MIB };
  const path = ofCopy ?? /^log\/(.+)$/.exec(name)?.[1];
  const found = path === undefined ? undefined : parseLogPath(path);
  return found && ['checkpoint', 'hashes', 'entries'].includes(found.kind)
    ? { kind: 'file', most: found.most }
    : undefined;
}

/** Returns the name that an object has in a backup. */
export const objectEntry = (folder: 'objects' | 'published', address: Address) => `${folder}/${objectName(address)}`;

/** Parses backup.json. Gives undefined if its format is not BACKUP_FORMAT, or if a field has the wrong type. */
export function parseBackupHead(text: string): BackupHead | undefined {
  try {
    const head = JSON.parse(text) as BackupHead;
    const isHead = head?.format === BACKUP_FORMAT && typeof head.made === 'string' && Array.isArray(head.elsewhere);
    return isHead && (!head.log || Array.isArray(head.log.keys)) ? head : undefined;
  } catch {
    return undefined;
  }
}
