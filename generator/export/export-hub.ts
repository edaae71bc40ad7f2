// Writes the index as plain files in the shape of its addresses, which any file server can send: what changed since the last time.
import { dirname, resolve } from 'node:path';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import { type DiskTree, openTree } from '../../functions/hosts/node/node-tree.ts';
import { openWebsite } from '../../functions/hosts/node/node-website.ts';
import type { Hub } from '../../functions/hub/hub.ts';
import type { PagePort } from '../../functions/ports/ports.ts';
import type { Service } from '../../src/service/service.ts';
import { fileOf, KIND_FILES, kindFile, OWN_FOLDER } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { holdsAnswers, modelOfKey } from '../../src/tree/static-tree.ts';
import type { Listed } from '../../src/tree/tree-list.ts';
import { takeLock } from '../files/lock.ts';
import { codeKey } from '../keys/build-keys.ts';
import { keyOf } from '../keys/key-of.ts';
import { packAt, sha256Of } from '../packs/dist-store.ts';
import { ListReader } from '../packs/list-reader.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { type ChangedModel, compareModels } from './changed-models.ts';
import { type ExportCount, ExportFolder } from './export-folder.ts';
import { foldersOf, modelFiles } from './export-models.ts';
import type { ExportedFile } from './export-pages.ts';
import { doubted, type ExportState, readState, writeState } from './export-state.ts';
import { hashFiles, objectFiles, packFiles, pageFiles, websiteFiles } from './other-files.ts';

interface ExportSettings {
  dist: string;
  /** The folder to write. */
  to: string;
  service: Service;
  /** Makes the pages; the website built in `dist` unless given. */
  pages?: PagePort;
  /** Compressed forms are written beside the files that have them. */
  isCompressed: boolean;
  /** Only counted. */
  isDry: boolean;
  /** Everything is written again, whatever the folder is known to hold. */
  isAgain?: boolean;
}

export interface ExportReport extends ExportCount {
  /** Models written. */
  models: number;
  /** The day that the folder holds now. */
  snapshot: string;
  /** Files that could not be written, since a folder stands at their name, or a file at that of their folder. */
  clashes: string[];
}

/** The folder of all objects. */
const OBJECTS = dirname(fileOf(routes.object, { id: '-' }));

/**
 * Brings the folder to what the current tree answers. A file is replaced by a rename, those that never change come first,
 * the front page last and removals after it. Throws a Failure where there is no tree, or the folder is somebody else's.
 */
export async function exportHub(settings: ExportSettings, progress: Progress): Promise<ExportReport> {
  const to = resolve(settings.to);
  const current = currentStamp(settings.dist);
  if (!current) throw new Failure(`There is no finished tree in ${settings.dist}: run "model-hub build" first.`);
  const key = keyOf(codeKey('export'), current.stamp.baseUrl, String(settings.isCompressed));
  const known = readState(to, key);
  const before = settings.isAgain ? doubted(known) : known;
  const lock = settings.isDry ? undefined : takeLock(`${to}/${OWN_FOLDER}`, to);
  const tree = openTree(settings.dist, current.name);
  try {
    return await new Export({ ...settings, to }, tree, current.stamp.list, before, progress).run();
  } finally {
    tree.close();
    lock?.release();
  }
}

class Export {
  readonly #settings: ExportSettings;
  readonly #tree: DiskTree;
  readonly #listed: readonly Listed[];
  readonly #before: ExportState;
  readonly #after: ExportState;
  readonly #folder: ExportFolder;
  /** What stands in the way of these may be removed yet. */
  readonly #waiting = new Map<string, { bytes: Uint8Array; pack: string | undefined }>();
  readonly #progress: Progress;
  readonly #hub: Hub;

