// Makes a hub with days, a tree, a signed log and a database, for tests of backup and restore.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRows } from '../../../../functions/stores/sql/rows.ts';
import { databasePath } from '../../../../generator/backup/backup-layout.ts';
import { type BackupReport, writeBackup } from '../../../../generator/backup/write-backup.ts';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { logBuilt } from '../../../../generator/hub/build-hub.ts';
import { readHead } from '../../../../generator/log/log-folder.ts';
import { silent } from '../../../../generator/process/progress.ts';
import { runRestore } from '../../../../generator/restore/run-restore.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { type Config, type Environment, readConfig } from '../../../../src/service/config.ts';
import { baseUrl, buildFrom, importRows, service } from '../../../fixtures/hub.ts';
import { useMadeOnce } from '../../../fixtures/made-once.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { row } from '../import/sandbox.ts';
import { newSigner } from '../log/log-place.ts';

export class BackedHub {
  readonly folder: string;
  readonly env: Environment;

  constructor(folder: string, more: Environment = {}) {
    this.folder = folder;
    const [data, dist] = [join(folder, 'data'), join(folder, 'dist')];
    this.env = { HUB_DATA: data, HUB_DIST: dist, HUB_BASE_URL: baseUrl, HUB_SIGNING_KEY: newKey(), ...more };
  }

  get config(): Config {
    return readConfig(this.env);
  }

  get leaves(): number | undefined {
    return readHead(join(this.config.data, 'log'))?.size;
  }

  get snapshot(): string | undefined {
    return readPointer(this.config.data)?.snapshot;
  }

  at(...path: string[]): string {
    return join(this.folder, ...path);
  }

  /** Imports these models as a day, and returns the address of its catalog. */
  import(day: string, ...ids: string[]): Promise<Address> {
    return importRows(this.config.data, day, ids.map((id) => row(id)) as unknown as Parameters<typeof importRows>[2]);
  }

  /** Builds the current day, and adds it to the log. */
  async build(): Promise<void> {
    const { config } = this;
    await buildFrom(config, readPointer(config.data)!.catalog, [], () => []);
    await logBuilt(config, service, silent);
  }

  /** Adds a row of demand to the database. Makes the database if it is missing. */
  async demand(model: string): Promise<void> {
    const path = databasePath(this.config, 'hub.db');
    const rows = openRows({ kind: 'sqlite', path }, { meanwhile: '', notice: undefined });
    await rows.write((sql) => sql`INSERT INTO demand (day, model) VALUES ('2026-11-20', ${model})`);
    await rows.close();
  }

  async backup(name = 'hub.tar'): Promise<BackupReport> {
    return writeBackup(this.config, this.at(name), silent);
  }

  /** Restores a backup, by default without further logs and without accepting a log of unknown length. */
  restore(name = 'hub.tar', more: { logs?: string[]; isAccepted?: boolean } = {}): ReturnType<typeof runRestore> {
    return runRestore(this.config, { file: this.at(name), logs: [], isAccepted: false, ...more }, silent);
  }

  /** Deletes a folder of the hub, to simulate a lost disk. */
  lose(name: 'data' | 'dist'): void {
    rmSync(this.at(name), { recursive: true, force: true });
  }

  keep(from: string, to: string): void {
    cpSync(this.at(from), this.at(to), { recursive: true });
  }

  write(path: string, text: string): void {
    mkdirSync(this.at(path, '..'), { recursive: true });
    writeFileSync(this.at(path), text);
  }

  text(path: string): string | undefined {
    return existsSync(this.at(path)) ? readFileSync(this.at(path), 'utf8') : undefined;
  }
}

const newKey = () => newSigner('hub.example/log').line;

/** Makes a hub without days, which is removed after the test. */
export const emptyHub = () => new BackedHub(folderOfTest());

/** Returns a function that makes a hub with two built days for one test. */
export function useTwoDays(): () => Promise<BackedHub> {
  const more = { HUB_SIGNING_KEY: newKey() };
  const copied = useMadeOnce(async (folder) => {
    const hub = new BackedHub(folder, more);
    await hub.import('2026-11-18', 'a/one', 'a/two');
    await hub.build();
    await hub.import('2026-11-19', 'a/one', 'b/three');
    await hub.build();
  });
  return async () => new BackedHub(await copied(), more);
}
