// Records the files of an export before and after this run: unchanged files stay, and the next export must know all of
// them.
import type { ModelFigures } from '../../src/model/model-figures.ts';
import type { Listed } from '../../src/tree/tree-list.ts';
import { sha256Of } from '../packs/dist-store.ts';
import { type ExportCount, ExportFolder } from './export-folder.ts';
import type { ExportedFile, MadeFile } from './export-pages.ts';
import { doubted, type ExportState, NO_PACK, type WrittenPack } from './export-state.ts';

/** A model whose files an export writes. */
export interface ExportJob {
  listed: Listed;
  id: string;
  figures: ModelFigures;
  /** True if an earlier export wrote files about the model. Some of them may have to be removed. */
  isKnown: boolean;
}

/** The result of a batch. */
export interface ModelsWritten {
  models: number;
  packs: [key: string, pack: WrittenPack][];
  count: ExportCount;
}

export class ExportRecord {
  readonly before: ExportState;
  readonly after: ExportState;
  readonly folder: ExportFolder;

  /** `before` describes the present files in the folder. */
  constructor(before: ExportState, to: string) {
    this.before = before;
    this.after = { key: before.key, packs: new Map(), files: new Map() };
    this.folder = new ExportFolder(to);
  }

  /**
   * Gives the state to save while the models `changed` are written. It marks as unknown all files that this export may
   * write. If the export is interrupted, the next export writes them again.
   */
  during(changed: readonly ExportJob[]): ExportState {
    const state = doubted(this.before);
    for (const { listed } of changed) state.packs.set(listed.key, NO_PACK);
    for (const [key, pack] of this.after.packs) state.packs.set(key, pack);
    return state;
  }

  /** Adds the result of a batch of models. */
  addModels({ packs, count }: ModelsWritten): void {
    for (const [key, pack] of packs) this.after.packs.set(key, pack);
    for (const name of ['files', 'bytes', 'removed'] as const) this.folder.count[name] += count[name];
  }

  /** Writes a file if it changed. */
  put(file: ExportedFile): void {
    // Several routes may share a file, and the website of this build may share a stylesheet with that of the build
    // before.
    if (this.after.files.has(file.path)) return;
    const sha256 = sha256Of(file.bytes);
    if (this.before.files.get(file.path)?.sha256 !== sha256) this.folder.put(file);
    this.after.files.set(file.path, { sha256, size: file.bytes.length });
  }

  /** Makes a file and writes it as `put` does, unless its sources are unchanged. */
  async putMade({ path, of, make }: MadeFile): Promise<void> {
    const known = this.before.files.get(path);
    if (known?.of === of) {
      this.after.files.set(path, known);
      return;
    }
    this.put({ path, bytes: await make() });
    this.after.files.set(path, { ...this.after.files.get(path)!, of });
  }

  /** Writes each of `files`. Calls `advance` after each. */
  async putAll(files: AsyncIterable<ExportedFile> | Iterable<ExportedFile>, advance: () => void): Promise<void> {
    for await (const file of files) {
      this.put(file);
      advance();
    }
  }
}