  constructor(
    settings: ExportSettings,
    tree: DiskTree,
    list: ConstructorParameters<typeof ListReader>[1],
    before: ExportState,
    progress: Progress,
  ) {
    this.#settings = settings;
    this.#tree = tree;
    this.#listed = [...new ListReader(settings.dist, list).all()];
    this.#before = before;
    this.#after = { key: before.key, packs: new Map(), files: new Map() };
    this.#folder = new ExportFolder(settings.to, settings.isDry);
    this.#progress = progress;
    const { dist, service } = settings;
    this.#hub = createMemoryHub(tree, {
      sources: service.sources,
      origin: service.sources.find(({ token }) => token === service.origin)!,
      baseUrl: tree.baseUrl,
      pages: settings.pages ?? openWebsite(dist),
    });
  }

  async run(): Promise<ExportReport> {
    const { dist, isCompressed, isDry, to } = this.#settings;
    const { changed, same } = await compareModels(this.#tree, this.#listed, this.#before);
    for (const [key, pack] of same) this.#after.packs.set(key, pack);
    // What is about to change is forgotten first: a run that is cut short writes it again.
    const before = doubted(this.#before);
    for (const { listed } of changed) before.packs.set(listed.key, ['', null, null]);
    for (const [key, pack] of this.#after.packs) before.packs.set(key, pack);
    if (!isDry) writeState(to, before);
    this.#copyObjects();
    for (const file of websiteFiles(dist, isCompressed)) this.#putChanged(file);
    await this.#writeModels(changed);
    await this.#writeOthers();
    this.#removeOthers();
    const clashes = this.#retry();
    if (!isDry) writeState(to, this.#after);
    return { ...this.#folder.count, models: changed.length, snapshot: this.#tree.snapshot, clashes };
  }

  async #writeModels(changed: readonly ChangedModel[]): Promise<void> {
    const task = this.#progress.start('Models', changed.length);
    for (const { listed, id, figures } of changed) {
      const written = new Set<string>();
      for await (const file of modelFiles(this.#hub, id, packAt(this.#settings.dist, listed), figures))
        this.#put(file, written, listed.key);
      if (this.#before.packs.has(listed.key)) this.#removeBut(id, written);
      this.#after.packs.set(listed.key, [listed.sha256, figures.downloads ?? null, figures.likes ?? null]);
      task.advance();
    }
    task.done();
  }

  /** Files that stood about a model, and do so no more. */
  #removeBut(id: string, written: ReadonlySet<string>): void {
    for (const folder of foldersOf(id))
      for (const path of this.#folder.files(folder)) if (!written.has(path)) this.#folder.remove(path);
  }

  /** What is about no single model: written where it differs, the front page last. */
  async #writeOthers(): Promise<void> {
    const task = this.#progress.start('Documents and pages');
    const { files } = this.#after;
    const home = fileOf(routes.home, {}, 'html');
    let last: ExportedFile | undefined;
    const write = async (made: AsyncIterable<ExportedFile>) => {
      for await (const file of made) {
        if (file.path === home) last = file;
        else this.#putChanged(file);
        task.advance();
      }
    };
    await write(hashFiles(this.#hub));
    for (const listed of this.#listed)
      if (holdsAnswers(listed.key)) await write(packFiles(this.#settings.dist, this.#hub, listed));
    await write(pageFiles(this.#hub, files.keys()));
    if (last) this.#putChanged(last);
    task.done();
  }

  /** What the folder had, and no row answers any more. */
  #removeOthers(): void {
    for (const path of this.#before.files.keys()) if (!this.#after.files.has(path)) this.#folder.remove(path);
    const models = new Set(this.#listed.map(({ key }) => key));
    for (const key of this.#before.packs.keys())
      if (!models.has(key)) for (const folder of foldersOf(modelOfKey(key)!)) this.#folder.remove(folder);
  }

  /** Writes what had something in its way; gives what still has. */
  #retry(): string[] {
    const clashes: string[] = [];
    for (const [path, { bytes, pack }] of this.#waiting) {
      const isThere = this.#folder.put(path, bytes);
      if (!isThere) clashes.push(path);
      // What still has something in its way is tried again by the next run.
      if (isThere && pack === undefined) this.#after.files.set(path, sha256Of(bytes));
      if (!isThere && pack !== undefined) this.#after.packs.set(pack, ['', null, null]);
    }
    return clashes;
  }

  #putChanged(file: ExportedFile): void {
    // Several rows may share a file, and two websites a style.
    if (this.#after.files.has(file.path)) return;
    const sha256 = sha256Of(file.bytes);
    const isKnown = this.#before.files.get(file.path) === sha256;
    for (const path of isKnown ? this.#pathsOf(file) : this.#put(file)) this.#after.files.set(path, sha256);
  }

  #pathsOf({ path, forms, kind }: ExportedFile): string[] {
    if (!this.#settings.isCompressed) return [path];
    return [
      path,
      ...(forms ? [`${path}.br`, `${path}.gz`] : []),
      ...(kind === undefined ? [] : [kindFile(path, kind)]),
    ];
  }

  #put(file: ExportedFile, written = new Set<string>(), pack?: string): Set<string> {
    const { forms } = file;
    for (const path of this.#pathsOf(file)) {
      const isSecond = file.kind !== undefined && path === kindFile(file.path, file.kind);
      const form = path === `${file.path}.br` ? forms?.br : path === `${file.path}.gz` ? forms?.gz : undefined;
      const bytes = form?.() ?? file.bytes;
      if (isSecond ? this.#folder.link(path, file.path) : this.#folder.put(path, bytes)) written.add(path);
      else this.#waiting.set(path, { bytes, pack });
    }
    return written;
  }

  /** Copies objects that are missing, and removes what is none: they never change. */
  #copyObjects(): void {
    const task = this.#progress.start('Objects');
    const there = new Set([OBJECTS, `${KIND_FILES}/${OBJECTS}`].flatMap((at) => this.#folder.pathsIn(at)));
    for (const { path, from, size, kind } of objectFiles(this.#settings.dist)) {
      if (!there.delete(path)) this.#folder.copy(path, from, size);
      const second = kindFile(path, kind);
      if (this.#settings.isCompressed && !there.delete(second)) this.#folder.link(second, path);
      task.advance();
    }
    for (const path of there) this.#folder.remove(path);
    task.done();
  }
}
