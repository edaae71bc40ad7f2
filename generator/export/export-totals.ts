// Counts everything in an exported folder, old and new, for the limits of hosts.

import { dirname } from 'node:path';
import { type FolderTotals, limitsPassed } from '../../src/static/host-limits.ts';
import type { WrittenPack } from './models/export-state.ts';

export class ExportTotals {
  #files = 0;
  #bytes = 0;
  #largest = 0;
  /** The number of files in each folder. Files of models don't count, because they are spread over many folders. */
  readonly #folders = new Map<string, number>();
  rules: Pick<FolderTotals, 'headers' | 'redirects' | 'lines'> = {
    headers: 0,
    redirects: { one: 0, many: 0 },
    lines: { headers: 0, redirects: 0 },
  };

  add(path: string, size: number): void {
    this.#files++;
    this.#bytes += size;
    this.#largest = Math.max(this.#largest, size);
    const folder = dirname(path);
    this.#folders.set(folder, (this.#folders.get(folder) ?? 0) + 1);
  }

  addPack([, , , files, bytes, largest]: WrittenPack): void {
    this.#files += files;
    this.#bytes += bytes;
    this.#largest = Math.max(this.#largest, largest);
  }

  /** Gives a sentence for each limit of a host that the folder exceeds. */
  limits(): string[] {
    const fullest = Math.max(0, ...this.#folders.values());
    return limitsPassed({ files: this.#files, bytes: this.#bytes, largest: this.#largest, fullest, ...this.rules });
  }
}
