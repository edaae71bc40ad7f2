// Writes the index as plain files in the shape of its addresses, which any file server can send: what changed since the last time.
import { dirname, resolve } from 'node:path';
import { openPlainWebsite } from '../../functions/hosts/node/node-website.ts';
import type { Hub } from '../../functions/hub/hub.ts';
import type { PagePort } from '../../functions/ports/ports.ts';
import { type DiskTree, openTree } from '../../functions/stores/tree/node-tree.ts';
import type { Attestations } from '../../src/attestation/attestations.ts';
import { loadAttestations } from '../../src/attestation/load-attestations.ts';
import type { Secret } from '../../src/basics/secret.ts';
import type { LoggedAs } from '../../src/model-page/model-page.ts';
import { SHARDS, SHARDS_INDEX } from '../../src/search/shards/shard-format.ts';
import type { BucketPlace } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import { OVERVIEW } from '../../src/site/docs-page.ts';
import { addressRules, headerRules } from '../../src/static/host-rules.ts';
import { fileOf, KIND_FILES, kindFile } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { holdsAnswers, modelKey, modelOfKey } from '../../src/tree/static-tree.ts';
import type { Listed } from '../../src/tree/tree-list.ts';
import { docsFiles } from '../documents/docs-files.ts';
import { codeKey } from '../keys/build-keys.ts';
import { keyOf } from '../keys/key-of.ts';
import { sha256Of } from '../packs/dist-store.ts';
import { ListReader } from '../packs/list-reader.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { pageSettings } from '../tree/models/page-settings.ts';
import { directionRules } from './direction-rules.ts';
import { ExportTotals } from './export-totals.ts';
import { hashFiles } from './hash-files.ts';
import { type ChangedModel, compareModels } from './models/changed-models.ts';
import { foldersOf } from './models/export-models.ts';
import { ExportSite, exportHubOver } from './models/export-site.ts';
import { doubted, type ExportState, figuresIn, NO_PACK, type WrittenFile } from './models/export-state.ts';
import { ExportWriter } from './models/export-writer.ts';
import { ModelExporter, type ModelJob, type ModelsWritten } from './models/model-exporter.ts';
import { inThreads } from './models/model-threads.ts';
import { madeOf, rowsFolder, SearchShards, wantedFirst } from './models/search-shards.ts';
import { type ExportPlace, openBucketPlace, openFolder } from './open-place.ts';
import {
  type ExportedLog,
  exportedLog,
  objectFiles,
  packFiles,
  pageFiles,
  staysOfLog,
  websiteFiles,
} from './other-files.ts';
import type { Destination, ExportCount } from './places/destination.ts';
import { type ExportedFile, feedTasks, type MadeFile, ownerFiles } from './places/export-pages.ts';
import { hostFiles } from './places/host-files.ts';

interface ExportSettings {
  dist: string;
  /** The folder to write. */
  to: string;
  /** The bucket to write in its place. */
  bucket?: BucketPlace | undefined;
  service: Service;
  /** Where the website is built, if not in `dist`. */
  website?: string;
  /** Makes the pages in its place. */
  pages?: PagePort;
  /** A hub stands behind the files: pages are its own, and nothing is written that only a plain file server needs. */
  hasHub?: boolean;
  /** Compressed forms are written beside the files that have them. */
  isCompressed: boolean;
  /** Only counted. */
  isDry: boolean;
  /** Everything is written again, whatever the folder is known to hold. */
  isAgain?: boolean;
  /** The key of attestations, which are written as well. */
  attestationKey?: Secret | undefined;
  /** Rules lead from files of models to their sources. */
  hasDirections?: boolean;
}

interface OpenSettings extends ExportSettings {
  attestations: Attestations | undefined;
  log: ExportedLog | undefined;
  /** The log that pages tell of: this one, or one that lies there already. */
  loggedAs: LoggedAs | undefined;
}

export interface ExportReport extends ExportCount {
  /** Models written. */
  models: number;
  /** The day that the folder holds now. */
  snapshot: string;
  /** Files that could not be written, since a folder stands at their name, or a file at that of their folder. */
  clashes: string[];
  /** What hosts take less of than there is, a sentence each. */
  limits: string[];
}

