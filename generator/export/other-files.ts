// The files of an export that are about no single model: the website's own, objects, packs of documents and apps, pages.

import { statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Hub } from '../../functions/hub/hub.ts';
import { folderStore } from '../../functions/stores/bytes/folder-store.ts';
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import { logHere } from '../../functions/stores/tree/log-files.ts';
import { base64, exactBytes } from '../../src/basics/byte-text.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import { parseCheckpoint } from '../../src/log/checkpoint.ts';
import { dayFolder } from '../../src/log/day-list.ts';
import { KEYS, LOG_FOLDER, parseLogPath } from '../../src/log/log-paths.ts';
import { beginsWith } from '../../src/log/log-proofs.ts';
import { parseNote } from '../../src/log/note.ts';
import { CHECKPOINT, newestDay } from '../../src/log/proof/make-proof.ts';
import { newTiles, tilePath } from '../../src/log/tiles.ts';
import { counted } from '../../src/model/figures.ts';
import type { LoggedAs } from '../../src/model-page/model-page.ts';
import { type Address, addressFromHex } from '../../src/nouns/address.ts';
import { OBJECT_KINDS, type ObjectKind } from '../../src/nouns/media-types.ts';
import { fileOf } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { isAppPath, objectsFolder, SITE_ASSETS, SITE_ASSETS_BEFORE, SITE_CLIENT } from '../../src/tree/static-tree.ts';
import type { Listed } from '../../src/tree/tree-list.ts';
import { namesIn } from '../files/own-folder.ts';
import { filesBelow } from '../keys/source-files.ts';
import { packAt } from '../packs/dist-store.ts';
import { Failure } from '../process/failure.ts';
import { kindsIn, registryIn, repositoryFiles, withKind } from './models/export-models.ts';
import { publicEntries } from './models/public-entries.ts';
import { atSecondAddresses } from './models/second-addresses.ts';
import { type ExportedFile, formsOf, type MadeFile, pages } from './places/export-pages.ts';

/** A file that is copied as it lies, since its name says that it never changes. */
interface CopiedFile {
  path: string;
  from: string;
  /** Bytes. */
  size: number;
  kind: ObjectKind;
}

/** Every object of every day. */
export function* objectFiles(dist: string): Generator<CopiedFile> {
  for (const kind of OBJECT_KINDS)
    for (const start of namesIn(dist, objectsFolder(kind)))
      for (const rest of namesIn(dist, `${objectsFolder(kind)}/${start}`)) {
        const from = join(dist, objectsFolder(kind), start, rest);
        if (!/^[0-9a-f]{64}$/.test(start + rest)) continue;
        const id: Address = addressFromHex(start + rest);
        yield { path: fileOf(routes.object, { id }), from, size: statSync(from).size, kind };
      }
}

/** Styles, scripts and pictures of the website; compressed forms only where they are wanted. */
export function* websiteFiles(dist: string, isCompressed: boolean): Generator<ExportedFile> {
  const client = join(dist, SITE_CLIENT);
  for (const from of filesBelow(client).sort()) {
    const path = relative(client, from).replaceAll(sep, '/').replace(`${SITE_ASSETS_BEFORE}/`, `${SITE_ASSETS}/`);
    if (isCompressed || !/\.(br|gz)$/.test(path)) yield { path, bytes: readOwnFile(from) };
  }
}

/** The log beside a tree, as files. */
export interface ExportedLog {
  /** Where all but the checkpoint lie, those that never change first. */
  paths: ReadonlySet<string>;
  /** The file at one of them. Rejects with a Failure where it is missing. */
  read(path: string): Promise<ExportedFile>;
  checkpoint: MadeFile;
  loggedAs: LoggedAs;
  /** True for what stays of the log that was there: tiles of any size, and the list of the newest day. */
  holds(path: string): boolean;
}

/** Where an exported log says how long it is. */
const EXPORTED_CHECKPOINT = `${LOG_FOLDER}/${CHECKPOINT}`;

