// Unpacks a backup into a folder in the form of HUB_DATA while it is read. Refuses an entry with a name, size or hash
// that no backup can have.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { FolderBytes } from '../../functions/stores/bytes/folder-bytes.ts';
import { objectName } from '../../src/nouns/address.ts';
import {
  type BackupHead,
  HEAD_FILE,
  hashing,
  parseBackupEntry,
  parseBackupHead,
  refuseDamage,
  SUMS_FILE,
  sumLine,
} from '../backup/backup-layout.ts';
import { openObjectStore } from '../days/object-store.ts';
import { takeObject } from '../days/object-writer.ts';
import { eachTarEntry, type TarEntry } from '../files/tar-file.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';

/** The content of a backup. */
export interface ReadBackup {
  head: BackupHead;
  objects: number;
  published: number;
  databases: string[];
}

/**
 * Unpacks the backup `file` into `folder`. Calls `onHead` with its head before it reads the rest. Throws a Failure that
 * names what is wrong with the file; the caller removes what the folder has then.
 */
export async function unpackBackup(
  file: string,
  folder: string,
  progress: Progress,
  onHead: (head: BackupHead) => Promise<void>,
): Promise<ReadBackup> {
  const store = openObjectStore(join(folder, 'objects'));
  const published = new FolderBytes(join(folder, 'objects/published'));
  const read: Omit<ReadBackup, 'head'> = { objects: 0, published: 0, databases: [] };
  /** The hash of the lines that SHA256SUMS must have, and those lines of entries that have no hash in their name. */
  const lines = createHash('sha256');
  let length = 0;
  const named = new Map<string, string>();
  let head: BackupHead | undefined;
  let isEnded = false;

  const holds = (name: string, what: string) =>
    new Failure(
      `${file} holds ${JSON.stringify(name.slice(0, 300))}, ${what}: "model-hub backup" did not write this file. Nothing was restored.`,
    );
  const damaged = (name: string, why: string) =>
    new Failure(`${file} is damaged at ${name}: ${why}. Nothing was restored: take another copy of it.`);

  /** Compares SHA256SUMS with the entries before it. */
  const compare = async (size: number, body: TarEntry['body']) => {
    const found = createHash('sha256');
    let wrong: string | undefined;
    if (size > 2 * length) throw damaged(SUMS_FILE, `it has ${size} bytes where ${length} are right`);
    for await (const line of createInterface({ input: Readable.from(hashing(body, found)) })) {
      const [sum, name] = [line.slice(0, 64), line.slice(66)];
      if (named.has(name) && named.get(name) !== sum) wrong ??= name;
    }
    if (found.digest('hex') !== lines.digest('hex'))
      throw damaged(wrong ?? SUMS_FILE, 'its SHA256SUMS names other hashes or files than those that are there');
    isEnded = true;
  };
  const readHead = async (path: string) => {
    head = parseBackupHead(readFileSync(path, 'utf8'));
    if (!head)
      throw new Failure(`${file} is a backup of another version than this one reads: restore with that version.`);
    await onHead(head);
  };

  await eachTarEntry(file, HEAD_FILE, progress, async ({ header: { name, size, type }, body }) => {
    const entry = parseBackupEntry(name);
    if (type !== 'file' || !entry) throw holds(name, 'which is no part of a backup');
    if (size > entry.most) throw holds(name, `of ${size} bytes, which no backup has`);
    if (isEnded) throw holds(name, `behind its ${SUMS_FILE}`);
    if (entry.kind === 'sums') return compare(size, body);
    const sha256 = createHash('sha256');
    const chunks = hashing(body, sha256);
    if (entry.kind === 'object') {
      const { found } = await takeObject(store, entry.address, chunks);
      if (found !== entry.address) throw damaged(name, `its bytes hash to ${found}`);
      read.objects++;
    } else {
      const path = entry.kind === 'published' ? join(published.address, objectName(entry.address)) : join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      await writeFile(path, chunks, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? holds(name, 'and holds it twice') : error;
      });
    }
    if (entry.kind === 'published') {
      await refuseDamage(published, entry.address);
      read.published++;
    } else if (entry.kind !== 'object') named.set(name, sha256.copy().digest('hex'));
    if (entry.kind === 'database') read.databases.push(name);
    const line = sumLine(sha256.digest('hex'), name);
    lines.update(line);
    length += line.length;
    if (name === HEAD_FILE) await readHead(join(folder, name));
  });
  if (!isEnded) throw new Failure(`${file} ends before its ${SUMS_FILE}: copy it once more.`);
  return { head: head!, ...read };
}
