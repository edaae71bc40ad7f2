// Keeps the facts that a monitor knows about a log on disk, so that any number of models takes little memory.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { CompactRange } from '../../src/log/compact-range.ts';
import { Failure } from '../process/failure.ts';
import type { Finding } from './finding.ts';

/** The version of the database. Raise it when the code keeps other facts. */
const VERSION = 1;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS revisions (id TEXT, revision TEXT, sums TEXT NOT NULL, leaf INTEGER NOT NULL, PRIMARY KEY (id, revision)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS models (id TEXT PRIMARY KEY, leaf INTEGER NOT NULL, hash BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS findings (number INTEGER PRIMARY KEY, finding TEXT NOT NULL);
`;

/** A logged day, with the number of its leaf. */
export interface SeenDay {
  day: string;
  expires: string;
  leaf: number;
  models: { count: number; root: string };
}

interface Facts {
  /** The text of the newest checkpoint whose entries were all read. */
  checkpoint: string;
  /** The compact range of the leaves that were read and proved to be in the log. */
  range: { size: number; hashes: string[] };
  day: SeenDay;
  /** The root of the last list of a day that was read. The list of a day names the models of the day. */
  list: string;
}

/** A database in the file `monitor.db` of a folder. The caller must hold the folder's lock. */
export class MonitorState {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'monitor.db');
    this.#database = new DatabaseSync(path);
    const { user_version } = this.#run('PRAGMA user_version').get() as { user_version: number };
    if (user_version > VERSION) throw new Failure(`${path} was written by a newer version of this program.`);
    this.#database.exec(`PRAGMA journal_mode = WAL; ${SCHEMA} PRAGMA user_version = ${VERSION}`);
  }

  fact<N extends keyof Facts>(name: N): Facts[N] | undefined {
    const row = this.#run('SELECT value FROM facts WHERE name = ?').get(name) as { value: string } | undefined;
    return row && (JSON.parse(row.value) as Facts[N]);
  }

  setFact<N extends keyof Facts>(name: N, value: Facts[N]): void {
    this.#run('INSERT OR REPLACE INTO facts VALUES (?, ?)').run(name, JSON.stringify(value));
  }

  /** Returns the compact range of all leaves that were read so far. */
  range(): CompactRange {
    const { size, hashes } = this.fact('range') ?? { size: 0, hashes: [] };
    return new CompactRange(
      size,
      hashes.map((hash) => Buffer.from(hash, 'hex')),
    );
  }

  setRange({ size, hashes }: CompactRange): void {
    this.setFact('range', { size, hashes: hashes.map((hash) => Buffer.from(hash).toString('hex')) });
  }

  /** Returns the hash of a model's SHA256SUMS at a revision, and the number of the leaf that names the hash. */
  sumsOf(id: string, revision: string): { sums: string; leaf: number } | undefined {
    const found = this.#run('SELECT sums, leaf FROM revisions WHERE id = ? AND revision = ?').get(id, revision);
    return found as { sums: string; leaf: number } | undefined;
  }

  /** Returns the newest leaf of a model; undefined if there is none. */
  newestOf(id: string): { leaf: number; hash: Uint8Array } | undefined {
    const found = this.#run('SELECT leaf, hash FROM models WHERE id = ?').get(id);
    return found as { leaf: number; hash: Uint8Array } | undefined;
  }

  putModel(
    id: string,
    { revision, sums, leaf, hash }: { revision: string; sums: string; leaf: number; hash: Uint8Array },
  ) {
    this.#run('INSERT OR REPLACE INTO revisions VALUES (?, ?, ?, ?)').run(id, revision, sums, leaf);
    this.#run('INSERT OR REPLACE INTO models VALUES (?, ?, ?)').run(id, leaf, hash);
  }

  /** Keeps a finding until it has been reported. */
  addFinding(finding: Finding): void {
    this.#run('INSERT INTO findings (finding) VALUES (?)').run(JSON.stringify(finding));
  }

  findings(): Finding[] {
    const rows = this.#run('SELECT finding FROM findings ORDER BY number').all() as { finding: string }[];
    return rows.map(({ finding }) => JSON.parse(finding) as Finding);
  }

  forgetFindings(): void {
    this.#run('DELETE FROM findings').run();
  }

  /** Runs `work` in a transaction: either all its writes are made, or none. */
  together(work: () => void): void {
    this.#database.exec('BEGIN');
    try {
      work();
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }

  #run(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
