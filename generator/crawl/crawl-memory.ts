// Remembers facts from one crawl to the next, and the progress of a day, in the file crawl.db of HUB_DATA.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { ModelFigures } from '../../src/model/model-figures.ts';
import { dayOf } from '../../src/nouns/calendar.ts';
import { CRAWL_DATABASE } from '../../src/service/config.ts';
import type { DifferingFile, GgufFacts, ModelFile } from '../../src/shapes/objects.ts';
import type { UpstreamModel } from './hub-upstream.ts';

/** The facts in the header of a GGUF file, or the number of values by data type in a safetensors file. */
export type KnownHeader = GgufFacts | Record<string, number>;

/** The files of a model at a commit. */
export interface KnownFiles {
  revision: string;
  files: readonly ModelFile[];
}

/** A source of an import row: what another source had of a model at a revision, and its name there. */
export interface OtherPlace {
  source: string;
  id?: string;
  files?: string[];
  differs?: DifferingFile[];
}

/**
 * A remark about a model that has a row: another source could not be asked or has other bytes, or a header can't be
 * read.
 */
export interface Remark {
  kind: 'unasked' | 'differs' | 'headless';
  reason: string;
}

/** The result of looking at a model: its import row, or the reason why it has none. */
export type Found =
  | { kind: 'row'; row: KnownFiles & { id: string; sources: OtherPlace[] } & ModelFigures; remarks: Remark[] }
  /**
   * The upstream does not have the model, or gives it to nobody; it is gated; it has another name (the reason); the rules
   * leave it out; the upstream did not answer, or gave a wrong answer.
   */
  | { kind: 'gone' | 'gated' | 'renamed' | 'left' | 'unreached'; reason?: string };

/** A model or header that was not found: how often, and the day before which it is not looked for again. */
interface Missed {
  times: number;
  until: string;
}

/** The place of a model at another source as last found, or null for none, and the revision of the model then. */
interface PlaceNote {
  revision: string;
  place: OtherPlace | null;
}

/** The kinds of notes, with the value of each. */
interface Notes {
  /** By git SHA-1: the hash and size of a file in git. */
  file: { sha256: string; size: number };
  /** By SHA-256: the header of a file, and the text of a card, which is empty if the file is no text. */
  header: KnownHeader;
  card: string;
  /** By id: the files of a model at the commit at which they were last read. */
  files: KnownFiles;
  /** By id: the day on which a run last looked at the model, and brought the result into force. */
  looked: string;
  /** By id in lower case, and by the SHA-256 of a file whose header can't be read. */
  missed: Missed;
  /** By source and id. */
  place: PlaceNote;
  /** By id, for the day in progress: the result for a model. In lower case: the facts that a listing gave. */
  found: Found;
  listed: UpstreamModel;
  /** By id: a hash of the model's row when it was last imported. */
  row: string;
  /** Under the key `day`: the day in progress. Under `catalog`: the day in force if the crawl made it. */
  progress: string;
}

/** Moves the notes of the twelve tables of version 1 into the table of this version, all or none. */
const MOVE = `
  BEGIN IMMEDIATE;
  CREATE TABLE notes (kind TEXT, key TEXT, value TEXT NOT NULL, PRIMARY KEY (kind, key)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS small_files (git, sha256, size);
  CREATE TABLE IF NOT EXISTS headers (sha256, facts);
  CREATE TABLE IF NOT EXISTS cards (sha256, text);
  CREATE TABLE IF NOT EXISTS models (id, revision, files);
  CREATE TABLE IF NOT EXISTS looked (id, day);
  CREATE TABLE IF NOT EXISTS absent (id, times, until);
  INSERT INTO notes SELECT 'file', git, json_object('sha256', sha256, 'size', size) FROM small_files;
  INSERT INTO notes SELECT 'header', sha256, facts FROM headers WHERE facts <> 'null';
  INSERT INTO notes SELECT 'card', sha256, json_quote(text) FROM cards;
  INSERT INTO notes SELECT 'files', id, json_object('revision', revision, 'files', json(files)) FROM models
    WHERE (SELECT user_version FROM pragma_user_version) = 1;
  INSERT INTO notes SELECT 'looked', id, json_quote(day) FROM looked;
  INSERT INTO notes SELECT 'missed', id, json_object('times', times, 'until', until) FROM absent;
  DROP TABLE small_files; DROP TABLE headers; DROP TABLE cards; DROP TABLE models; DROP TABLE looked;
  DROP TABLE absent; DROP TABLE IF EXISTS due; DROP TABLE IF EXISTS plan; DROP TABLE IF EXISTS places;
  DROP TABLE IF EXISTS found; DROP TABLE IF EXISTS listed;
  DROP TABLE IF EXISTS asked;
  PRAGMA user_version = 2;
  COMMIT;
`;

