// Lays out a backup as a tar file. It only takes files of HUB_DATA that are listed here, each by its name and shape, and so
// no keys.
//
// backup.json its time, the log's keys, and the stores elsewhere index.json the pointer; absent where nothing was imported
// takedowns.json models whose cards are taken down purged.json objects that were removed for good hub.db, crawl.db copies
// of the databases, whole log/ the log of this hub: its checkpoint, and the tiles that it names logs/<name>/ copies of
// other logs: the same, and `trusted-keys` published/<2>/<62> published objects, as they are kept objects/<2>/<62> every
// object of every day, by the BLAKE3 of its bytes SHA256SUMS the SHA-256 of each file before it, as `sha256sum -c` reads it
import { parseLogPath } from '../../src/log/log-paths.ts';
import { type Address, objectName, parseObjectName } from '../../src/nouns/address.ts';

export const BACKUP_FORMAT = 'hub.model-hub.backup/v1';
export const HEAD_FILE = 'backup.json';
export const SUMS_FILE = 'SHA256SUMS';
/** The file of a copied log with the public keys that it was checked by. */
export const TRUSTED_KEYS = 'trusted-keys';

/** A store that existed at the time of the backup, and that a backup can't hold. */
export interface Elsewhere {
  /** The variable that sets it. */
  variable: 'HUB_DATABASE' | 'HUB_OBJECTS' | 'HUB_TREE';
  /** Its name for people, without a secret. */
  place: string;
  /** The commands of its own tools that save it. */
  save: string;
  load: string;
}

/** The content of backup.json. */
export interface BackupHead {
  format: typeof BACKUP_FORMAT;
  /** The time when it was begun. */
  made: string;
  /** The day in force; absent before the first import. */
  snapshot?: string;
  /** The log and the public keys that sign it; absent before the first build. */
  log?: { origin: string; size: number; keys: string[] };
  elsewhere: Elsewhere[];
}

/** The databases, each by its name in a backup and in HUB_DATA. */
export const DATABASES = ['hub.db', 'crawl.db'] as const;

/** Lists of HUB_DATA that stand beside the days, each by its name in a backup and in HUB_DATA. */
export const LISTS = ['takedowns.json', 'purged.json'] as const;

/** The kind of an entry of a backup, by its name. */
type BackupEntry = { kind: 'file' | 'database' | 'sums' } | { kind: 'object' | 'published'; address: Address };

const MIB = 2 ** 20;

/** Names the kind of the entry called `name`, and its most bytes; undefined for a name that no backup has. */
export function parseBackupEntry(name: string): (BackupEntry & { most: number }) | undefined {
  if (name === HEAD_FILE) return { kind: 'file', most: MIB };
  if (name === 'index.json' || LISTS.some((list) => list === name)) return { kind: 'file', most: 64 * MIB };
  if (name === SUMS_FILE) return { kind: 'sums', most: Number.POSITIVE_INFINITY };
  if (DATABASES.some((database) => database === name)) return { kind: 'database', most: Number.POSITIVE_INFINITY };
  const [, kind, object = ''] = /^(objects|published)\/(.+)$/.exec(name) ?? [];
  const address = parseObjectName(object);
  // The bytes of such an entry need no bound: their hash must be the one in its name.
  if (address) return { kind: kind === 'objects' ? 'object' : 'published', address, most: Number.POSITIVE_INFINITY };
  return parseLogEntry(name);
}

/** The folder name of a copied log, as `encodeURIComponent` makes it. */
const COPY = /^logs\/((?!\.+\/)[A-Za-z0-9_.!~*'()%+-]{1,255})\/(.+)$/;

function parseLogEntry(name: string): { kind: 'file'; most: number } | undefined {
  const ofCopy = COPY.exec(name)?.[2];
  if (ofCopy === TRUSTED_KEYS) return { kind: 'file', most: MIB };
  const path = ofCopy ?? /^log\/(.+)$/.exec(name)?.[1];
  const found = path === undefined ? undefined : parseLogPath(path);
  const isKept = found && ['checkpoint', 'hashes', 'entries'].includes(found.kind) && !path!.startsWith('days/');
  return isKept ? { kind: 'file', most: found.most } : undefined;
}

/** The name of the entry of an object. */
export const objectEntry = (folder: 'objects' | 'published', address: Address) => `${folder}/${objectName(address)}`;

/** Parses backup.json; undefined for one of another version. */
export function parseBackupHead(text: string): BackupHead | undefined {
  try {
    const head = JSON.parse(text) as BackupHead;
    const isHead = head?.format === BACKUP_FORMAT && typeof head.made === 'string' && Array.isArray(head.elsewhere);
    return isHead && (!head.log || Array.isArray(head.log.keys)) ? head : undefined;
  } catch {
    return undefined;
  }
}