/** Models that are written in one go, and how many batches are worth a thread. */
const [BATCH, FEW_BATCHES] = [50, 8];

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
  const { baseUrl, list } = current.stamp;
  const pages = pageSettings(settings.dist, baseUrl, settings.service)?.key ?? '';
  const attestations = await loadAttestations(settings.attestationKey);
  const key = keyOf(
    codeKey('export'),
    pages,
    baseUrl,
    JSON.stringify(settings.service.sources),
    String(settings.isCompressed),
    String(settings.hasHub === true),
    attestations?.publicKey ?? '',
  );
  const { bucket, isDry, isAgain } = settings;
  const place = bucket ? await openBucketPlace(bucket, key, isDry) : openFolder(to, key, isDry);
  const tree = openTree(settings.dist, current.name);
  try {
    const log = await exportedLog(settings.dist, tree.name, place.before.log);
    const loggedAs = settings.hasHub ? undefined : (log?.loggedAs ?? place.before.loggedAs);
    // Every page of a model tells of it.
    const before = isAgain || loggedAs !== place.before.loggedAs ? doubted(place.before) : place.before;
    const opened = { ...settings, to, attestations, log, loggedAs };
    return await new Export(opened, tree, list, { ...place, before }, progress).run();
  } finally {
    tree.close();
    place.close();
  }
}

class Export {
  readonly #settings: OpenSettings;
  readonly #tree: DiskTree;
  readonly #list: ListReader;
  readonly #listed: readonly Listed[];
  readonly #before: ExportState;
  readonly #after: ExportState;
  readonly #place: ExportPlace;
  readonly #folder: Destination;
  readonly #writer: ExportWriter;
  readonly #progress: Progress;
  readonly #site: ExportSite;
  readonly #hub: Hub;
  readonly #totals = new ExportTotals();

  constructor(
    settings: OpenSettings,
    tree: DiskTree,
    list: ConstructorParameters<typeof ListReader>[1],
    place: ExportPlace,
    progress: Progress,
  ) {
    this.#settings = settings;
    this.#tree = tree;
    this.#list = new ListReader(settings.dist, list);
    this.#listed = [...this.#list.all()];
    this.#place = place;
    this.#before = place.before;
    const { service, loggedAs, website = settings.dist, pages = openPlainWebsite(website) } = settings;
    this.#after = { key: place.before.key, packs: new Map(), files: new Map(), loggedAs };
    this.#folder = place.destination;
    this.#writer = new ExportWriter(this.#folder, settings.isCompressed);
    this.#progress = progress;
    this.#site = new ExportSite(pages, tree, service, settings);
    this.#hub = exportHubOver(tree, service, this.#site);
  }

