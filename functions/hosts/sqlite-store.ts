// The embedded store of a Node host: what the last probes found, and which models people asked for in vain.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SourceHealth } from '../../src/wire/hub-health.ts';
import type { DemandPort } from '../ports.ts';
import type { HealthStore } from '../prober.ts';
import { DEMAND_A_DAY, DEMAND_DAYS, DemandBuffer, dayOf } from './demand-buffer.ts';

const DAY_MS = 86_400_000;

export interface EmbeddedStore {
  health: HealthStore;
  demand: DemandPort;
  /** Writes what is still in memory and closes. */
  close(): void;
}

/** Opens (and creates) the database at `path`. `onFault` is told of demand that could not be written. */
export function openEmbeddedStore(path: string, onFault: (error: unknown) => void = () => {}): EmbeddedStore {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;
    CREATE TABLE IF NOT EXISTS health (source TEXT PRIMARY KEY, ok INTEGER NOT NULL, checked TEXT, reason TEXT) STRICT;
    CREATE TABLE IF NOT EXISTS demand (day TEXT NOT NULL, model TEXT NOT NULL, PRIMARY KEY (day, model)) STRICT, WITHOUT ROWID;
  `);
  const demand = new DemandBuffer((ids) => noteDemand(database, ids, new Date()), onFault);
  return {
    health: healthStore(database),
    demand,
    close() {
      demand.flush();
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

/** Notes ids once each on the day of `now`, as far as the day has room, and forgets old days. */
function noteDemand(database: DatabaseSync, ids: readonly string[], now: Date): void {
  const day = dayOf(now);
  const insert = database.prepare('INSERT OR IGNORE INTO demand (day, model) VALUES (?, ?)');
  // Another process may write its demand at the same time, so the lock comes first.
  database.exec('BEGIN IMMEDIATE');
  const noted = database.prepare('SELECT count(*) AS n FROM demand WHERE day = ?').get(day);
  let left = DEMAND_A_DAY - Number(noted!.n);
  for (const id of ids) if (left > 0) left -= Number(insert.run(day, id).changes);
  const before = dayOf(new Date(now.getTime() - DEMAND_DAYS * DAY_MS));
  database.prepare('DELETE FROM demand WHERE day < ?').run(before);
  database.exec('COMMIT');
}