const MOST_DOUBLINGS = 7;

/** Opens the file `crawl.db` in HUB_DATA. The caller must hold the lock of that folder. */
export class CrawlMemory {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(data: string) {
    mkdirSync(data, { recursive: true });
    this.#database = new DatabaseSync(join(data, CRAWL_DATABASE));
    // With `synchronous = NORMAL` a power cut may lose the last entries. Later runs fetch them again.
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    const { user_version } = this.#database.prepare('PRAGMA user_version').get() as { user_version: number };
    if (user_version < 2) this.#database.exec(MOVE);
  }

  get<K extends keyof Notes>(kind: K, key: string): Notes[K] | undefined {
    const row = this.#statement('SELECT value FROM notes WHERE kind = ? AND key = ?').get(kind, key);
    return row && (JSON.parse(row.value as string) as Notes[K]);
  }

  has(kind: keyof Notes, key: string): boolean {
    return this.#statement('SELECT 1 FROM notes WHERE kind = ? AND key = ?').get(kind, key) !== undefined;
  }

  /** Gives the keys of all notes of a kind, each with its value. */
  *all<K extends keyof Notes>(kind: K): Generator<[string, Notes[K]]> {
    for (const { key, value } of this.#statement('SELECT key, value FROM notes WHERE kind = ?').iterate(kind))
      yield [key as string, JSON.parse(value as string) as Notes[K]];
  }

  set<K extends keyof Notes>(kind: K, key: string, value: Notes[K]): void {
    this.#statement('INSERT OR REPLACE INTO notes VALUES (?, ?, ?)').run(kind, key, JSON.stringify(value));
  }

  forget(kind: keyof Notes, key: string): void {
    this.#statement('DELETE FROM notes WHERE kind = ? AND key = ?').run(kind, key);
  }

  /**
   * Notes that a model or header was not found on `day`. It is looked for again after `first` days, and after twice as
   * long each further time.
   */
  miss(key: string, day: string, first: number): void {
    const times = (this.get('missed', key)?.times ?? 0) + 1;
    const days = first * 2 ** (Math.min(times, MOST_DOUBLINGS) - 1);
    this.set('missed', key, { times, until: dayOf(Date.parse(day) + 86_400_000 * days) });
  }

  /** Tells whether a model or header that was not found is left alone on `day`. */
  isMissed(key: string, day: string): boolean {
    return (this.get('missed', key)?.until ?? '') > day;
  }

  /** Begins or continues a day. The progress of any other day is forgotten. */
  beginDay(day: string): void {
    if (this.get('progress', 'day') !== day) this.endDay(day);
    this.set('progress', 'day', day);
  }

  /** Ends a run of `day`, and the day itself if `isOver`: `settled` are models whose results are in force. */
  endDay(day: string, settled: Iterable<string> = [], isOver = true): void {
    // A transaction for each write would cost more than the write. An error ends the run, and so the transaction.
    this.#database.exec('BEGIN');
    for (const id of settled) this.set('looked', id, day);
    if (isOver) this.#database.exec("DELETE FROM notes WHERE kind IN ('found', 'listed')");
    this.#database.exec('COMMIT');
  }

  close(): void {
    this.#database.close();
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}
