// Keeps in the tree the small files by which sources are probed. The next build starts from them, and reads the objects
// of changed models only.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bySize, PROBE_FILES, type ProbeFile, type ProbeFiles } from '../../../src/catalog/probe-file.ts';
import type { ListReader } from '../../packs/list-reader.ts';

/**
 * The maximum number of files kept for a source. One of them is probed. Another replaces it if its model is removed.
 */
const MOST = 32;

/** Keeps the smallest files of each source while models are added and removed. */
export class KeptProbeFiles {
  /**
   * The files of each source by the source's token. `files` has them by the id of the model. Files larger than `bound`
   * may be missing.
   */
  readonly #kept = new Map<string, { files: Map<string, ProbeFile>; bound: ProbeFile | undefined }>();

  /** Starts with the files in the tree with the list `list`, or with none if there is no tree. */
  constructor(list: ListReader | undefined) {
    const text = list?.read(PROBE_FILES)?.toString();
    for (const [token, { files, isCut }] of Object.entries(text === undefined ? {} : (JSON.parse(text) as ProbeFiles)))
      this.#kept.set(token, {
        files: new Map(files.map((file) => [file.model, file])),
        bound: isCut ? files.at(-1) : undefined,
      });
  }

  forget(model: string): void {
    for (const { files } of this.#kept.values()) files.delete(model);
  }

  add(token: string, file: ProbeFile): void {
    const kept = this.#kept.get(token) ?? { files: new Map(), bound: undefined };
    kept.files.set(file.model, file);
    this.#kept.set(token, kept);
    if (kept.files.size > 4 * MOST) this.#cut(kept);
  }

  /** Writes the kept files into the folder `draft`. */
  write(draft: string): void {
    const list: ProbeFiles = Object.fromEntries(
      [...this.#kept]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([token, kept]) => [token, { files: this.#cut(kept), ...(kept.bound && { isCut: true }) }] as const)
        .filter(([, { files }]) => files.length > 0),
    );
    const path = join(draft, PROBE_FILES);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(list));
  }

  /**
   * Keeps the smallest files, and forgets all others. From then on, files larger than `bound` are unknown, so a new
   * file above `bound` may not be the next smallest. Such a file is used only if there is no smaller one.
   */
  #cut(kept: { files: Map<string, ProbeFile>; bound: ProbeFile | undefined }): ProbeFile[] {
    const sorted = [...kept.files.values()].sort(bySize);
    const before = sorted.filter((file) => kept.bound === undefined || bySize(file, kept.bound) <= 0);
    const files = (before.length > 0 ? before : sorted).slice(0, MOST);
    if (files.length < sorted.length || (kept.bound && before.length === 0)) kept.bound = files.at(-1);
    kept.files = new Map(files.map((file) => [file.model, file]));
    return files;
  }
}
