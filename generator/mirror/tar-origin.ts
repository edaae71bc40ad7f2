// Reads a tar file for a mirror. Stores its objects as they come, and checks each against the address in its name.

import { bytesUpTo } from '../../src/basics/joined-bytes.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { takeObject } from '../days/take-object.ts';
import { eachTarEntry, type TarEntry } from '../files/tar-file.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { readDays } from './archive-days.ts';
import { MOST_ARCHIVE, type ObjectOrigin, type TakenCount, type ToldDay } from './object-origin.ts';
import { DAYS_FILE, DAYS_FORMAT, parseEntryName, parseLogEntryName, parseToldLog } from './tar-layout.ts';
import type { TarDays, TarLog } from './tar-log.ts';

interface TarInput {
  path: string;
  store: ObjectStore;
  /** Takes the log in the tar file. */
  log: TarLog;
  progress: Progress;
}

/**
 * Takes the log of the tar file at `path`, and then all its objects into `store`. Returns an ObjectOrigin that lists
 * the days. All of their objects are then in `store`. Throws a Failure that names a wrong entry. If the log is refused,
 * throws before taking any object.
 */
export async function openTarOrigin({ path, store, log, progress }: TarInput): Promise<ObjectOrigin> {
  const reader = new TarReader(path, store, log);
  await eachTarEntry(path, progress, (entry) => reader.take(entry));
  const list = await reader.end();
  const lacks = (address: Address): never => {
    throw new Failure(`${path} lacks the object ${address}, which one of its days names.`);
  };
  return {
    name: path,
    taken: reader.taken,
    days: async () => list,
    object: async () => undefined,
    withdrawn: async (id, address) =>
      reader.purged.has(address) ? `${id} was withdrawn where ${path} was written.` : undefined,
    catalog: async (address) => lacks(address),
  };
}

/** Takes the entries of a tar file in their order. */
class TarReader {
  readonly taken: TakenCount = { objects: 0, bytes: 0 };
  readonly #path: string;
  readonly #store: ObjectStore;
  readonly #log: TarLog;
  #list: TarDays | undefined;
  /** True if the file has a log. */
  #hasLog = false;
  /** True once the first object has come. After that, no more files of the log may come. */
  #isLogTaken = false;

  constructor(path: string, store: ObjectStore, log: TarLog) {
    this.#path = path;
    this.#store = store;
    this.#log = log;
  }

  async take({ header: { name, size, type }, body }: TarEntry): Promise<void> {
    const address = parseEntryName(name);
    const ofLog = parseLogEntryName(name);
    if (type !== 'file' || (name !== DAYS_FILE && !address && ofLog === undefined))
      throw new Failure(`${this.#path} holds ${JSON.stringify(name)}, which does not belong there.`);
    if (address) {
      if (this.taken.objects === 0 && (this.#list || this.#hasLog)) await this.#takeLog();
      const { found, bytes } = await takeObject(this.#store, address, body);
      if (found !== address) throw new Failure(`${this.#path} is damaged: the bytes of ${address} hash to ${found}.`);
      this.taken.bytes += bytes;
      this.taken.objects++;
    } else if (ofLog !== undefined) await this.#addToLog(ofLog, size, body);
    else await this.#tell(body);
  }

  get purged(): ReadonlySet<string> {
    return this.#list?.purged ?? new Set();
  }

  /**
   * Takes the log if no object has come, and returns the days, newest first. Throws a Failure if the file lists no
   * days.
   */
  async end(): Promise<ToldDay[]> {
    if (!this.#list) throw this.#withoutDays();
    await this.#takeLog();
    return this.#list.days;
  }

  async #addToLog(path: string, size: number, body: TarEntry['body']): Promise<void> {
    if (this.taken.objects > 0) throw this.#misplaced('a part of its log behind objects');
    this.#hasLog = true;
    await this.#log.add(path, size, async () => (await bytesUpTo(size, body))!);
  }

  async #tell(body: TarEntry['body']): Promise<void> {
    if (this.#list) throw this.#misplaced(`${DAYS_FILE} twice`);
    const bytes = await bytesUpTo(MOST_ARCHIVE, body);
    this.#list = bytes && daysIn(bytes);
    if (!this.#list) throw this.#withoutDays();
    // days.json announces a log, which would have had to come before the objects.
    if (this.#list.log && this.taken.objects > 0) throw this.#misplaced(`a log, and ${DAYS_FILE} behind objects`);
  }

  /** Takes the log, if there is one. Callers call it before they take the first object. */
  async #takeLog(): Promise<void> {
    if (this.#isLogTaken) return;
    this.#isLogTaken = true;
    if (!this.#list) throw this.#misplaced(`a log, and no ${DAYS_FILE} before its objects`);
    await this.#log.take(this.#list);
  }

  #withoutDays(): Failure {
    return new Failure(
      `${this.#path} has no ${DAYS_FILE} that this version reads; "model-hub mirror --to" writes such files.`,
    );
  }

  #misplaced(what: string): Failure {
    return new Failure(`${this.#path} holds ${what}. Write it again with "model-hub mirror --to".`);
  }
}

/** Parses days.json; undefined if it lists no days. */
function daysIn(bytes: Uint8Array): TarDays | undefined {
  try {
    const list = JSON.parse(Buffer.from(bytes).toString()) as { format?: unknown; log?: unknown; purged?: unknown };
    const days = list?.format === DAYS_FORMAT ? readDays(list) : undefined;
    const { log, purged } = list;
    return days && { days, log: parseToldLog(log), purged: new Set(Array.isArray(purged) ? purged : []) };
  } catch {
    return undefined;
  }
}