  async run(): Promise<ExportReport> {
    const { dist, isCompressed, isDry, log } = this.#settings;
    const { changed, same } = await compareModels(this.#tree, this.#listed, this.#before);
    for (const [key, pack] of same) {
      this.#after.packs.set(key, pack);
      this.#totals.addPack(pack);
    }
    // What is about to change is forgotten first: a run that is cut short writes it again.
    const before = doubted(this.#before);
    for (const { listed } of changed) before.packs.set(listed.key, NO_PACK);
    for (const [key, pack] of this.#after.packs) before.packs.set(key, pack);
    if (!isDry) await this.#place.note(before);
    this.#copyObjects();
    for (const file of websiteFiles(this.#settings.website ?? dist, isCompressed)) this.#putChanged(file);
    await this.#writeLog(log);
    await this.#folder.settled();
    await this.#writeModels(changed);
    if (!this.#site.hasHub) {
      await this.#writeSearch();
      await this.#writeRules();
      this.#putChanged(await this.#site.nowhere());
    }
    await this.#writeOthers();
    await this.#folder.settled();
    if (log) await this.#putMade(log.checkpoint);
    this.#removeOthers();
    const clashes = this.#retry();
    await this.#folder.finished();
    if (!isDry) await this.#place.note(this.#after);
    const { snapshot } = this.#tree;
    return { ...this.#folder.count, models: changed.length, snapshot, clashes, limits: this.#totals.limits() };
  }

  /** The log, but for its checkpoint, which comes behind the tree that it names. What was written of a log stays. */
  async #writeLog(log: ExportedLog | undefined): Promise<void> {
    this.#after.log = log?.checkpoint.of ?? this.#before.log;
    const isKept = staysOfLog(log, this.#settings.isCompressed);
    for (const [path, file] of this.#before.files)
      if (isKept(path) && (file.sha256 || !log?.paths.has(path))) this.#note(path, file);
    for (const path of log?.paths ?? []) {
      if (!this.#after.files.has(path)) this.#putChanged(await log!.read(path));
      await this.#folder.room();
    }
  }

  async #writeModels(changed: readonly ChangedModel[]): Promise<void> {
    const task = this.#progress.start('Models', changed.length);
    const jobs = changed.map((model) => ({ ...model, isKnown: this.#before.packs.has(model.listed.key) }));
    for await (const { packs, count, waiting, models } of this.#written(jobs)) {
      for (const [key, pack] of packs) {
        this.#after.packs.set(key, pack);
        this.#totals.addPack(pack);
      }
      this.#folder.addCount(count);
      this.#writer.waiting.push(...waiting);
      task.advance(models);
    }
    task.done();
  }

  /** What came of each batch of models: of many, several threads write. */
  async *#written(jobs: ModelJob[]): AsyncGenerator<ModelsWritten> {
    const { dist, to, isCompressed, isDry, service, website, pages, loggedAs } = this.#settings;
    const attestationKey = this.#settings.attestationKey?.reveal();
    const { hasHub } = this.#site;
    const batches = Array.from({ length: Math.ceil(jobs.length / BATCH) }, (_, at) =>
      jobs.slice(at * BATCH, (at + 1) * BATCH),
    );
    // A thread loads the website for itself, and can't be handed one.
    if (batches.length < FEW_BATCHES || pages !== undefined || !this.#place.hasThreads) {
      const shared = this.#place.hasThreads ? undefined : this.#folder;
      const exporter = new ModelExporter(this.#site, { dist, to, isCompressed, isDry }, shared);
      for (const batch of batches) yield await exporter.write(batch);
      return;
    }
    const settings = { dist, to, isCompressed, isDry, service, website, hasHub, loggedAs, attestationKey };
    yield* inThreads(batches, { ...settings, tree: this.#tree.name });
  }

  /** The files of the search, unless they are there: they are made of the index alone. */
  async #writeSearch(): Promise<void> {
    const made = madeOf(this.#listed, this.#before.key);
    const { search: before, files: known } = this.#before;
    if (before?.made === made && known.get(SHARDS_INDEX)?.sha256) {
      this.#after.search = before;
      for (const [path, file] of known) if (path.startsWith(`${SHARDS}/`)) this.#note(path, file);
      return;
    }
    const task = this.#progress.start('Search');
    const figuresOf = (id: string) => figuresIn(this.#after.packs.get(modelKey(id)));
    const shards = new SearchShards(await this.#tree.search(), made, { before, figuresOf });
    for await (const file of shards.files()) {
      this.#putChanged(file);
      await this.#folder.room();
      task.advance();
    }
    this.#after.search = shards.written;
    task.done();
  }

  /** What hosts are told: which address leads where, and headers. */
  async #writeRules(): Promise<void> {
    const { service, hasDirections, attestations } = this.#settings;
    const rules = addressRules(service.sources.map(({ token }) => token));
    const ids = wantedFirst(await this.#tree.search());
    const directions = hasDirections ? await directionRules(this.#tree, service.sources, ids) : [];
    const pages = docsFiles().flatMap(({ slug }) => (slug === OVERVIEW ? [] : [slug]));
    const { files, totals } = hostFiles(headerRules({ pages, isAttested: attestations !== undefined }), [
      ...rules,
      ...directions,
    ]);
    for (const file of files) this.#putChanged(file);
    this.#totals.rules = totals;
  }

  /** What is about no single model: written where it differs, the front page last. */
  async #writeOthers(): Promise<void> {
    const task = this.#progress.start('Documents and pages');
    const { files } = this.#after;
    const home = fileOf(routes.home, {}, 'html');
    let last: ExportedFile | undefined;
    const write = async (written: AsyncIterable<ExportedFile> | Iterable<ExportedFile>) => {
      for await (const file of written) {
        if (file.path === home) last = file;
        else this.#putChanged(file);
        await this.#folder.room();
        task.advance();
      }
    };
    const made = [
      hashFiles(this.#settings.dist, this.#list),
      ownerFiles(this.#hub, this.#after.packs, this.#tree.gated),
    ];
    for (const files of made)
      for (const file of files) {
        await this.#putMade(file);
        await this.#folder.room();
        task.advance();
      }
    await write(this.#site.attestationKeys());
    for (const listed of this.#listed)
      if (holdsAnswers(listed.key)) await write(packFiles(this.#settings.dist, listed));
    await write(pageFiles(this.#hub, files.keys(), await feedTasks(this.#tree)));
    await this.#folder.settled();
    if (last) this.#putChanged(last);
    task.done();
  }

  /** What the folder had, and no row answers any more. */
  #removeOthers(): void {
    // A version of the search goes as a whole.
    const { search } = this.#after;
    const old = this.#folder
      .pathsIn(SHARDS)
      .filter((path) => path !== SHARDS_INDEX && !(search && path === rowsFolder(search)));
    for (const folder of old) this.#folder.remove(folder);
    for (const path of this.#before.files.keys())
      if (!this.#after.files.has(path) && !old.some((folder) => path.startsWith(`${folder}/`)))
        this.#folder.remove(path);
    const models = new Set(this.#listed.map(({ key }) => key));
    for (const key of this.#before.packs.keys())
      if (!models.has(key)) for (const folder of foldersOf(modelOfKey(key)!)) this.#folder.remove(folder);
  }

  /** Writes what had something in its way; gives what still has. */
  #retry(): string[] {
    const clashes: string[] = [];
    for (const { path, bytes, pack } of this.#writer.waiting) {
      const isThere = this.#folder.put(path, bytes, {});
      if (!isThere) clashes.push(path);
      // What still has something in its way is tried again by the next run.
      if (isThere && pack === undefined) this.#after.files.set(path, { sha256: sha256Of(bytes), size: bytes.length });
      if (!isThere && pack !== undefined) this.#after.packs.set(pack, NO_PACK);
    }
    return clashes;
  }

  #putChanged(file: ExportedFile): void {
    // Several rows may share a file, and two websites a style.
    if (this.#after.files.has(file.path)) return;
    const sha256 = sha256Of(file.bytes);
    const isKnown = this.#before.files.get(file.path)?.sha256 === sha256;
    const size = file.bytes.length;
    for (const path of isKnown ? this.#writer.pathsOf(file) : this.#writer.put(file)) {
      this.#note(path, { sha256, size });
    }
  }

  /** What lies there, as the next run is to know it. */
  #note(path: string, file: WrittenFile): void {
    this.#after.files.set(path, file);
    this.#totals.add(path, file.size);
  }

  /** As `#putChanged`, but for what is known to be made of the same. */
  async #putMade({ path, of, make }: MadeFile): Promise<void> {
    if (this.#before.files.get(path)?.of === of) {
      for (const at of [path, `${path}.br`, `${path}.gz`]) {
        const known = this.#before.files.get(at);
        if (known) this.#note(at, known);
      }
      return;
    }
    this.#putChanged({ path, ...(await make()) });
    const written = this.#after.files.get(path);
    if (written) this.#after.files.set(path, { ...written, of });
  }

  /** Copies objects that are missing, and removes what is none: they never change. */
  #copyObjects(): void {
    const task = this.#progress.start('Objects');
    const there = new Set([OBJECTS, `${KIND_FILES}/${OBJECTS}`].flatMap((at) => this.#folder.pathsIn(at)));
    for (const { path, from, size, kind } of objectFiles(this.#settings.dist)) {
      const isThere = there.delete(path);
      if (!isThere || this.#settings.isAgain) this.#folder.copy(path, from, size, { kind });
      const second = kindFile(path, kind);
      if (this.#settings.isCompressed && !there.delete(second)) this.#folder.link(second, path);
      this.#totals.add(path, size);
      task.advance();
    }
    for (const path of there) this.#folder.remove(path);
    task.done();
  }
}
