// Remembers facts from one crawl to the next: the SHA-256 of small files by their git SHA-1, headers by SHA-256,
// listings, and the progress of a day.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { dayOf } from '../../src/nouns/calendar.ts';
import { compareBytewise } from '../../src/nouns/file-path.ts';
import type { GgufFacts } from '../../src/shapes/objects.ts';
import type { UpstreamModel } from './hub-upstream.ts';
import type { KnownModel, OtherFound } from './others/other-source.ts';

/** The facts in the header of a GGUF file, or the number of values by data type in a safetensors file. */
export type KnownHeader = GgufFacts | Record<string, number>;

/** The import row of a found model. The sources in `others`, which were asked too, are added to the row later. */
export interface FoundRow {
  kind: 'row';
  row: KnownModel & { sources: object[] };
  others: OtherFound[];
  /** The paths of files whose header can't be read. */
  headless: string[];
}

/** The result of looking at a model. */
export type Found =
  | FoundRow
  | { kind: 'gated' }
  /** The upstream does not have the model, or gives it to nobody. */
  | { kind: 'gone' }
  | { kind: 'renamed'; to: string }
  /** The upstream did not answer, or gave a wrong answer. */
  | { kind: 'unreached'; reason: string };

interface SmallFile {
  sha256: string;
  size: number;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS small_files (git TEXT PRIMARY KEY, sha256 TEXT NOT NULL, size INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS headers (sha256 TEXT PRIMARY KEY, facts TEXT) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS cards (sha256 TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS found (day TEXT, id TEXT, found TEXT NOT NULL, PRIMARY KEY (day, id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS looked (id TEXT PRIMARY KEY, day TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS due (id TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS plan (one INTEGER PRIMARY KEY CHECK (one = 1), mark INTEGER, day TEXT);
  CREATE TABLE IF NOT EXISTS absent (id TEXT PRIMARY KEY, times INTEGER NOT NULL, until TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS listed (day TEXT, id TEXT, told TEXT NOT NULL, PRIMARY KEY (day, id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS asked (day TEXT, owner TEXT, PRIMARY KEY (day, owner)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS places (place TEXT, files TEXT, PRIMARY KEY (place, files)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS models (id TEXT PRIMARY KEY, revision TEXT NOT NULL, files TEXT NOT NULL) WITHOUT ROWID;
`;

/**
 * The version of the entries about whole models. A database with an older version loses these entries, because older
 * code stored less. Its entries about single files stay valid.
 */
const VERSION = 1;

/**
 * The time in milliseconds during which writes share a transaction, because a transaction for each write would cost
 * more than the write itself. A killed process loses the writes of an open transaction.
 */
const TOGETHER_MS = 100;

const MOST_DOUBLINGS = 7;

/** Opens the file `crawl.db` in HUB_DATA. The caller must hold the lock of that folder. */
export class CrawlMemory {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** The timer that ends the open transaction. */
  #timer: NodeJS.Timeout | undefined;
  /** The reason why the last transaction failed. */
  #fault: unknown;

  constructor(data: string) {
    mkdirSync(data, { recursive: true });
    this.#database = new DatabaseSync(join(data, 'crawl.db'));
    // With `synchronous = NORMAL` a power cut may lose the last entries. Later runs fetch them again.
    const { user_version } = this.#database.prepare('PRAGMA user_version').get() as { user_version: number };
    const dated = user_version < VERSION ? 'DROP TABLE IF EXISTS found; DROP TABLE IF EXISTS models;' : '';
    this.#database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${dated} ${SCHEMA}`);
    this.#database.exec(`PRAGMA user_version = ${VERSION}`);
  }

  /** Gives the SHA-256 and size of the file with this git SHA-1; undefined when it was never read. */
  smallFile(git: string): SmallFile | undefined {
    return this.#run('SELECT sha256, size FROM small_files WHERE git = ?').get(git) as SmallFile | undefined;
  }

  keepSmallFile(git: string, { sha256, size }: SmallFile): void {
    this.#write('INSERT OR REPLACE INTO small_files VALUES (?, ?, ?)', git, sha256, size);
  }

  /**
   * Gives the facts in the header of the file with this SHA-256. Null means that the file has no readable header.
   * Undefined means that nobody has tried to read it.
   */
  header(sha256: string): KnownHeader | null | undefined {
    return this.#parsed('SELECT facts FROM headers WHERE sha256 = ?', sha256);
  }

  keepHeader(sha256: string, facts: KnownHeader | null): void {
    this.#write('INSERT OR REPLACE INTO headers VALUES (?, ?)', sha256, JSON.stringify(facts));
  }

  /** Gives the text of the card whose file has this SHA-256; undefined when it is not kept. */
  card(sha256: string): string | undefined {
    const row = this.#run('SELECT text FROM cards WHERE sha256 = ?').get(sha256) as { text: string } | undefined;
    return row?.text;
  }

  keepCard(sha256: string, text: string): void {
    this.#write('INSERT OR REPLACE INTO cards VALUES (?, ?)', sha256, text);
  }

  forgetCard(sha256: string): void {
    this.#write('DELETE FROM cards WHERE sha256 = ?', sha256);
  }

  /** Gives the files of a model that were read at `revision`; undefined when none were read. */
  files(id: string, revision: string): object[] | undefined {
    return this.#parsed('SELECT files FROM models WHERE id = ? AND revision = ?', id, revision);
  }

  keepFiles(id: string, revision: string, files: readonly object[]): void {
    this.#write('INSERT OR REPLACE INTO models VALUES (?, ?, ?)', id, revision, JSON.stringify(files));
  }

  /** Gives the result that an earlier run of `day` had for a model; undefined if there is none. */
  found(day: string, id: string): Found | undefined {
    return this.#parsed('SELECT found FROM found WHERE day = ? AND id = ?', day, id);
  }

  keepFound(day: string, id: string, found: Found): void {
    this.#write('INSERT OR REPLACE INTO found VALUES (?, ?, ?)', day, id, JSON.stringify(found));
    this.#write('INSERT OR REPLACE INTO looked VALUES (?, ?)', id, day);
  }

  /** Lists the indexed models that a run must look at. A model stays on the list until its result is in force. */
  due(): string[] {
    return this.#run('SELECT id FROM due')
      .all()
      .map(({ id }) => id as string);
  }

  /** Lists the models for which runs of `day` have a result. */
  foundOn(day: string): string[] {
    return this.#run('SELECT id FROM found WHERE day = ?')
      .all(day)
      .map(({ id }) => id as string);
  }

  /**
   * Gives `mark`, the time up to which changes are known (milliseconds since 1970), and the day for which the due
   * models were chosen.
   */
  plan(): { mark: number | undefined; day: string | undefined } {
    const row = this.#run('SELECT mark, day FROM plan').get() as
      | { mark: number | null; day: string | null }
      | undefined;
    return { mark: row?.mark ?? undefined, day: row?.day ?? undefined };
  }

  /** Stores `mark` and the due models of `day` in one transaction, so that a killed process loses both or neither. */
  keepPlan(day: string, due: Iterable<string>, mark: number | undefined): void {
    this.#write('DELETE FROM due');
    for (const id of due) this.#write('INSERT OR IGNORE INTO due VALUES (?)', id);
    this.#write('INSERT OR REPLACE INTO plan VALUES (1, ?, ?)', mark ?? null, day);
  }

  /** Removes from the due models those that runs of `day` have reached, because their results are in force now. */
  settle(day: string): void {
    this.#write(
      `DELETE FROM due WHERE id IN (SELECT id FROM found WHERE day = ? AND json_extract(found, '$.kind') <> 'unreached')`,
      day,
    );
  }

  /**
   * Records that `id` was not found on `day`. The model then waits for two days, and twice as long each further time,
   * at most 128 days.
   */
  keepAbsent(day: string, id: string): void {
    const times = (this.absence(day, id)?.times ?? 0) + 1;
    const until = dayOf(Date.parse(day) + 86_400_000 * 2 ** Math.min(times, MOST_DOUBLINGS));
    this.#write('INSERT OR REPLACE INTO absent VALUES (?, ?, ?)', id.toLowerCase(), times, until);
  }

  /**
   * Gives the number of times that `id` was not found, and whether runs of `day` must still leave it out. Gives
   * undefined for a model that was never missing.
   */
  absence(day: string, id: string): { times: number; waits: boolean } | undefined {
    const row = this.#run('SELECT times, until FROM absent WHERE id = ?').get(id.toLowerCase()) as
      | { times: number; until: string }
      | undefined;
    return row && { times: row.times, waits: row.until > day };
  }

  forgetAbsent(id: string): void {
    this.#write('DELETE FROM absent WHERE id = ?', id.toLowerCase());
  }

  /** Sorts the ids by the day on which a run last looked at the model. Models that no run looked at come first. */
  longestFirst(ids: readonly string[]): string[] {
    const days = new Map<string, string>();
    for (const { id, day } of this.#run('SELECT id, day FROM looked').iterate()) days.set(id as string, day as string);
    const lastDay = (id: string) => days.get(id) ?? '';
    return ids.toSorted((a, b) => compareBytewise(lastDay(a), lastDay(b)));
  }

  /**
   * Gives the facts that a listing gave on `day` about a model; undefined if there are none. The case of the id does
   * not matter.
   */
  listed(day: string, id: string): UpstreamModel | undefined {
    return this.#parsed('SELECT told FROM listed WHERE day = ? AND id = ?', day, id.toLowerCase());
  }

  keepListed(day: string, id: string, model: UpstreamModel): void {
    this.#write('INSERT OR REPLACE INTO listed VALUES (?, ?, ?)', day, id.toLowerCase(), JSON.stringify(model));
  }

  /** Tells whether a listing of this owner was requested on `day`, whatever the result was. */
  isAsked(day: string, owner: string): boolean {
    return this.#run('SELECT 1 FROM asked WHERE day = ? AND owner = ?').get(day, owner) !== undefined;
  }

  keepAsked(day: string, owner: string): void {
    this.#write('INSERT OR REPLACE INTO asked VALUES (?, ?)', day, owner);
  }

  /**
   * True if all files of a model were found at `place`, a store where files can't change. `files` is one hash over
   * them.
   */
  isProved(place: string, files: string): boolean {
    return this.#run('SELECT 1 FROM places WHERE place = ? AND files = ?').get(place, files) !== undefined;
  }

  keepProved(place: string, files: string): void {
    this.#write('INSERT OR REPLACE INTO places VALUES (?, ?)', place, files);
  }

  /** Forgets the progress of all days but `day`. */
  beginDay(day: string): void {
    for (const table of ['found', 'listed', 'asked'])
      this.#database.prepare(`DELETE FROM ${table} WHERE day <> ?`).run(day);
  }

  /** Forgets the progress of the day, so that the next run of the day starts anew. */
  endDay(): void {
    for (const table of ['found', 'listed', 'asked']) this.#write(`DELETE FROM ${table}`);
    this.#write('UPDATE plan SET day = NULL');
    this.#commit();
  }

  close(): void {
    this.#commit();
    this.#database.close();
  }

  /** Writes to the database. Throws the database's error, even if it belongs to an earlier write. */
  #write(sql: string, ...values: SQLInputValue[]): void {
    if (this.#fault !== undefined) throw this.#fault;
    if (this.#timer === undefined) {
      this.#database.exec('BEGIN');
      this.#timer = setTimeout(() => this.#commit(), TOGETHER_MS).unref();
    }
    this.#run(sql).run(...values);
  }

  #commit(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      this.#database.exec('COMMIT');
    } catch (error) {
      // The next write throws this error. Later runs fetch lost entries again.
      this.#fault = error;
    }
  }

  /** Parses the JSON in the one column that a query gives; undefined if it finds no row. */
  #parsed<T>(sql: string, ...values: SQLInputValue[]): T | undefined {
    const row = this.#run(sql).get(...values);
    return row && JSON.parse(Object.values(row)[0] as string);
  }

  #run(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}