/**
 * The log in `dist`; undefined where there is none whose newest day is of the tree called `tree`. `before` is what an
 * export noted of the log that was exported before. Rejects with a Failure where that log does not go on in this one.
 */
export async function exportedLog(
  dist: string,
  tree: string,
  before: string | undefined,
): Promise<ExportedLog | undefined> {
  const { read } = logHere(folderStore(join(dist, LOG_FOLDER)));
  const newest = await newestDay(read);
  if (newest?.day.tree !== tree) return undefined;
  const { text, signatures } = parseNote(newest.checkpoint)!;
  const head = parseCheckpoint(text)!;
  const [size = '0', root = ''] = before?.split(' ') ?? [];
  if (before !== undefined && !(await beginsWith(read, head, { size: Number(size), root: exactBytes(root)! })))
    throw new Failure(
      `What was exported before has a log of ${counted(Number(size), 'leaf', 'leaves')} that the one in ${dist} does not go on: a log is never taken back. Export with the HUB_DATA that made it, or to another place.`,
    );
  const day = dayFolder(newest.day.models.root);
  const list = filesBelow(join(dist, LOG_FOLDER, day)).map((file) => relative(join(dist, LOG_FOLDER), file));
  const tiles = newTiles(0, newest.size).map(tilePath);
  const at = (path: string) => `${LOG_FOLDER}/${path.replaceAll(sep, '/')}`;
  return {
    paths: new Set([...tiles, ...list, KEYS].map(at)),
    async read(path) {
      const name = path.slice(LOG_FOLDER.length + 1);
      const bytes = await read(name);
      if (!bytes) throw new Failure(`${name} is missing from the log in ${dist}: run "model-hub build" again.`);
      return { path, bytes, ...(parseLogPath(name)?.kind !== 'hashes' && name !== KEYS && formsOf(bytes)) };
    },
    checkpoint: {
      path: EXPORTED_CHECKPOINT,
      of: `${head.size} ${base64(head.root)} ${sha256Hex(newest.checkpoint)}`,
      make: () => ({ bytes: Buffer.from(newest.checkpoint) }),
    },
    loggedAs: signatures.some(({ name }) => name === head.origin) ? 'signed' : 'unsigned',
    holds: (path) => path.startsWith(at('tile/')) || path.startsWith(at(day)),
  };
}

/** Tells what stays of the files that were written of a log: of one that is not exported now all of them, and compressed forms where they are wanted. */
export function staysOfLog(log: ExportedLog | undefined, isCompressed: boolean): (path: string) => boolean {
  const isOfLog = log?.holds ?? ((path: string) => path.startsWith(`${LOG_FOLDER}/`));
  return (path) => isOfLog(path) && (isCompressed || !/\.(br|gz)$/.test(path));
}

/** What lies in a pack that is no model's: its answers, and of a repository its tags. */
export function* packFiles(dist: string, listed: Listed): Generator<ExportedFile> {
  const pack = packAt(dist, listed);
  const entries = publicEntries(pack, !isAppPath(listed.key));
  const index = registryIn(pack);
  const kinds = kindsIn(index);
  for (const entry of entries) yield* atSecondAddresses(withKind(entry, kinds), {});
  if (index) yield* repositoryFiles(index, entries);
}

/** Every page that is about no single model. `written` are the paths that are known by now, `tasks` those that have a feed. */
export function pageFiles(hub: Hub, written: Iterable<string>, tasks: readonly string[]): AsyncGenerator<ExportedFile> {
  const paths = [...written];
  const values = (pattern: RegExp) => paths.flatMap((path) => pattern.exec(path)?.[1] ?? []);
  return pages(hub, {
    page: values(/^docs\/([a-z0-9-]+)\.md$/).filter((page) => page !== 'index'),
    date: values(/^archive\/(\d{4}-\d\d-\d\d)\.json$/),
    task: tasks,
  });
}
