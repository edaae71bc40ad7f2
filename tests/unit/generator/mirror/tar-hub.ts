// Makes a hub with two days, and writes these days to tar files with the log that a test passes. Imports the tar files
// into other folders.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packTar, unpackTar } from 'modern-tar';
import type { LogSource } from '../../../../generator/mirror/carried-log.ts';
import { TarLog } from '../../../../generator/mirror/tar-log.ts';
import { openTarOrigin } from '../../../../generator/mirror/tar-origin.ts';
import { type TarReport, writeTar } from '../../../../generator/mirror/tar-writer.ts';
import { silent } from '../../../../generator/process/progress.ts';
import type { VerifierKey } from '../../../../src/log/note.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { importRows } from '../../../fixtures/hub.ts';
import { logOf, modelLeaf, ORIGIN, signer } from '../../log/memory-log.ts';
import { row } from '../import/sandbox.ts';
import { folder, mirror, storeIn } from './origins.ts';

export type Log = ReturnType<typeof logOf>;

export interface Entry {
  header: { name: string; size: number };
  body: Uint8Array;
}

export const by = signer(ORIGIN);
export const HOST = 'hub.example:8443';

export const modelsOf = (count: number, name = 'model') =>
  Array.from({ length: count }, (_, at) => modelLeaf(`a/${name}-${at}`));

export const tarFile = () => join(folder(), 'days.tar');

/** Writes the files of a log to a new folder, and returns the folder. */
export function placed({ files }: Pick<Log, 'files'>): string {
  const at = folder();
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), bytes);
  }
  return at;
}

export class TarHub {
  /** The folder HUB_DATA of the hub. */
  readonly data: string;
  /** `catalog` is the catalog of the newest day, `before` that of the day before. */
  readonly catalog: Address;
  readonly before: Address;

  private constructor(data: string, catalog: Address, before: Address) {
    this.data = data;
    this.catalog = catalog;
    this.before = before;
  }

  static async make(): Promise<TarHub> {
    const data = mkdtempSync(join(tmpdir(), 'model-hub-tar-'));
    const rows = (...ids: string[]) => ids.map((id) => row(id)) as unknown as Parameters<typeof importRows>[2];
    const before = await importRows(data, '2026-01-01', rows('a/one'));
    return new TarHub(data, await importRows(data, '2026-01-02', rows('a/one', 'b/two')), before);
  }

  remove(): void {
    rmSync(this.data, { recursive: true, force: true });
  }

  /** Makes a log of `count` models with the newest day. */
  logged(count = 300): Log {
    return logOf(modelsOf(count), by, { catalog: this.catalog });
  }

  /** Continues a log of the hub: first a day of another catalog, then the newest day. */
  grown(first: Log, count = 400): Log {
    return logOf(modelsOf(count, 'new'), by, { catalog: this.catalog }, logOf([], by, {}, first.leaves).leaves);
  }

  /** Writes the days to a tar file, by default with `log` as the hub's own log. Returns the path and the report. */
  async written(
    log: Pick<Log, 'files'> | undefined,
    more: Partial<LogSource> = { host: HOST },
  ): Promise<{ tar: string; report: TarReport }> {
    const to = tarFile();
    const source = log && { folder: placed(log), ...more };
    const report = await writeTar({ data: this.data, store: storeIn(this.data), log: source, to, progress: silent });
    return { tar: to, report };
  }
}

interface Taking {
  keys?: VerifierKey[];
  witnesses?: VerifierKey[];
  most?: number;
}

/** Imports a tar file into `here`, and returns the facts about its log. */
export async function take(path: string, here: string, { keys = [by.key], witnesses = [], most }: Taking = {}) {
  const policy = { keys, witnesses, quorum: witnesses.length };
  const log = new TarLog({ data: here, path, policy, ...(most !== undefined && { most }) });
  try {
    await mirror(here, await openTarOrigin({ path, store: storeIn(here), log, progress: silent }));
    return log.taken;
  } finally {
    log.remove();
  }
}

export async function entriesOf(path: string): Promise<Entry[]> {
  return (await unpackTar(readFileSync(path))).map(({ header, data: body }) => ({ header, body }) as Entry);
}

/** Writes a copy of the tar file at `path` whose entries `edit` has changed, and returns its path. */
export async function edited(path: string, edit: (entries: Entry[]) => Entry[]): Promise<string> {
  const to = tarFile();
  writeFileSync(to, await packTar(edit(await entriesOf(path))));
  return to;
}

export const entry = (name: string, content: string | Uint8Array): Entry => ({
  header: { name, size: content.length },
  body: Buffer.from(content),
});

/** Lists all files below a folder; an empty list if the folder is missing. */
export const filesBelow = (at: string) =>
  existsSync(at) ? (readdirSync(at, { recursive: true }) as string[]).sort() : [];

export const objectsIn = (here: string) =>
  filesBelow(join(here, 'objects')).filter((name) => /\/[0-9a-f]{62}$/.test(name));
