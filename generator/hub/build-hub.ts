// Builds everything: the website, then the tree of the catalog in force.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { letThrough } from '../../functions/stores/bytes/close-data.ts';
import { privately, readably } from '../../functions/stores/bytes/file-modes.ts';
import { own } from '../../src/basics/records.ts';
import { counted } from '../../src/model/figures.ts';
import { parseAddress } from '../../src/nouns/address.ts';
import { type Config, publicBaseUrl } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import { rootsOf, storeOf } from '../days/object-store.ts';
import { currentPointer, type Pointer, readPointer } from '../days/pointer.ts';
import { readPurged } from '../days/purged.ts';
import { keptDocsPages } from '../documents/kept-docs.ts';
import { onDisk } from '../files/full-disk.ts';
import { takeLock } from '../files/lock.ts';
import { checkLogPlaces, keepLog, type LogReport, logSettings } from '../log/keep-log.ts';
import { placesOf } from '../log/log-folder.ts';
import { logNotices, logWords } from '../log/log-status.ts';
import { hostsOf, modelLeaves } from '../log/model-leaf.ts';
import { readSigners } from '../log/signers.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import { Failure } from '../process/failure.ts';
import { seedFolder, spacesFile, spacesFolder } from '../process/package-paths.ts';
import type { Progress } from '../process/progress.ts';
import { buildSite } from '../site/build-site.ts';
import { buildSpaces } from '../spaces/build-spaces.ts';
import type { BuildReport } from '../tree/build.ts';
import { buildTree } from '../tree/build-tree.ts';
import { keepService } from './kept-service.ts';
import { type TakenOut, takenOut } from './taken-out.ts';

/**
 * Builds the missing or stale parts of HUB_DIST, and then adds the new tree to the transparency log. Throws a Failure
 * if there is no catalog, if the log can't continue, or if another build runs.
 */
export async function buildHub(config: Config, service: Service, progress: Progress) {
  const pointer = currentPointer(config.data);
  if (!pointer) throw new Failure('There is no catalog to build: run "model-hub import FILE" first.');
  return inDist(config, async (dist) => {
    await checkLogPlaces(logSettings(config, service));
    const taken = await takenOut(config, dist, pointer.catalog, progress);
    const report = await buildAll(config, service, { ...pointer, ...taken }, dist, progress).catch(
      withFix(config, dist),
    );
    return { ...report, log: await privately(() => logBuilt(config, service, progress)) };
  });
}

/** Adds the current tree to the transparency log. Rejects as `keepLog` does. */
export async function logBuilt(config: Config, service: Service, progress: Progress): Promise<LogReport> {
  const settings = logSettings(config, service);
  const { name, stamp } = currentStamp(config.dist)!;
  const task = progress.start('Log');
  const store = storeOf(config);
  const address = parseAddress(stamp.catalog)!;
  const leaves = modelLeaves(store, hostsOf(service));
  const report = await keepLog(settings, {
    catalog: { address, path: store.pathOf(address), modelsStart: stamp.modelsStart },
    ...{ leaves, day: stamp.snapshot, tree: name, withdrawn: stamp.withdrawn, now: Date.now() },
  });
  task.done(logWords(report));
  for (const notice of logNotices(report, settings.witnesses.length)) progress.note(notice);
  return report;
}

/** Builds only the website, if it is missing, stale or damaged. Throws a Failure when another build runs. */
export function buildWebsite(config: Config, progress: Progress): Promise<void> {
  return inDist(config, async (dist) => {
    const task = progress.start('Website');
    task.done((await buildSite(dist)) ? 'built' : 'up to date');
  });
}

/** Calls `work` with the absolute path of HUB_DIST, under the lock of this folder. */
async function inDist<T>(config: Config, work: (dist: string) => Promise<T>): Promise<T> {
  // Builders of pages and apps run in other folders, where a relative path would name another folder.
  const dist = resolve(config.dist);
  letThrough(dist, config.data);
  return readably(() => underLock(config, dist, work));
}

