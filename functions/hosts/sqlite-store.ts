// The embedded store of a Node host: what the last probes found, and which models people asked for in vain.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SourceHealth } from '../../src/wire/hub-health.ts';
import type { DemandPort } from '../ports.ts';
import type { HealthStore } from '../prober.ts';

/** Ids noted a day, and days they are kept: a flood of made-up names can't grow the store without end. */
const DEMAND_A_DAY = 10_000;
const DEMAND_DAYS = 30;
const DAY_MS = 86_400_000;
const WRITE_EVERY_MS = 1000;

export interface EmbeddedStore {
  health: HealthStore;
  demand: DemandPort;
  /** Writes what is still in memory and closes. */
  close(): void;
}

/** Opens (and creates) the database at `path`. */
export function openEmbeddedStore(path: string): EmbeddedStore {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;
    CREATE TABLE IF NOT EXISTS health (source TEXT PRIMARY KEY, ok INTEGER NOT NULL, checked TEXT, reason TEXT) STRICT;
    CREATE TABLE IF NOT EXISTS demand (day TEXT NOT NULL, model TEXT NOT NULL, PRIMARY KEY (day, model)) STRICT, WITHOUT ROWID;
  `);
  const demand = new Demand(database);
  return {
    health: healthStore(database),
    demand,
    close() {
      demand.close();
      database.close();
    },
  };
}

function healthStore(database: DatabaseSync): HealthStore {
  return {
    load() {
      const rows = database.prepare('SELECT source, ok, checked, reason FROM health').all();
      return Object.fromEntries(
        rows.map(({ source, ok, checked, reason }) => [source, { ok: ok === 1, checked, reason } as SourceHealth]),
      );
    },
    save(token, { ok, checked, reason }) {
      database
        .prepare('INSERT OR REPLACE INTO health (source, ok, checked, reason) VALUES (?, ?, ?, ?)')
        .run(token, ok ? 1 : 0, checked, reason ?? null);
    },
  };
}

/** Gathers ids in memory and writes them together, so that the request that asked does not wait. */
class Demand implements DemandPort {
  #database: DatabaseSync;
  #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  record(id: string): void {
    if (this.#waiting.size >= DEMAND_A_DAY) return;
    this.#waiting.add(id);
    this.#timer ??= setTimeout(() => this.#write(), WRITE_EVERY_MS).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#write();
  }

  #write(): void {
    this.#timer = undefined;
    const day = dayOf(Date.now());
    const noted = this.#database.prepare('SELECT count(*) AS n FROM demand WHERE day = ?').get(day);
    let left = DEMAND_A_DAY - Number(noted!.n);
    const insert = this.#database.prepare('INSERT OR IGNORE INTO demand (day, model) VALUES (?, ?)');
    this.#database.exec('BEGIN');
    for (const id of this.#waiting) if (left > 0) left -= Number(insert.run(day, id).changes);
    this.#database.prepare('DELETE FROM demand WHERE day < ?').run(dayOf(Date.now() - DEMAND_DAYS * DAY_MS));
    this.#database.exec('COMMIT');
    this.#waiting.clear();
  }
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
