// Counts everything in an exported folder, old and new, and compares it with the limits that hosts of plain files have.

import { dirname } from 'node:path';
import { bytes, count } from '../../src/model/figures.ts';
import type { WrittenPack } from './export-state.ts';

/** The totals of an exported folder for which hosts have limits. */
interface FolderTotals {
  files: number;
  /** The bytes of all files. */
  bytes: number;
  /** The bytes of the largest file. */
  largest: number;
  /** The number of files in the folder with the most files. */
  fullest: number;
}

interface Limit {
  host: string;
  /** The limit in words. */
  most: string;
  limit: number;
  counted: (totals: FolderTotals) => number;
  /** Formats the number; as plain digits by default. */
  said?: (value: number) => string;
}

/** The limits that the documentation of the hosts states in 2026. */
const LIMITS: readonly Limit[] = [
  {
    host: 'Cloudflare Pages',
    most: '20,000 files on its free plan, 100,000 on paid ones',
    limit: 20_000,
    counted: ({ files }) => files,
  },
  {
    host: 'Cloudflare Pages',
    most: '25 MiB in a file',
    limit: 25 * 1024 * 1024,
    counted: ({ largest }) => largest,
    said: bytes,
  },
  { host: 'Netlify', most: '54,000 files in a folder', limit: 54_000, counted: ({ fullest }) => fullest },
  { host: 'GitHub Pages', most: '1 GB in all', limit: 1e9, counted: (totals) => totals.bytes, said: bytes },
];

/** Gives a sentence about each limit of a host that the folder exceeds. */
export function limitsPassed(totals: FolderTotals): string[] {
  return LIMITS.filter(({ limit, counted }) => counted(totals) > limit).map(
    ({ host, most, counted, said = count }) => `${host} takes ${most}; here are ${said(counted(totals))}.`,
  );
}

export class ExportTotals {
  #files = 0;
  #bytes = 0;
  #largest = 0;
  /** The number of files in each folder. Files of models don't count, because they are spread over many folders. */
  readonly #folders = new Map<string, number>();

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
    return limitsPassed({ files: this.#files, bytes: this.#bytes, largest: this.#largest, fullest });
  }
}