async function underLock<T>(config: Config, dist: string, work: (dist: string) => Promise<T>): Promise<T> {
  mkdirSync(dist, { recursive: true });
  const lock = takeLock(dist, 'HUB_DIST');
  const places = [
    { name: 'HUB_DIST', folder: dist },
    { name: 'HUB_DATA', folder: config.data },
    { name: 'the log of HUB_DATA', folder: placesOf(config).own },
    { folder: tmpdir() },
  ];
  try {
    return await onDisk(places, 'Make room and build again; the tree built before is still served.', () => work(dist));
  } finally {
    lock.release();
  }
}

async function buildAll(
  config: Config,
  service: Service,
  pointer: Pointer & TakenOut,
  dist: string,
  progress: Progress,
): Promise<BuildReport> {
  await keepService(config, dist);
  const site = progress.start('Website');
  site.done((await buildSite(dist)) ? 'built' : 'up to date');
  const { spaces } = await buildApps(
    dist,
    service.spacesUrl === undefined ? '' : publicBaseUrl(config, service),
    progress,
  );
  const isSigned = readSigners(config).length > 0;
  const task = progress.start('Tree', currentStamp(dist)?.stamp.counts.models);
  let shown = 0;
  const notices: string[] = [];
  const report = await buildTree({
    dist,
    stores: rootsOf(config),
    ...{ catalog: pointer.catalog, takenFrom: pointer.takenFrom, withdrawn: pointer.withdrawn },
    purged: readPurged(config.data),
    // The first days may be those of the shipped catalog. The pointer in HUB_DATA has no record of them, so the shipped
    // pointer adds its records.
    origins: originsOf(pointer),
    baseUrl: publicBaseUrl(config, service),
    ...sourceFacts(service),
    spaces,
    isSigned,
    documents: { service, docs: (baseUrl) => keptDocsPages(baseUrl, dist) },
    stay: config.treeSeconds * 1000,
    onProgress(models) {
      task.advance(models - shown);
      shown = models;
    },
    onNotice: (sentence) => notices.push(sentence),
  });
  const { counts, snapshot } = report.stamp;
  task.done(
    report.changed
      ? `${counted(counts.models, 'model')} of ${snapshot}, ${counted(report.files, 'file')} written for ${report.models} of them`
      : `up to date with ${snapshot}`,
  );
  for (const notice of notices) progress.note(notice);
  return report;
}

function originsOf({ catalog, takenFrom, days }: Pointer & TakenOut): Pointer['days'] {
  const all = { ...readPointer(seedFolder)?.days, ...days };
  const whole = takenFrom && own(all, takenFrom);
  return whole ? { ...all, [catalog]: whole } : all;
}

async function buildApps(dist: string, hub: string, progress: Progress): ReturnType<typeof buildSpaces> {
  const task = progress.start('Spaces');
  const built = await buildSpaces({ declared: spacesFile, sources: spacesFolder, dist, hub });
  task.done(built.fresh > 0 ? `${built.fresh} of ${built.spaces.length} built` : 'up to date');
  return built;
}

/** Gives the part of the service's facts that a build needs. */
export function sourceFacts({ sources, origin }: Service): { sourceOrder: string[]; origin: string } {
  return {
    sourceOrder: sources.map((source) => source.token),
    // Names the origin's own host and not that of a local mirror, so that a build does not depend on mirrors.
    origin: `https://${sources.find((source) => source.token === origin)!.host}`,
  };
}

/** Matches the message of an ObjectError. An error that comes from a thread has only its message left. */
const MISSING = /^The object \S+ is missing: /;

/**
 * Rethrows an error, and adds the fix if an object is missing: the tree in `dist` may have days that this HUB_DATA never
 * had.
 */
function withFix(config: Pick<Config, 'objects'>, dist: string): (error: unknown) => never {
  return (error) => {
    const catalog = parseAddress(currentStamp(dist)?.stamp.catalog ?? '');
    const { message } = error as Error;
    if (!MISSING.test(message) || !catalog) throw error;
    const fix = storeOf(config).has(catalog)
      ? 'Put it back from a backup of HUB_DATA.'
      : `The tree in HUB_DIST was built from another HUB_DATA: use that one, or remove ${join(dist, 'current')} ` +
        'and build again. The whole tree is made again then, and the log goes on.';
    throw new Failure(`${message} ${fix}`, { cause: error });
  };
}
